package io.jemscope.agent.web.compat.mesos;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;

/** Where a run's profile is fetched from, as the answers name it. */
final class ProfileAddresses {

    static final String BASE = "/memory-profiler";

    private ProfileAddresses() {}

    /**
     * Writes the three addresses into an object; {@code which} names the profile, such as {@code id=7}. The graph's stands
     * under two names: {@code url_graph} is Mesos's, and the other goes with those of the rest.
     */
    static void write(JsonWriter json, String which) throws IOException {
        json.name("url_raw_profile").value(BASE + "/download/raw?" + which);
        json.name("url_graph_profile").value(BASE + "/download/graph?" + which);
        json.name("url_graph").value(BASE + "/download/graph?" + which);
        json.name("url_symbolized_profile").value(BASE + "/download/text?" + which);
    }
}
