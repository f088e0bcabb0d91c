package io.jemscope.fleet.sink;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.jemscope.fleet.store.Instance;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** A profile as a series, as Pyroscope's and Parca's requests have it in JSON. */
final class Series {

    /** The limits of Pyroscope's default configuration; Parca has none. */
    private static final int MOST_LABELS = 30;

    private static final int MOST_NAME = 1_024;
    private static final int MOST_VALUE = 2_048;

    /** The series' name, which both servers use for heap profiles that they scrape. */
    private static final String NAME = "__name__";

    private Series() {}

    /**
     * The labels of an instance, as a JSON array of names and values. Their names are Prometheus's: other letters than its own become {@code _}.
     *
     * @param service the label that the server wants the service's name in
     * @param delivery the address of its agent tells instances of a service apart, as where the server scrapes
     */
    static JsonArray labels(String service, Instance instance, Delivery delivery) {
        Map<String, String> labels = new LinkedHashMap<>();
        put(labels, NAME, "memory");
        put(labels, service, instance.service());
        put(labels, "version", instance.version());
        put(labels, "host", instance.host());
        put(labels, "instance", delivery.agent().address().getAuthority());
        instance.labels().forEach((name, value) -> put(labels, name, value));
        JsonArray pairs = new JsonArray();
        labels.forEach((name, value) -> {
            JsonObject pair = new JsonObject();
            pair.addProperty("name", name);
            pair.addProperty("value", value);
            pairs.add(pair);
        });
        return pairs;
    }

    private static void put(Map<String, String> labels, String name, String value) {
        String allowed = name.replaceAll("[^a-zA-Z0-9_]", "_").replaceFirst("^(?=[0-9])", "_");
        if (!value.isEmpty() && !allowed.isEmpty() && allowed.length() <= MOST_NAME && labels.size() < MOST_LABELS) {
            labels.putIfAbsent(allowed, value.length() > MOST_VALUE / 4 ? value.substring(0, MOST_VALUE / 4) : value);
        }
    }

    /**
     * A request with one profile.
     *
     * @param labels the series' labels, in the server's form
     */
    static byte[] request(JsonElement labels, byte[] pprof) {
        JsonObject sample = new JsonObject();
        sample.addProperty("rawProfile", Base64.getEncoder().encodeToString(pprof));
        JsonObject series = new JsonObject();
        series.add("labels", labels);
        series.add("samples", listOf(sample));
        JsonObject request = new JsonObject();
        request.add("series", listOf(series));
        return request.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static JsonArray listOf(JsonObject element) {
        JsonArray list = new JsonArray();
        list.add(element);
        return list;
    }
}
