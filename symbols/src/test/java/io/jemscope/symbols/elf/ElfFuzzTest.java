package io.jemscope.symbols.elf;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.symbols.Tool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged and hostile files end in an {@link ElfException} or in fewer names, within a bounded time. */
@Tag("fuzz")
class ElfFuzzTest {

    private static final int ROUNDS = Integer.getInteger("fuzz.cases", 3_000);
    private static final Duration LONGEST_CASE = Duration.ofMinutes(1);
    private static final long[] HOSTILE = {
        0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, 0x7fff_ffffL, 0x8000_0000L, 0xffff_ffffL, 1L << 40, -4096, 24, 23
    };

    @TempDir
    private Path folder;

    @Test
    void survivesDamage() throws IOException {
        Path binary = Tool.compile(
                folder.resolve("a.so"),
                "gcc",
                "int f(int x) { return x; } int g(int x) { return f(x); }",
                "-shared",
                "-fPIC",
                "-Wl,--build-id=sha1");
        Tool.run("objcopy", "--add-gnu-debuglink=" + binary, binary.toString());
        byte[] whole = Files.readAllBytes(binary);
        Path damaged = folder.resolve("damaged");
        SplittableRandom random = new SplittableRandom(20_260_103);

        int opened = 0;
        for (int round = 0; round < ROUNDS; round++) {
            // A new file each time: truncating and rewriting a mapped file takes longer than reading it.
            Files.deleteIfExists(damaged);
            Files.write(damaged, damage(whole, random));
            // Only for a hang: a case takes a millisecond or two.
            opened += Assertions.assertTimeout(LONGEST_CASE, () -> read(damaged)) ? 1 : 0;
            if (round % 500 == 499) {
                // A process may have 65,530 mappings; the garbage collector unmaps them.
                System.gc();
            }
        }
        // Both results must have occurred, or the test proves nothing.
        assertThat(opened).isBetween(ROUNDS / 50, ROUNDS - ROUNDS / 50);
    }

    private static byte[] damage(byte[] whole, SplittableRandom random) {
        byte[] bytes = whole.clone();
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int sections = (int) buffer.getLong(40);
        for (int change = random.nextInt(1, 4); change > 0; change--) {
            switch (random.nextInt(6)) {
                case 0 -> bytes[random.nextInt(4, 64)] = (byte) random.nextInt();
                case 1 -> buffer.putLong(random.nextInt(64, 512) & -8, hostile(random));
                case 2 -> buffer.putLong(random.nextInt(sections, bytes.length - 8), hostile(random));
                case 3 -> bytes[random.nextInt(4, bytes.length)] = (byte) random.nextInt();
                case 4 -> damageUnwinding(buffer, random);
                default -> {
                    return Arrays.copyOf(bytes, random.nextInt(bytes.length));
                }
            }
        }
        return bytes;
    }

    /** Damages the table of functions, its entries, or their common entry: they follow each other. */
    private static void damageUnwinding(ByteBuffer buffer, SplittableRandom random) {
        // Another change may have damaged the header with their offset.
        int headers = (int) Math.max(0, Math.min(buffer.getLong(32), buffer.limit()));
        int limit = Math.min(headers + 56 * Short.toUnsignedInt(buffer.getShort(56)), buffer.limit() - 56);
        for (int at = headers; at < limit; at += 56) {
            long offset = buffer.getLong(at + 8);
            if (buffer.getInt(at) == 0x6474e550 && offset > 0 && offset < buffer.limit() - 400) {
                int place = (int) offset + random.nextInt(300);
                if (random.nextBoolean()) {
                    buffer.put(place, (byte) random.nextInt());
                } else {
                    buffer.putInt(place & -4, (int) hostile(random));
                }
            }
        }
    }

    private static long hostile(SplittableRandom random) {
        return HOSTILE[random.nextInt(HOSTILE.length)];
    }

    private static boolean read(Path path) throws IOException {
        try {
            ElfFile file = ElfFile.open(path);
            SymbolSearch search = new SymbolSearch(new long[] {0, 0x1000, 0x1100, 0x1110, 0x1120, -1, Long.MAX_VALUE});
            file.search(search);
            file.addressOf(0x1100);
            for (long address = 0x1000; address < 0x1200; address += 7) {
                file.functionStart(address);
            }
            file.functionStart(-1);
            file.functionStart(Long.MAX_VALUE);
            return true;
        } catch (ElfException e) {
            assertThat(e).hasMessageContaining(path.toString());
            return false;
        }
    }
}
