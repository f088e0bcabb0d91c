package io.jemscope.agent.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VmLayoutTest {

    @Test
    void findsTheHeapAndTheCodeOfTheJvmThatRunsThis() throws IOException {
        VmLayout layout = VmLayout.own();
        MappingSums sums = new MappingSums();
        try (FileInputStream smaps = new FileInputStream("/proc/self/smaps")) {
            Smaps.read(smaps, new MappingSorter(layout.heap(), layout.code(), sums, Integer.MAX_VALUE));
        }

        assertThat(layout.why()).isNull();
        assertThat(sums.residentBytes(MappingKind.JAVA_HEAP))
                .isBetween(1L << 20, Runtime.getRuntime().maxMemory());
        assertThat(sums.residentBytes(MappingKind.CODE_CACHE)).isBetween(1L << 18, 512L << 20);
    }

    @Test
    void whatIsNoLibraryIsSaidSo() {
        try (ProcessMemory memory = new Scattered(new byte[4096])) {
            assertThatThrownBy(() -> VmLayout.read(memory, 0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("doesn't begin as a 64-bit library does");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void garbageForALibraryIsAnErrorAndNothingWorse() {
        Random random = new Random(3);
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = new byte[1 << 12];
            if (round % 2 == 0) {
                random.nextBytes(bytes);
            } else {
                // Small numbers lead on: to tables that are there, of sizes that could be.
                for (int at = 0; at < bytes.length; at += Long.BYTES) {
                    bytes[at] = (byte) random.nextInt(16);
                    bytes[at + 1] = (byte) random.nextInt(4);
                }
            }
            ByteBuffer.wrap(bytes)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(0x464c457f)
                    .put((byte) 2);
            assertThatThrownBy(() -> VmLayout.read(new Scattered(bytes), 0)).isInstanceOf(IOException.class);
        }
    }

    /** Some bytes at the address 0, and nothing behind them. */
    private static final class Scattered implements ProcessMemory {

        private final byte[] bytes;

        Scattered(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public ByteBuffer read(long address, int count) throws IOException {
            if (address < 0 || count < 0 || address > bytes.length - count) {
                throw new IOException("not mapped");
            }
            return ByteBuffer.wrap(bytes, (int) address, count).slice().order(ByteOrder.LITTLE_ENDIAN);
        }

        @Override
        public void close() {}
    }
}
