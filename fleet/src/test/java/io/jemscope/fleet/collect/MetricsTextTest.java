package io.jemscope.fleet.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.fleet.store.MemoryFigures;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Figures come from a program that isn't ours. */
class MetricsTextTest {

    private static MemoryFigures read(String text) {
        return MetricsText.read(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void figuresOfJemallocAreRead() {
        assertThat(read(StandInAgent.METRICS)).isEqualTo(StandInAgent.MEMORY);
    }

    /** OpenMetrics ends with a line, and may have times; the page cache may be all that a container has. */
    @Test
    void figuresOfGlibcAreRead() {
        assertThat(read("""
                        jemscope_process_resident_bytes 1.0E8 1764097200.123
                        jemscope_glibc_allocated_bytes 3.0E7
                        jemscope_glibc_free_bytes  1.5E7\r
                        jemscope_container_used_bytes 100
                        jemscope_container_inactive_file_bytes 101
                        # EOF
                        """)).isEqualTo(new MemoryFigures(100_000_000, -1, 0, -1, 30_000_000, 45_000_000, -1));
    }

    @Test
    void whatIsAbsentOrImpossibleIsUnknown() {
        assertThat(read("")).isEqualTo(MemoryFigures.UNKNOWN);
        for (String value : new String[] {
            "-1", "NaN", "+Inf", "-Inf", "1e17", "1e999", "", " ", "0x", "1 2 3x", "1".repeat(60), "١", "1_000"
        }) {
            boolean isTimed = value.startsWith("1 2");
            assertThat(read("jemscope_process_resident_bytes " + value + "\n").residentBytes())
                    .as(value)
                    .isEqualTo(isTimed ? 1 : -1);
        }
        assertThat(read("jemscope_glibc_allocated_bytes 5\n")).isEqualTo(new MemoryFigures(-1, -1, -1, -1, 5, -1, -1));
        assertThat(read("jemscope_container_limit_bytes 0\njemscope_container_used_bytes 5\n")
                        .limitShare())
                .isNaN();
    }

    @Test
    @Tag("fuzz")
    void garbageIsHarmless() {
        Random random = new Random(8);
        byte[] whole = StandInAgent.METRICS.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < Integer.getInteger("fuzz.cases", 2_000); i++) {
            byte[] bytes = Arrays.copyOf(whole, random.nextInt(whole.length + 10));
            for (int flips = random.nextInt(40); flips > 0 && bytes.length > 0; flips--) {
                String often = "} {\n .eE-+9\"";
                bytes[random.nextInt(bytes.length)] = (byte)
                        (random.nextBoolean() ? random.nextInt(256) : often.charAt(random.nextInt(often.length())));
            }
            MemoryFigures memory = MetricsText.read(bytes);

            assertThat(LongStream.of(
                            memory.residentBytes(),
                            memory.limitBytes(),
                            memory.chargedBytes(),
                            memory.heapBytes(),
                            memory.allocatedBytes(),
                            memory.heldBytes(),
                            memory.otherBytes()))
                    .allMatch(each -> each >= -1 && each <= 1L << 46);
        }
    }
}
