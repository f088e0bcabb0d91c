package io.jemscope.profile.jemalloc;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.SampleRate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines read in one go are read as with care. A blank more at a line's end says nothing, and needs care. */
class PlainFiguresTest {

    private static final int CASES = 2_000;

    /** What stands between the numbers of a line. */
    private static final String[] BETWEEN = {": ", ": ", " [", ": ", "]"};

    private static final String[] ENDS = {"\n", "\n", "\n", "\r\n", "\r", " \n", "\n\n"};

    private static final String GARBAGE = "-+ \t.,:[]*@tx0123456789\0\r/;\u00e9";

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void areThoseOfTheCarefulReader(long seed) throws IOException {
        Random random = new Random(seed);
        int plainLines = 0;
        for (int i = 0; i < CASES; i++) {
            String line = line(random);
            String next = random.nextInt(4) == 0 ? "" : ENDS[random.nextInt(ENDS.length)] + "next";
            LineScanner lines = over(line + next, random);
            assertThat(lines.nextOpen()).isTrue();
            PlainFigures plain = new PlainFigures();
            if (!plain.read(lines)) {
                // As it was: whoever reads with care begins anew.
                assertThat(lines.position()).isZero();
                continue;
            }
            plainLines++;
            LineScanner careful = over(line + " " + next, random);
            assertThat(careful.next()).isTrue();
            assertThat(careful.skip("  t")).as(line).isTrue();
            long thread = careful.skip('*') ? PlainFigures.EVERY_THREAD : careful.decimal();
            careful.expect(':');
            Figures figures = new FigureReader(SampleRate.EVERY_ALLOCATION).read(careful);
            careful.skipBlanks();
            assertThat(careful.atEnd()).as(line).isTrue();

            assertThat(plain.thread()).as(line).isEqualTo(thread);
            assertThat(new FigureReader(SampleRate.EVERY_ALLOCATION).read(plain))
                    .as(line)
                    .isEqualTo(figures);
            // The figures above are rounded where they are long.
            assertThat(plain.numbers()).as(line).containsExactly(numbers(line));
            assertThat(lines.atEnd()).as(line).isTrue();
            assertThat(rest(lines)).as(line).isEqualTo(rest(careful));
        }
        assertThat(plainLines).isBetween(CASES / 10, CASES * 9 / 10);
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6})
    void makeTheSameOfADump(long seed) throws IOException {
        Random random = new Random(seed);
        int read = 0;
        for (int i = 0; i < CASES; i++) {
            StringBuilder plain = new StringBuilder();
            StringBuilder careful = new StringBuilder();
            int lines = 1 + random.nextInt(4);
            for (int number = 0; number < lines; number++) {
                String line = random.nextInt(3) > 0 ? likelyLine(random) : line(random);
                boolean last = number == lines - 1 && random.nextBoolean();
                String end = last ? "" : random.nextInt(4) > 0 ? "\n" : "\r\n";
                plain.append(line).append(end);
                careful.append(line).append(' ').append(end);
            }
            String before = "heap_v2/" + (random.nextBoolean() ? 1 : 524_288) + "\n";
            before += random.nextInt(4) > 0 ? "  t*: 7: 700 [0: 0]\n@ 0x10 0x20\n" : "";
            before += before.contains("@") && random.nextInt(3) > 0 ? "  t*: 7: 700 [9: 900]\n" : "";

            String expected = profile(before + careful, random);
            assertThat(profile(before + plain, random)).as(before + plain).isEqualTo(expected);
            read += expected.startsWith("Profile") ? 1 : 0;
        }
        assertThat(read).isBetween(CASES / 10, CASES * 9 / 10);
    }

    @Test
    void areReadUpToEighteenDigits() throws IOException {
        for (int place = 0; place < 5; place++) {
            assertThat(isPlain(place, "1".repeat(18))).isTrue();
            assertThat(isPlain(place, "9".repeat(18))).isTrue();
            // Still a number; the careful reader's.
            assertThat(isPlain(place, "1".repeat(19))).isFalse();
            assertThat(isPlain(place, "0".repeat(18) + "1")).isFalse();
            assertThat(isPlain(place, "1".repeat(20))).isFalse();
            // What overflows must not come round to a small number.
            assertThat(isPlain(place, "18446744073709551617")).isFalse();
            assertThat(isPlain(place, "")).isFalse();
            assertThat(isPlain(place, "-1")).isFalse();
            assertThat(isPlain(place, "+1")).isFalse();
        }
    }

    private static boolean isPlain(int place, String number) throws IOException {
        String[] numbers = {"1", "2", "3", "4", "5"};
        numbers[place] = number;
        LineScanner lines = over(line(numbers), new Random(place));
        assertThat(lines.nextOpen()).isTrue();
        return new PlainFigures().read(lines);
    }

    /** A line as jemalloc writes it, or with long numbers, or broken somewhere. */
    private static String line(Random random) {
        String[] numbers = new String[5];
        Arrays.setAll(numbers, i -> number(random, random.nextInt(8) == 0 ? 20 : 7));
        if (random.nextInt(3) == 0) {
            numbers[0] = "*";
        }
        StringBuilder line = new StringBuilder(line(numbers));
        for (int broken = random.nextInt(4) - 1; broken > 0; broken--) {
            int at = random.nextInt(line.length());
            char garbage = GARBAGE.charAt(random.nextInt(GARBAGE.length()));
            switch (random.nextInt(4)) {
                case 0 -> line.setCharAt(at, garbage);
                case 1 -> line.insert(at, garbage);
                case 2 -> line.deleteCharAt(at);
                default -> line.setLength(at + 1);
            }
        }
        return line.toString();
    }

    /** A line of one of few threads, so that their figures may fit the total of the stack. */
    private static String likelyLine(Random random) {
        int objects = random.nextInt(5);
        return line("" + random.nextInt(4), "" + objects, "" + 100 * objects, "" + (objects + 1), "" + 300 * objects);
    }

    private static String line(String... numbers) {
        StringBuilder line = new StringBuilder("  t");
        for (int i = 0; i < numbers.length; i++) {
            line.append(numbers[i]).append(BETWEEN[i]);
        }
        return line.toString();
    }

    private static String number(Random random, int mostDigits) {
        // Eighteen digits and what is about them are met often enough.
        int digits = mostDigits == 20 ? 16 + random.nextInt(5) : 1 + random.nextInt(mostDigits);
        StringBuilder number = new StringBuilder();
        for (int i = 0; i < digits; i++) {
            number.append((char) ('0' + random.nextInt(random.nextInt(4) == 0 ? 1 : 10)));
        }
        return number.toString();
    }

    private static long[] numbers(String line) {
        String[] texts = line.substring(line.indexOf(':')).split("[^0-9]+", -1);
        return Arrays.stream(texts)
                .filter(text -> !text.isEmpty())
                .mapToLong(Long::parseLong)
                .toArray();
    }

    private static String rest(LineScanner lines) throws IOException {
        StringBuilder rest = new StringBuilder();
        while (lines.next()) {
            rest.append(lines.rest()).append('|');
        }
        return rest.toString();
    }

    /** The profile as text, or in which line it can't be read and why; the line and where it ends differ by the blank. */
    private static String profile(String dump, Random random) throws IOException {
        try {
            return HeapReader.read(stream(dump, random), SymbolSection.NONE).toString();
        } catch (FormatException e) {
            return String.valueOf(e.getMessage())
                    .replaceAll(" *…?(\"\\):)", "$1")
                    .replaceAll("at column [0-9]+", "at some column");
        }
    }

    private static LineScanner over(String text, Random random) {
        return new LineScanner(stream(text, random), "text");
    }

    /** A stream that gives as much as it likes at once. */
    private static InputStream stream(String text, Random random) {
        int most = 1 + random.nextInt(random.nextBoolean() ? 8 : 1_000);
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, most));
            }
        };
    }
}
