package io.jemscope.httpd;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A request's body that is a flat JSON object of known names. Anything else is refused: it would be a slip. */
public final class JsonObjectBody {

    private final Map<String, Object> values;

    private JsonObjectBody(Map<String, Object> values) {
        this.values = values;
    }

    /**
     * Reads the body; an empty one is an empty object.
     *
     * @param known the names that the object may have
     * @return its values: texts, whole numbers, true and false
     * @throws ApiException of status 400 where it is anything else
     */
    public static JsonObjectBody of(Request request, String... known) throws ApiException {
        return of(request, true, known);
    }

    /**
     * Reads a body with any names; an empty one is an empty object.
     *
     * @return its values: texts, whole numbers, true and false
     * @throws ApiException of status 400 where it is anything else
     */
    public static JsonObjectBody ofAnyNames(Request request) throws ApiException {
        return of(request, false);
    }

    /**
     * All values.
     *
     * @return each a {@link String}, a {@link Long} or a {@link Boolean}, by its name, in the order of the body
     */
    public Map<String, Object> values() {
        return Collections.unmodifiableMap(values);
    }

    private static JsonObjectBody of(Request request, boolean closed, String... known) throws ApiException {
        byte[] body = request.body();
        if (body.length == 0) {
            return new JsonObjectBody(Map.of());
        }
        try (JsonReader json = new JsonReader(new StringReader(StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(body))
                .toString()))) {
            json.setStrictness(Strictness.STRICT);
            JsonObjectBody values = read(json, closed, known);
            if (json.peek() != JsonToken.END_DOCUMENT) {
                throw bad("something follows the object", object(known));
            }
            return values;
        } catch (CharacterCodingException e) {
            throw bad("it is not UTF-8", object(known));
        } catch (IOException | IllegalStateException e) {
            throw bad("it is not a JSON object", object(known));
        }
    }

    private static JsonObjectBody read(JsonReader json, boolean closed, String... known)
            throws IOException, ApiException {
        Map<String, Object> values = new LinkedHashMap<>();
        json.beginObject();
        while (json.hasNext()) {
            String name = json.nextName();
            if (closed && !List.of(known).contains(name)) {
                throw bad("it has the name " + name, object(known));
            }
            Object value = switch (json.peek()) {
                case BOOLEAN -> json.nextBoolean();
                case STRING -> json.nextString();
                case NUMBER -> number(name, json.nextString(), known);
                default ->
                    throw bad(
                            "the value of " + name + " is neither a text, a whole number, true nor false",
                            object(known));
            };
            if (values.put(name, value) != null) {
                throw bad("it has the name " + name + " twice", "Send it once.");
            }
        }
        json.endObject();
        return new JsonObjectBody(values);
    }

    private static Long number(String name, String text, String... known) throws ApiException {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            throw bad("the value of " + name + " is not a whole number, or is too large", object(known));
        }
    }

    /**
     * A value that must be there and be true or false.
     *
     * @throws ApiException of status 400 where it isn't so
     */
    public boolean flag(String name) throws ApiException {
        if (values.get(name) instanceof Boolean flag) {
            return flag;
        }
        throw bad(name + " is neither true nor false", "Send {\"" + name + "\":true} or {\"" + name + "\":false}.");
    }

    /**
     * A value that may be there, and then is true or false.
     *
     * @param otherwise what it is where it isn't there
     * @throws ApiException of status 400 where it is something else
     */
    public boolean flag(String name, boolean otherwise) throws ApiException {
        return values.containsKey(name) ? flag(name) : otherwise;
    }

    /**
     * A whole number that may be there.
     *
     * @return the number; empty where it isn't there
     * @throws ApiException of status 400 where it is something else
     */
    public Optional<Long> number(String name) throws ApiException {
        Object value = values.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof Long number) {
            return Optional.of(number);
        }
        throw bad(name + " is not a whole number", "Send it without quotes.");
    }

    /**
     * A text that may be there.
     *
     * @return the text; empty where it isn't there
     * @throws ApiException of status 400 where it is something else
     */
    public Optional<String> text(String name) throws ApiException {
        Object value = values.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof String text) {
            return Optional.of(text);
        }
        throw bad(name + " is not text", "Send it in quotes.");
    }

    private static String object(String... known) {
        return known.length == 0
                ? "Send a JSON object of names and values."
                : "Send a JSON object; the names it may have: " + String.join(", ", known) + ".";
    }

    private static ApiException bad(String why, String next) {
        return new ApiException(400, "The body can't be read", why, next);
    }
}
