package io.jemscope.httpd;

import com.google.gson.stream.JsonWriter;
import java.io.StringWriter;

/** Writes a JSON document into memory. It throws only if the calls don't make valid JSON. */
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

    /** The document so far, with a line end. */
    @Override
    public String toString() {
        return text + "\n";
    }
}
