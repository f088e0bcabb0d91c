package io.jemscope.symbols.dwarf;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.symbols.elf.ElfException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Damaged and hostile debug information ends in an {@link ElfException} or in fewer lines, within a bounded time. The property
 * {@code fuzz.cases} has the number of cases.
 */
@Tag("fuzz")
class DwarfFuzzTest {

    private static final int CASES = Integer.getInteger("fuzz.cases", 2_000);
    private static final Duration LONGEST_CASE = Duration.ofMinutes(1);
    private static final long[] HOSTILE = {
        0,
        1,
        -1,
        2,
        0x7f,
        0x80,
        0xffff,
        0x7fff_ffffL,
        0x8000_0000L,
        0xffff_fff0L,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        1L << 40
    };

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"-gdwarf-5", "-gdwarf-4", "-gz=zlib", "-gsplit-dwarf"})
    void survivesDamage(String option) throws IOException {
        Program program = Program.compileSmall(folder, "g++", "-g", "-O2", option);
        long[] addresses = program.instructions();
        // For split units, the split file is damaged.
        Path target = option.equals("-gsplit-dwarf") ? folder.resolve("main.dwo") : program.file();
        byte[] whole = Files.readAllBytes(target);
        List<int[]> sections = sections(whole);
        SplittableRandom random = new SplittableRandom(20_261_121);
        int sound = answers(program, addresses);
        assertThat(sound).isGreaterThan(addresses.length / 2);

        int same = 0;
        int fewer = 0;
        for (int round = 0; round < CASES; round++) {
            // In place: truncating and rewriting a mapped file takes longer than reading it.
            Files.write(target, damage(whole, sections, random), StandardOpenOption.WRITE);
            int found = Assertions.assertTimeout(LONGEST_CASE, () -> answers(program, addresses));
            same += found == sound ? 1 : 0;
            fewer += found < sound ? 1 : 0;
        }

        // Both results must have occurred, or the test proves nothing.
        if (CASES >= 1_000) {
            assertThat(same).isGreaterThan(CASES / 50);
            assertThat(fewer).isGreaterThan(CASES / 50);
        }
    }

    /** Many units refer to a megabyte of abbreviations without an end: it is read a few times at most. */
    @Test
    void readsAnEndlessTableOfAbbreviationsAFewTimes() throws IOException {
        int units = 2_000;
        for (int step : new int[] {0, 4}) {
            Path file = Files.write(folder.resolve("endless" + step), unitsOfEndlessShapes(units, step));
            long[] addresses = {0x1000, 0x2000};

            int found = Assertions.assertTimeout(Duration.ofSeconds(60), () -> {
                LineTable table =
                        Objects.requireNonNull(Program.debugInfo(file, file)).lines(addresses);
                return table.frames(0x1000).size();
            });

            assertThat(found).isZero();
        }
    }

    /** An object file with {@code .debug_info} and {@code .debug_abbrev}; each unit's abbreviations begin one step later. */
    private static byte[] unitsOfEndlessShapes(int units, int step) {
        byte[] shapes = new byte[1 << 20];
        for (int at = 0; at < shapes.length; at += 4) {
            // A code, a tag, no children; then pairs of attribute and form.
            shapes[at] = 1;
            shapes[at + 1] = 0x11;
            shapes[at + 2] = 1;
            shapes[at + 3] = 0x0b;
        }
        int unitBytes = 13;
        byte[] names = "\0.debug_info\0.debug_abbrev\0.names\0".getBytes(StandardCharsets.US_ASCII);
        int infoAt = 64;
        int shapesAt = infoAt + units * unitBytes;
        int namesAt = shapesAt + shapes.length;
        int table = namesAt + names.length;
        ByteBuffer out = ByteBuffer.allocate(table + 4 * 64).order(ByteOrder.LITTLE_ENDIAN);
        out.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1});
        out.putShort(16, (short) 1).putLong(40, table);
        out.putShort(58, (short) 64).putShort(60, (short) 4).putShort(62, (short) 3);
        out.position(infoAt);
        for (int unit = 0; unit < units; unit++) {
            out.putInt(unitBytes - 4).putShort((short) 4).putInt(unit * step);
            out.put((byte) 8).put((byte) 1).put((byte) 0);
        }
        out.put(shapes).put(names);
        int[][] sections = {{1, infoAt, units * unitBytes}, {13, shapesAt, shapes.length}, {27, namesAt, names.length}};
        for (int index = 0; index < sections.length; index++) {
            int header = table + (index + 1) * 64;
            out.putInt(header, sections[index][0]).putInt(header + 4, 1);
            out.putLong(header + 24, sections[index][1]).putLong(header + 32, sections[index][2]);
        }
        return out.array();
    }

    private static int answers(Program program, long[] addresses) throws IOException {
        try {
            DebugInfo info = Program.debugInfo(program.file(), program.file());
            if (info == null) {
                return 0;
            }
            LineTable table = info.lines(addresses);
            int answers = 0;
            for (long address : addresses) {
                List<LineFrame> frames = table.frames(address);
                answers += frames.size();
            }
            return answers;
        } catch (ElfException e) {
            assertThat(e).hasMessageContaining("can't be read");
            return 0;
        }
    }

    /** One to four changes within the debug sections: bytes, hostile numbers, copies of other parts, and shorter lengths. */
    private static byte[] damage(byte[] whole, List<int[]> sections, SplittableRandom random) {
        byte[] bytes = whole.clone();
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int change = random.nextInt(1, 5); change > 0; change--) {
            int[] section = sections.get(random.nextInt(sections.size()));
            int length = section[1];
            // Headers are at the start.
            int reach = random.nextBoolean() ? Math.min(length, 64) : length;
            int at = section[0] + random.nextInt(Math.max(1, reach - 8));
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> buffer.putLong(at, hostile(random));
                case 2 -> buffer.putInt(at, (int) hostile(random));
                case 3 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                default -> {
                    int from = section[0] + random.nextInt(Math.max(1, length - 8));
                    int count = Math.min(random.nextInt(1, 32), section[0] + length - Math.max(at, from));
                    System.arraycopy(whole, from, bytes, at, Math.max(0, count));
                }
            }
        }
        return bytes;
    }

    private static long hostile(SplittableRandom random) {
        return HOSTILE[random.nextInt(HOSTILE.length)];
    }

    /** The offset and length of the debug sections in a file. */
    private static List<int[]> sections(byte[] file) {
        ByteBuffer header = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int table = (int) header.getLong(40);
        int names = (int) header.getLong(table + header.getShort(62) * 64 + 24);
        List<int[]> sections = new ArrayList<>();
        for (int index = 0; index < header.getShort(60); index++) {
            int at = table + index * 64;
            int name = names + header.getInt(at);
            String prefix = new String(Arrays.copyOfRange(file, name, name + 7), StandardCharsets.US_ASCII);
            int bytes = (int) header.getLong(at + 32);
            if (prefix.equals(".debug_") && bytes > 16) {
                sections.add(new int[] {(int) header.getLong(at + 24), bytes});
            }
        }
        return sections;
    }
}
