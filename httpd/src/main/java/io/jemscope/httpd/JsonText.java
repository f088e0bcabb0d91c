package io.jemscope.httpd;

import com.google.gson.stream.JsonWriter;
import java.io.StringWriter;

/** Writes a JSON document into memory. It throws nothing, unless it is told to write what isn't JSON. */
public final class JsonText extends JsonWriter {

    private final StringWriter text;

    /** Begins an empty document. */
    public JsonText() {
        this(new StringWriter(256));
    }

    private JsonText(StringWriter text) {
        super(text);
        this.text = text;
    }

    /** The document as far as it is written, and a line end. */
    @Override
    public String toString() {
        return text + "\n";
    }
}
