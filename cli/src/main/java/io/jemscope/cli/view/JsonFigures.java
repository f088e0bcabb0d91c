package io.jemscope.cli.view;

import com.google.gson.stream.JsonWriter;
import io.jemscope.profile.Estimate;
import java.io.IOException;

/** How figures stand in JSON: with their fractions, and {@code null} for what isn't known. */
final class JsonFigures {

    private JsonFigures() {}

    /** A figure and its standard error, as two members. */
    static void estimate(JsonWriter json, String name, Estimate estimate) throws IOException {
        number(json, name, estimate.value());
        number(json, name + "StandardError", estimate.standardError());
    }

    static void number(JsonWriter json, String name, double figure) throws IOException {
        json.name(name);
        if (Double.isNaN(figure) || Double.isInfinite(figure)) {
            json.nullValue();
        } else if (figure == Math.rint(figure) && Math.abs(figure) < 1L << 53) {
            json.value((long) figure);
        } else {
            json.value(figure);
        }
    }
}
