package io.jemscope.profile.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternComplexityTest {

    private static NamePattern sent(String pattern) {
        return NamePattern.of(pattern, PatternLimit.SENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a{1000}){1000}",
                "((a{1000}){1000}){1000}",
                "((((a{30}){30}){30}){30}){30}",
                "(((){1000}){1000}){1000}",
                "((((|){1000}){1000}){1000}){1000}",
                "(?:[]]{400}){400}",
                "(?:[^]]{400}){400}",
                "(?:[[:alpha:]]{400}){400}",
                "(?:[\\]]{400}){400}",
                "(?:[a[]{400}){400}",
                "(?:\\[{400}){400}",
                "(?:\\p{Greek}{400}){400}",
                "(?P<name>a{400}){400}",
                "(?<name>a{400}){400}",
                "(?i:a{400}){400}",
                "\\Q[\\E(a{400}){400}",
                "\\Q(\\E(a{400}){400}",
                "\\Q[\\\\E(a{400}){400}",
                "a{400}(?s){400}",
                "a{400}\\Q\\E{400}",
                "((a{400}){400}",
                "[+-[:](((a{1000}){1000}){1000}):]",
                "[+-[:]((x{0,1000}){0,9}):]",
                "[\\d-[:alpha:](?P<](a{1000}){1000}>)"
            })
    void seesRepetitionsOfRepetitions(String pattern) {
        assertThatExceptionOfType(PatternException.class)
                .isThrownBy(() -> sent(pattern))
                .withMessageMatching("its repetitions by number.*|its groups or repetitions go too deep");
    }

    /** What may be compiled, and is too large then. */
    @ParameterizedTest
    @ValueSource(strings = {"(?:ab{10}){300}", "((a?b*){30}){20}", "(x{50}y){59}"})
    void countsWhatBecomesOfIt(String pattern) {
        assertThatExceptionOfType(PatternException.class)
                .isThrownBy(() -> sent(pattern))
                .withMessage("it has more than 3000 parts with its repetitions written out")
                .satisfies(e -> assertThat(e.next()).startsWith("Write a shorter one"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a{1000}",
                "(.{1000})",
                "a.{0,200}b.{0,200}c.{0,200}d",
                "(a{30}){30}",
                "(?:[a-z]{1,20}\\.){1,10}[A-Z]\\w{1,40}",
                "(ab){3}(cd){4}(ef){5}",
                "\\x{1000}\\x{1000}",
                "(?:{,1000}){100}",
                "\\pL{1000}"
            })
    void letsThroughWhatIsSmall(String pattern) {
        assertThatCode(() -> sent(pattern)).doesNotThrowAnyException();
    }

    /** A list of names as a shell makes it; only who sends it to a program has to do with less. */
    @Test
    void ownPatternsMayBeLonger() {
        String names = "com.example.warehouse.Shelf.put(|".repeat(1_000).replace("(", "\\(") + "none";

        assertThat(NamePattern.of(names).isIn("com.example.warehouse.Shelf.put(int)"))
                .isTrue();
        assertThatExceptionOfType(PatternException.class)
                .isThrownBy(() -> sent(names))
                .withMessage("it has more than 30000 parts")
                .satisfies(e -> assertThat(e.next()).doesNotContain("repetitions"));
        assertThatExceptionOfType(PatternException.class)
                .isThrownBy(() -> NamePattern.of("(a{1000}){1000}"))
                .withMessageContaining("may make more than 1000000 parts");
        for (String deep : List.of("(".repeat(20_000) + ")".repeat(20_000), "(?:(?:a?){1000}){20}")) {
            FutureTask<Boolean> found = onSmallStack(
                    () -> new NameMatcher("--focus", FilterPattern.compile("--focus", deep), MatchBudget.any())
                            .matches("aab"));

            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(found::get)
                    .havingCause()
                    .isInstanceOf(FilterException.class)
                    .withMessageStartingWith("--focus '")
                    .withMessageContaining("go too deep");
        }
    }

    @Test
    void classesOfHundredsOfRangesAreFew() {
        assertThatExceptionOfType(PatternException.class)
                .isThrownBy(() -> sent("\\pL|".repeat(248) + "a"))
                .withMessage("it has more than 20 classes such as '\\pL'")
                .satisfies(e -> assertThat(e.next()).contains("[a-z]"));
        assertThatCode(() -> sent("\\pL\\P{Lu}[\\pN\\p{Greek}]".repeat(5))).doesNotThrowAnyException();
        assertThatCode(() -> NamePattern.of("\\pL|".repeat(248) + "a")).doesNotThrowAnyException();
    }

    /**
     * Of texts made of all that the syntax has, in no order: those that RE2/J takes become no more than was told before, and all
     * are either taken or refused with a reason.
     */
    @Test
    void isNeverLessThanWhatBecomesOfIt() {
        PatternFuzz fuzz = new PatternFuzz(4711);

        for (int i = 0; i < 30_000; i++) {
            fuzz.check();
        }

        assertThat(fuzz.taken()).isGreaterThan(5_000);
        assertThat(fuzz.largest()).isGreaterThan(1_000);
    }

    /** Factoring out common beginnings nests alternatives: {@code a(b(c|d)|e)|…}. */
    private static String beginAlike(int alternatives) {
        StringBuilder text = new StringBuilder("b");
        for (int i = 1; i < alternatives; i++) {
            text.append('|').append("a".repeat(i)).append('b');
        }
        return text.toString();
    }

    /** Runs in a thread with a mebibyte of stack, on every system. */
    private static FutureTask<Boolean> onSmallStack(Callable<Boolean> work) {
        FutureTask<Boolean> task = new FutureTask<>(work);
        new Thread(null, task, "small stack", 1 << 20).start();
        return task;
    }

    /** What goes deepest needs no more stack than the threads have that read and look for patterns. */
    @Test
    void whatIsNestedFitsTheStack() throws Exception {
        List<String> deepest = List.of(
                ".{0,322}",
                "(a?){0,318}",
                beginAlike(44),
                "(".repeat(120) + beginAlike(38) + ")".repeat(120),
                "(a|".repeat(140) + "b" + ")".repeat(140),
                "(".repeat(160) + "b" + ")".repeat(160),
                "(a((a(b)*|c)?)*|c)?".repeat(20),
                "(a|(b".repeat(40) + "){0,1}c){0,1}".repeat(40),
                "(|){490}",
                "(a?){490}");
        for (String text : deepest) {
            FutureTask<Boolean> found = onSmallStack(() -> sent(text).isIn("a".repeat(100)));

            assertThat(found.get()).as(text).isNotNull();
        }
        for (String text : List.of(".{0,1000}", "(".repeat(200) + ")".repeat(200), "(".repeat(900) + ")".repeat(900))) {
            assertThatExceptionOfType(PatternException.class)
                    .isThrownBy(() -> sent(text))
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
                "(?i)\\377",
                "[+-[:](?i)\\x{1c80}:]",
                "(?i)\\x41"
            })
    void caseIsIgnoredInAsciiAlone(String pattern) {
        assertThatExceptionOfType(PatternException.class)
                .isThrownBy(() -> sent(pattern))
                .withMessage("(?i) works only with ASCII characters that aren't written by number")
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
