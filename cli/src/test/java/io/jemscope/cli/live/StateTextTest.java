package io.jemscope.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.target.Target;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The state of JVMs that don't run on jemalloc. */
class StateTextTest {

    private static final String STATE = """
            {"pid": 4711, "rssBytes": 104857600,
             "allocator": "NAME, sampled by jemscope",
             "jemalloc": {"detected": false, "version": null, "path": null,
                          "prof": true, "active": false, "activeBy": "agent", "rateBytes": 524288},
             "run": null, "allocationLog": null, "memory": null, "glibc": GLIBC,
             "hook": {"installed": true, "counters": {"samples": 3, "samples.java": 2}},
             "agent": {"version": "0.1.0", "startedAt": "2026-01-01T00:00:00Z"}}
            """;

    private static String print(String name, String glibc) {
        Answer state =
                new Answer(JsonParser.parseString(STATE.replace("NAME", name).replace("GLIBC", glibc))
                        .getAsJsonObject());
        return StateText.print(state, new Target("4711 Shop", "4711", Optional.empty(), Optional.empty()), 200);
    }

    @Test
    void glibcIsNamedWithItsFigures() {
        assertThat(
                        print(
                                "glibc 2.36",
                                "{allocatedBytes: 73400320, freeBytes: 1048576, mappedBytes: 2097152, mappedBlocks: 7, arenas: 5}"))
                .contains("allocator  glibc 2.36, sampled by jemscope\n")
                .contains("sampling   off, one in 512.0 KiB\n")
                .contains("malloc     allocated 70.0 MiB, 2.0 MiB of it in 7 blocks with mappings of their own; "
                        + "free 1.0 MiB; arenas 5\n")
                .doesNotContain("jemalloc", "Most of RSS");
    }

    @Test
    void anotherAllocatorIsNamedWithoutFigures() {
        assertThat(print("tcmalloc 2.10", "null"))
                .contains("allocator  tcmalloc 2.10, sampled by jemscope\n")
                .contains("malloc     not known: Jemscope reads no statistics of tcmalloc 2.10\n");
    }
}
