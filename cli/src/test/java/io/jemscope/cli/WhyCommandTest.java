package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WhyCommandTest {

    /** 2023-11-14T22:13:20Z; births are in sixteen spans of 16 seconds from there on. */
    private static final long START = 0x6553f100L;

    private static final int SPANS = 16;
    private static final int MEGABYTE = 1 << 20;

    private static final String SYMBOLS = """
            --- symbol
            # pid: 4711
            # time: 1700000256000
            # active.since: 1700000000000
            0x4a45000000000002 com.example.Leak.hold(Leak.java:7)
            0x4a45000000000003 com.example.Cache.fill(Cache.java:9)
            ---
            """;

    @TempDir
    private Path folder;

    @Test
    void aLineWhoseBlocksStayIsALeakAndOneThatStoppedGrowingIsNot() throws IOException {
        Path dump = dump();
        CommandRun run = CommandRun.of("why", dump.toString());

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .contains("1 leak in process 4711, by one dump:", "com.example.Leak.hold(Leak.java:7)")
                .contains("it grows all the time at the same pace", "1 filling")
                .contains("a second dump shows what is freed");
    }

    @Test
    void jsonHasEverySite() throws IOException {
        JsonObject json = JsonParser.parseString(
                        CommandRun.of("why", "--json", dump().toString()).out())
                .getAsJsonObject();
        JsonObject leak = json.getAsJsonArray("runs")
                .get(0)
                .getAsJsonObject()
                .getAsJsonArray("sites")
                .get(0)
                .getAsJsonObject();

        assertThat(json.get("report").getAsString()).isEqualTo("verdict");
        assertThat(leak.get("name").getAsString()).isEqualTo("com.example.Leak.hold(Leak.java:7)");
        assertThat(leak.get("verdict").getAsString()).isEqualTo("leak");
        assertThat(leak.get("evidence").getAsString()).isEqualTo("ages");
        assertThat(leak.get("spanSeconds").getAsDouble()).isEqualTo(256);
    }

    @Test
    void aDumpThatDoesNotSayWhenMemoryWasAllocatedIsNoEvidence() throws IOException {
        Path dump = folder.resolve("old.heap");
        Files.writeString(dump, """
                heap_v2/524288
                  t*: 8: 8388608 [0: 0]
                @ 0x4a45000000000002
                  t*: 8: 8388608 [0: 0]

                MAPPED_LIBRARIES:
                """);
        CommandRun run = CommandRun.of("why", dump.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).startsWith("No leak").contains("ages of blocks aren't known");
    }

    @Test
    void aMissingFileIsAnError() {
        assertThat(CommandRun.of("why", folder.resolve("none").toString()).exitCode())
                .isEqualTo(ExitCode.UNREADABLE);
    }

    /** A leak of 16 blocks in each span, and a cache that was filled in the first four. */
    private Path dump() throws IOException {
        StringBuilder heap = new StringBuilder("heap_v2/524288\n  t*: 512: 536870912 [0: 0]\n");
        for (int span = 0; span < SPANS; span++) {
            stack(heap, 2, span);
            if (span < SPANS / 4) {
                stack(heap, 3, span);
            }
        }
        heap.append("\nMAPPED_LIBRARIES:\n");
        Path dump = folder.resolve("4711.heap");
        Files.writeString(dump, heap);
        Files.writeString(folder.resolve("4711.heap.symbols"), SYMBOLS);
        return dump;
    }

    private static void stack(StringBuilder heap, int frame, int span) {
        long birth = 0x4a42_0400_0000_0000L | (START + 16L * span);
        heap.append(String.format(Locale.ROOT, "@ 0x7f0000001000 0x4a4500000000000%d 0x%x%n", frame, birth));
        heap.append(String.format(Locale.ROOT, "  t*: 16: %d [0: 0]%n", 16 * MEGABYTE));
    }
}
