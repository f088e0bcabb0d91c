package io.jemscope.agent.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OwnBinariesTest {

    @Test
    void aSecondUseMapsNothing() throws IOException {
        OwnBinaries binaries = new OwnBinaries(ProcessHandle.current().pid());
        long before = mappings();
        binaries.refreshed();
        long first = mappings();

        binaries.refreshed();

        assertThat(first).isGreaterThan(before);
        assertThat(mappings()).isEqualTo(first);
    }

    private static long mappings() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.endsWith("/libjvm.so")).count();
        }
    }
}
