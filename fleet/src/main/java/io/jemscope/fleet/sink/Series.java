package io.jemscope.fleet.sink;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.jemscope.fleet.store.Instance;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The labels of a profile's series, and what is of one form in Pyroscope's and Parca's requests. Label names are Prometheus's: other letters than
 * its own become {@code _}.
 */
record Series(Map<String, String> labels) {

    /** The limits of Pyroscope's default configuration; Parca has none. */
    private static final int MOST_LABELS = 30;

    private static final int MOST_NAME = 1_024;
    private static final int MOST_VALUE = 2_048;

    /** The series' name, which both servers use for heap profiles that they scrape. */
    private static final String NAME = "__name__";

    /**
     * The series of an instance.
     *
     * @param service the label that the server wants the service's name in
     * @param delivery the address of its agent tells instances of a service apart, as where the server scrapes
     */
    static Series of(String service, Instance instance, Delivery delivery) {
        Map<String, String> labels = new LinkedHashMap<>();
        put(labels, NAME, "memory");
        put(labels, service, instance.service());
        put(labels, "version", instance.version());
        put(labels, "host", instance.host());
        put(labels, "instance", delivery.agent().address().getAuthority());
        instance.labels().forEach((name, value) -> put(labels, name, value));
        return new Series(labels);
    }

    private static void put(Map<String, String> labels, String name, String value) {
        String allowed = name.replaceAll("[^a-zA-Z0-9_]", "_").replaceFirst("^(?=[0-9])", "_");
        if (!value.isEmpty() && !allowed.isEmpty() && allowed.length() <= MOST_NAME && labels.size() < MOST_LABELS) {
            labels.putIfAbsent(allowed, value.length() > MOST_VALUE / 4 ? value.substring(0, MOST_VALUE / 4) : value);
        }
    }

    /** The labels as a JSON array of names and values. */
    JsonArray pairs() {
        JsonArray pairs = new JsonArray();
        labels.forEach((name, value) -> {
            JsonObject pair = new JsonObject();
            pair.addProperty("name", name);
            pair.addProperty("value", value);
            pairs.add(pair);
        });
        return pairs;
    }

    /** The message {@code RawSample} of both servers, in a list. */
    static JsonArray samples(byte[] pprof) {
        JsonObject sample = new JsonObject();
        sample.addProperty("rawProfile", Base64.getEncoder().encodeToString(pprof));
        JsonArray samples = new JsonArray();
        samples.add(sample);
        return samples;
    }

    /** An array of one element. */
    static JsonArray listOf(JsonObject element) {
        JsonArray list = new JsonArray();
        list.add(element);
        return list;
    }
}
