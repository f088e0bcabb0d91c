package io.jemscope.symbols.binaries;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Mapping;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Damaged and hostile lines are skipped or parsed, and never throw. */
@Tag("fuzz")
class ProcessMapsFuzzTest {

    private static final String MAPS = """
            5581cb600000-5581cb601000 r-xp 00000000 fe:01 4711                       /opt/a b/program
            7f0012340000-7f0012350000 r-xp 00001000 fe:01 4712                       /usr/lib/libc.so.6 (deleted)
            7f0012350000-7f0012360000 rw-p 00000000 00:00 0
            7f0012360000-7f0012370000 r-xp 00000000 00:01 99                         /memfd:jit (deleted)
            7ffd12340000-7ffd12342000 r-xp 00000000 00:00 0                          [vdso]
            ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]
            """;
    private static final String LETTERS = "0123456789abcdef -:rwxps/[]()\\012\u00e9\ud83d\0\n\t";

    @Test
    void survivesDamage() {
        SplittableRandom random = new SplittableRandom(20_261_123);
        int rounds = Integer.getInteger("fuzz.cases", 5_000);
        int read = 0;
        for (int round = 0; round < rounds; round++) {
            List<String> lines = List.of(damage(random).split("\n", -1));
            List<ProcessMaps.Entry> mappings = ProcessMaps.parse(lines);
            assertThat(mappings.size()).isLessThanOrEqualTo(lines.size());
            for (ProcessMaps.Entry live : mappings) {
                Mapping mapping = live.mapping();
                assertThat(mapping.shownName()).isNotNull();
                assertThat(live.range()).contains("-");
                read++;
            }
        }
        // Some lines must stay valid, or the test proves nothing.
        assertThat(read).isGreaterThan(rounds);
    }

    private static String damage(SplittableRandom random) {
        StringBuilder text = new StringBuilder(MAPS);
        for (int change = random.nextInt(1, 8); change > 0; change--) {
            int at = random.nextInt(text.length());
            char letter = LETTERS.charAt(random.nextInt(LETTERS.length()));
            switch (random.nextInt(6)) {
                case 0 -> text.insert(at, letter);
                case 1 -> text.setCharAt(at, '\n');
                case 2 -> text.setLength(Math.max(1, at));
                case 3 -> text.insert(at, "f".repeat(random.nextInt(40)));
                case 4 -> {
                    String raw = new String(new byte[] {(byte) random.nextInt()}, StandardCharsets.UTF_8);
                    text.insert(at, raw);
                }
                default -> text.setCharAt(at, letter);
            }
        }
        return text.toString();
    }
}
