package io.jemscope.cli.control;

import com.google.gson.JsonObject;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The parameters of a run.
 *
 * @param duration how long it lasts, in whole seconds from 1 on; empty for until it is stopped
 * @param label what it is called; may be empty
 * @param sampleBytes one sample for every so many bytes, a power of two; empty for as it is
 * @param discard whether what was sampled so far may be forgotten, as another rate demands
 * @param dense whether a rate is meant that costs the program memory
 * @param baseline whether what was sampled before is kept apart from what is sampled in the run
 */
public record RunRequest(
        Optional<Duration> duration,
        String label,
        OptionalLong sampleBytes,
        boolean discard,
        boolean dense,
        boolean baseline) {

    JsonObject json() {
        JsonObject json = new JsonObject();
        duration.ifPresent(span -> json.addProperty("seconds", span.toSeconds()));
        if (!label.isEmpty()) {
            json.addProperty("label", label);
        }
        sampleBytes.ifPresent(bytes -> json.addProperty("sampleBytes", bytes));
        if (discard) {
            json.addProperty("discard", true);
        }
        if (dense) {
            json.addProperty("dense", true);
        }
        if (!baseline) {
            json.addProperty("baseline", false);
        }
        return json;
    }
}
