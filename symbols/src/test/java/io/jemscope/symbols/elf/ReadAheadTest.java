package io.jemscope.symbols.elf;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReadAheadTest {

    private static final long INFLATED_BYTES = 1 << 25;

    /** Fails like a thread that runs out of heap while inflating. */
    private static final class WithoutHeap extends SectionContent {

        @Override
        public long bytes() {
            return INFLATED_BYTES / 100;
        }

        @Override
        public void read(long offset, byte[] to, int at, int length) {
            throw new OutOfMemoryError("planted");
        }

        @Override
        public SectionContent randomAccess() {
            return this;
        }

        @Override
        public boolean isRandomAccess() {
            return true;
        }

        @Override
        public boolean fitsInHeap() {
            return false;
        }
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD, unit = TimeUnit.SECONDS)
    void reportsThatItsThreadEnded() throws ElfException {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "one processor: no thread");
        InflatedContent content = new InflatedContent(Path.of("lib.so"), new WithoutHeap(), 0, INFLATED_BYTES);
        try (ReadAhead ahead = ReadAhead.of(content)) {
            assertThatThrownBy(() -> ahead.read(0, new byte[16], 0, 16))
                    .isInstanceOf(ElfException.class)
                    .hasMessageContaining("-Xmx");
        }
    }
}
