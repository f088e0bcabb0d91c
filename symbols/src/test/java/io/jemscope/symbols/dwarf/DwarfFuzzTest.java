package io.jemscope.symbols.dwarf;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.symbols.elf.ElfException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Damaged and hostile debug information ends in an {@link ElfException} or in fewer answers: nothing else, and soon. The
 * number of cases is the property {@code fuzz.cases}.
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
        Program program = Program.compile(folder, "g++", "-g", "-O2", option);
        long[] addresses = program.instructions();
        // What was split off is damaged there.
        Path target = option.equals("-gsplit-dwarf") ? folder.resolve("main.dwo") : program.file();
        byte[] whole = Files.readAllBytes(target);
        List<int[]> sections = sections(whole);
        SplittableRandom random = new SplittableRandom(20_261_121);
        int sound = answers(program, addresses);
        assertThat(sound).isGreaterThan(addresses.length / 2);

        int same = 0;
        int fewer = 0;
        for (int round = 0; round < CASES; round++) {
            Files.write(target, damage(whole, sections, random));
            int found = Assertions.assertTimeout(LONGEST_CASE, () -> answers(program, addresses));
            same += found == sound ? 1 : 0;
            fewer += found < sound ? 1 : 0;
        }

        // Damage must have been met, and have been survived, or the test says nothing.
        if (CASES >= 1_000) {
            assertThat(same).isGreaterThan(CASES / 50);
            assertThat(fewer).isGreaterThan(CASES / 50);
        }
    }

    private static int answers(Program program, long[] addresses) throws IOException {
        try {
            DebugInfo info = DebugInfo.open(program.file(), program.file());
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

    /** One to four changes within the debug sections: bytes, hostile numbers, copies of other places, and cuts of lengths. */
    private static byte[] damage(byte[] whole, List<int[]> sections, SplittableRandom random) {
        byte[] bytes = whole.clone();
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int change = random.nextInt(1, 5); change > 0; change--) {
            int[] section = sections.get(random.nextInt(sections.size()));
            int length = section[1];
            // Beginnings are where the headers are.
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

    /** Where the debug sections lie in a file, and how long they are. */
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
