package io.jemscope.symbols.binaries;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Mapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessMapsTest {

    @Test
    void readsRangeOffsetFileAndPermission() {
        assertThat(parse("7f0012340000-7f0012350000 r-xp 00001000 fe:01 4711                  /usr/lib/libc.so.6"))
                .isEqualTo(new ProcessMaps.Entry(
                        new Mapping(0x7f0012340000L, 0x7f0012350000L, 0x1000, "/usr/lib/libc.so.6", false, null),
                        true,
                        "fe:01:4711"));
        assertThat(parse("7f0012340000-7f0012350000 rw-p 00000000 00:00 0"))
                .isEqualTo(new ProcessMaps.Entry(
                        new Mapping(0x7f0012340000L, 0x7f0012350000L, 0, null, false, null), false, "00:00:0"));
    }

    @Test
    void removesTheKernelsAdditionsToNames() {
        assertThat(parse("1000-2000 r-xp 00000000 fe:01 9     /tmp/a b (x)  c.so (deleted)")
                        .mapping())
                .isEqualTo(new Mapping(0x1000, 0x2000, 0, "/tmp/a b (x)  c.so", true, null));
        assertThat(parse("1000-2000 r-xp 00000000 fe:01 9     /tmp/a\\012b")
                        .mapping()
                        .file())
                .isEqualTo("/tmp/a\nb");
        assertThat(parse("ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0      [vsyscall]")
                        .range())
                .isEqualTo("ffffffffff600000-ffffffffff601000");
    }

    @Test
    void skipsOtherLines() {
        assertThat(ProcessMaps.parse(
                        List.of("", "x", "1-2", "1-2 r 0 0 0", "x-y r-xp 0 0:0 0", "1-2 r-xp zz 0:0 0 /a")))
                .isEmpty();
    }

    @Test
    void readsItsOwnProcess() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("/proc/self/maps"));

        List<ProcessMaps.Entry> mappings = ProcessMaps.parse(lines);

        assertThat(mappings).hasSameSizeAs(lines);
        assertThat(mappings)
                .anyMatch(live -> live.executable()
                        && live.mapping().file() != null
                        && live.mapping().file().endsWith("/libjvm.so"));
    }

    private static ProcessMaps.Entry parse(String line) {
        return ProcessMaps.parse(List.of(line)).get(0);
    }
}
