package io.jemscope.profile.json;

import com.google.gson.FormattingStyle;
import com.google.gson.stream.JsonWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** JSON in UTF-8 on a stream that stays open. */
public final class JsonStream {

    /** Above this, not every whole number is a {@code double}. */
    private static final double LARGEST_EXACT = 1L << 53;

    private JsonStream() {}

    /** Returns a writer of one document, a value to a line. */
    public static JsonWriter to(OutputStream out) {
        JsonWriter json = new JsonWriter(new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8)));
        json.setFormattingStyle(FormattingStyle.COMPACT.withNewline("\n"));
        return json;
    }

    /**
     * Ends the document with a line break and flushes it.
     *
     * @throws IOException if writing fails
     */
    public static void end(JsonWriter json, OutputStream out) throws IOException {
        json.flush();
        out.write('\n');
        out.flush();
    }

    /** Returns a number as JSON writes it: whole ones without a fraction; null for NaN and infinity, which JSON lacks. */
    public static @Nullable Number number(double number) {
        if (Math.rint(number) == number && Math.abs(number) <= LARGEST_EXACT) {
            return (long) number;
        }
        return Double.isFinite(number) ? number : null;
    }
}
