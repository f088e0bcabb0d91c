package io.jemscope.profile.proflog;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import io.jemscope.profile.FormatException;
import java.io.EOFException;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/** A log's JSON (RFC 8259), value by value. What isn't strict JSON is a {@link FormatException} that names the place. */
final class LogJson {

    private static final int LONGEST_VALUE = 1 << 16;
    private static final int DEEPEST = 64;

    private final JsonReader json;

    /** The number of characters that the rest of the current value may have. */
    private long allowed = LONGEST_VALUE;

    private interface Step<T> {
        T take() throws IOException;
    }

    LogJson(InputStream in) {
        json = new JsonReader(new Bounded(new InputStreamReader(in, StandardCharsets.UTF_8)));
        json.setStrictness(Strictness.STRICT);
        json.setNestingLimit(DEEPEST);
    }

    /** A string of a gigabyte would be kept as a whole. */
    private final class Bounded extends FilterReader {

        Bounded(Reader in) {
            super(in);
        }

        @Override
        public int read(char[] buffer, int offset, int length) throws IOException {
            int count = super.read(buffer, offset, length);
            allowed -= Math.max(0, count);
            if (allowed < 0) {
                throw fail("a value is longer than " + LONGEST_VALUE + " characters");
            }
            return count;
        }
    }

    void beginObject() throws IOException {
        take(() -> {
            json.beginObject();
            return "";
        });
    }

    void beginArray() throws IOException {
        take(() -> {
            json.beginArray();
            return "";
        });
    }

    /** The name of the object's next member; an empty text, which no member here has, after the last. */
    String nextName() throws IOException {
        return take(() -> {
            if (json.hasNext()) {
                return json.nextName();
            }
            json.endObject();
            return "";
        });
    }

    /** Whether the array has another element. */
    boolean nextElement() throws IOException {
        return take(() -> {
            boolean has = json.hasNext();
            if (!has) {
                json.endArray();
            }
            return has;
        });
    }

    /** A whole number, 0 to {@link Long#MAX_VALUE}. */
    long wholeNumber() throws IOException {
        String number = take(() -> json.peek() == JsonToken.NUMBER ? json.nextString() : "");
        try {
            long value = Long.parseLong(number);
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw fail("there should be a whole number");
    }

    String string() throws IOException {
        return take(() -> {
            if (json.peek() != JsonToken.STRING) {
                throw fail("there should be a string");
            }
            return json.nextString();
        });
    }

    /** Skips a value of any kind and size. */
    void skip() throws IOException {
        take(() -> {
            allowed = Long.MAX_VALUE;
            json.skipValue();
            return "";
        });
    }

    /** Fails if anything follows. */
    void end() throws IOException {
        if (take(json::peek) != JsonToken.END_DOCUMENT) {
            throw fail("something follows the text's end");
        }
    }

    private <T> T take(Step<T> step) throws IOException {
        allowed = LONGEST_VALUE;
        try {
            return step.take();
        } catch (EOFException e) {
            throw fail("it ends too soon");
        } catch (MalformedJsonException | IllegalStateException e) {
            FormatException clearer = fail("it is not JSON, or not of the form of a log");
            clearer.initCause(e);
            throw clearer;
        }
    }

    /** An exception that names the current value. */
    FormatException fail(String why) {
        return new FormatException(
                "The log can't be read",
                json.getPath() + ": " + why,
                "Check that jemalloc wrote it to its end (prof.log_stop, or the program's exit) and that it was copied whole");
    }
}
