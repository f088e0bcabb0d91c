package io.jemscope.httpd;

import com.google.gson.stream.JsonWriter;
import java.io.StringWriter;

/** A JSON document being written into memory. */
public final class JsonText {

    private final StringWriter text = new StringWriter(256);
    private final JsonWriter writer = new JsonWriter(text);

    /** Begins an empty document. */
    public JsonText() {}

    /**
     * Takes the document.
     *
     * @return the writer; it never fails but where it is told to write what is no JSON
     */
    public JsonWriter writer() {
        return writer;
    }

    /** The document as far as it is written, and a line end. */
    @Override
    public String toString() {
        return text + "\n";
    }
}
