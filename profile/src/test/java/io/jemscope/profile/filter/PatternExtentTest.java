package io.jemscope.profile.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternExtentTest {

    /** The end of every program, its beginning, and what an empty pattern becomes. */
    private static final int FIXED = 3;

    private static long parts(String pattern) {
        return PatternExtent.of(pattern).parts();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a{1000}){1000}",
                "((a{30}){30}){30}",
                "((a{1000}){1000}){1000}",
                "(((){1000}){1000}){1000}",
                "((((|){1000}){1000}){1000}){1000}",
                "(?:a{50,}){60,}",
                "(\\b{999}){999}",
                "(?:[]]{100}){100}",
                "(?:[^]]{100}){100}",
                "(?:[[:alpha:]]{100}){100}",
                "(?:[\\]]{100}){100}",
                "(?:[a[]{100}){100}",
                "(?:\\[{100}){100}",
                "(?:\\p{Greek}{100}){100}",
                "(?P<name>a{100}){100}",
                "(?<name>a{100}){100}",
                "(?i:a{100}){100}",
                "\\Q[\\E(a{100}){100}",
                "\\Q(\\E(a{100}){100}",
                "\\Q[\\\\E(a{100}){100}",
                "a{100}(?s){100}",
                "a{100}\\Q\\E{100}",
                "((a{100}){100}"
            })
    void seesRepetitionsOfRepetitions(String pattern) {
        assertThatExceptionOfType(PatternException.class)
                .isThrownBy(() -> NamePattern.of(pattern))
                .withMessage("it has more than 3000 parts with its repetitions written out")
                .satisfies(e -> assertThat(e.next()).startsWith("Write a shorter one"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a{1000}",
                "(.{1000})",
                "a.{0,200}b",
                "(a{30}){30}",
                "\\x{1000}\\x{1000}",
                "(?:\\{1000}){100}",
                "(?:[{1000}]){100}",
                "(?:\\Q{1000}\\E){100}",
                "(?:{,1000}){100}",
                "\\pL{1000}"
            })
    void countsNothingTwice(String pattern) {
        assertThatCode(() -> NamePattern.of(pattern)).doesNotThrowAnyException();
    }

    @Test
    void isNeverLessThanWhatBecomesOfIt() {
        Random random = new Random(4711);
        for (int i = 0; i < 20_000; i++) {
            String pattern = pattern(random, 3);

            assertThat(parts(pattern) + FIXED)
                    .as(pattern)
                    .isGreaterThanOrEqualTo(Pattern.compile(pattern).programSize());
        }
    }

    private static String pattern(Random random, int depth) {
        String[] simple = {
            "a",
            "b.",
            "[^]a]",
            "[[:alpha:]-]",
            "\\w",
            "^",
            "$",
            "\\b",
            "\\pL",
            "\\p{Lu}",
            "\\x{41}",
            "\\Qa(\\E",
            "(?i)",
            "(?s)a",
            "\\(",
            "[\\]]",
            "{",
            "a{,2}",
            "",
            "|",
            "a|"
        };
        String[] times = {"", "", "", "*", "+", "?", "*?", "+?", "{0}", "{2}", "{0,3}", "{1,}", "{3,}?", "{2,5}"};
        StringBuilder text = new StringBuilder();
        int parts = random.nextInt(4);
        for (int i = 0; i < parts; i++) {
            boolean isGroup = depth > 0 && random.nextInt(3) == 0;
            text.append(
                    isGroup
                            ? List.of("(", "(?:", "(?i:").get(random.nextInt(3)) + pattern(random, depth - 1) + ")"
                                    + times[random.nextInt(times.length)]
                            : simple[random.nextInt(simple.length)]);
        }
        return text.toString();
    }

    /** What goes deepest needs no more stack than the threads have that read and look for patterns. */
    @Test
    void whatIsNestedFitsTheStack() throws Exception {
        List<String> deepest = List.of(
                ".{0,240}",
                "(a?){0,240}",
                "(a|".repeat(140) + "b" + ")".repeat(140),
                "(".repeat(160) + "b" + ")".repeat(160),
                "(a((a(b)*|c)?)*|c)?".repeat(20),
                "(a|(b".repeat(40) + "){0,1}c){0,1}".repeat(40),
                "(|){490}",
                "(a?){490}");
        for (String text : deepest) {
            FutureTask<Boolean> found =
                    new FutureTask<>(() -> NamePattern.of(text).isIn("a".repeat(100)));
            new Thread(null, found, "small stack", 1 << 20).start();

            assertThat(found.get()).as(text).isNotNull();
        }
        for (String text : List.of(".{0,1000}", "(".repeat(200) + ")".repeat(200), "(".repeat(900) + ")".repeat(900))) {
            assertThatExceptionOfType(PatternException.class)
                    .isThrownBy(() -> NamePattern.of(text))
                    .withMessageContaining("go too deep");
        }
    }

    /** RE2/J never comes to an end with the first of these: newer tables tell it of cases that its own don't lead back from. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(?i)\u1c80",
                "(?i)\\x{1c80}",
                "(?i)[\\x{1c00}-\\x{1cff}]",
                "(?s-i)a(?i:[^\u1c80])",
                "a(?mi)\\Q\u1c80\\E",
                "\u1c80(?i)a",
                "(?i)\\377"
            })
    void caseIsIgnoredInAsciiAlone(String pattern) {
        assertThatExceptionOfType(PatternException.class)
                .isThrownBy(() -> NamePattern.of(pattern))
                .withMessage("(?i) goes with ASCII's characters alone")
                .satisfies(e -> assertThat(e.next()).contains("in both cases"));
    }

    @Test
    void otherCharactersAreFoundAsTheyAre() {
        assertThat(NamePattern.of("\u1c80+[\u00d6\u00f6]").isIn("\u1c80\u1c80\u00f6"))
                .isTrue();
        assertThat(NamePattern.of("(?P<init>\u1c80)").isIn("\u1c80")).isTrue();
        assertThat(NamePattern.of("(?i)[a-z]\\p{Cyrillic}[^k]\\PL\\w").isIn("K\u0411\u1c880s"))
                .isTrue();
    }

    /** All that can be ignored the case of. */
    @Test
    void everyCharacterOfAsciiComesToAnEnd() {
        for (char character = 0; character < 0x80; character++) {
            String quoted =
                    "(?i)\\Q" + character + "\\E[^\\" + (Character.isLetterOrDigit(character) ? "d" : character) + "]";

            assertThat(NamePattern.of(quoted).isIn("" + character + 'x'))
                    .as(quoted)
                    .isTrue();
        }
    }
}
