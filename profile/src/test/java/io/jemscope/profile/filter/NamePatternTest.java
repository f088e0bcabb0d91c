package io.jemscope.profile.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamePatternTest {

    private static final String NAME = "a".repeat(2_000) + "!";

    /** As many as any of the patterns here takes for {@link #NAME}, each instruction once for each character. */
    private static final long LINEAR_STEPS = 2_100_000;

    private static boolean isIn(String pattern, String name) {
        return NamePattern.of(pattern).isIn(name);
    }

    @Test
    void findsTextAnywhere() {
        assertThat(isIn("Inflater", "java.util.zip.Inflater.init")).isTrue();
        assertThat(isIn("inflater", "java.util.zip.Inflater.init")).isFalse();
        assertThat(isIn("", "")).isTrue();
        assertThat(isIn("", "any")).isTrue();
        assertThat(isIn("x", "")).isFalse();
        assertThat(isIn("a|", "")).isTrue();
        assertThat(NamePattern.of("a.b")).hasToString("a.b");
        assertThat(NamePattern.of("a.b").text()).isEqualTo("a.b");
    }

    @Test
    void readsClassesWithNames() {
        assertThat(isIn("^[[:alpha:]_]+[[:digit:]]$", "ab_7")).isTrue();
        assertThat(isIn("^[[:alpha:]_]+[[:digit:]]$", ":7")).isFalse();
        assertThat(isIn("^[[:^digit:]]$", "7")).isFalse();
        assertThat(isIn("(?P<name>a)[[:punct:][]", "a[")).isTrue();
        assertThat(isIn("(?<name>a)b", "ab")).isTrue();
        assertThat(isIn("\\[[:alpha:]", "[:")).isTrue();
        assertThat(isIn("^[[:space:]][[:blank:]][[:word:]][[:xdigit:]]$", "\u000b _F"))
                .isTrue();
    }

    @Test
    void takesClassesAsGoDoes() {
        assertThat(isIn("x[[]", "x[")).isTrue();
        assertThat(isIn("^[a&&b]$", "a")).isTrue();
        assertThat(isIn("^[a&&b]$", "&")).isTrue();
        assertThat(isIn("^[]a]$", "]")).isTrue();
        assertThat(isIn("^[^]a]$", "]")).isFalse();
        assertThat(isIn("^[^[]$", "[")).isFalse();
        assertThat(isIn("^[a-c[x-z]]$", "[]")).isTrue();
        assertThat(isIn("^[\\]a]$", "]")).isTrue();
        assertThat(isIn("^[a-]$", "-")).isTrue();
        assertThat(isIn("^[\\d\\-x]{3}$", "4-x")).isTrue();
        assertThat(isIn("^[^\\D]$", "4")).isTrue();
        assertThat(isIn("^\\Q[[&&\\E$", "[[&&")).isTrue();
        assertThat(isIn("^\\Qab\\E+$", "abbb")).isTrue();
        assertThat(isIn("^\\Qa.", "a.")).isTrue();
        assertThat(isIn("a&&b", "a&&b")).isTrue();
    }

    @Test
    void readsEscapes() {
        assertThat(isIn("^\\x41\\x{1F600}\\101\\0\\t\\.\\_$", "A\ud83d\ude00A\0\t._"))
                .isTrue();
        assertThat(isIn("^.$", "\ud83d\ude00")).isTrue();
        assertThat(isIn("^\\pL\\p{Greek}\\P{Lu}\\p{^Nd}\\p{Any}$", "xαbc7")).isTrue();
        assertThat(isIn("^\\p{Lu}$", "a")).isFalse();
        assertThat(isIn("^\\s$", "\u000b")).isFalse();
        assertThat(isIn("^\\w\\W$", "a.")).isTrue();
    }

    @Test
    void readsFlags() {
        assertThat(isIn("(?i)MAIN(?:U)", "mainu")).isTrue();
        assertThat(isIn("(a(?i)b)c", "aBc")).isTrue();
        assertThat(isIn("(a(?i)b)c", "aBC")).isFalse();
        assertThat(isIn("(?i:a)b", "Ab")).isTrue();
        assertThat(isIn("(?i)[^a]", "A")).isFalse();
        assertThat(isIn("(?i)a(?-i)b", "aB")).isFalse();
        assertThat(isIn("a.b", "a\nb")).isFalse();
        assertThat(isIn("(?s)a.b", "a\nb")).isTrue();
        assertThat(isIn("(?m)^b$", "a\nb\nc")).isTrue();
        assertThat(isIn("^b$", "a\nb\nc")).isFalse();
        assertThat(isIn("a$", "a\n")).isFalse();
        assertThat(isIn("(?U)a*?b", "aab")).isTrue();
        assertThat(isIn("\\(?U", "U")).isTrue();
    }

    @Test
    void repeatsByNumber() {
        assertThat(isIn("^a{2}$", "aa")).isTrue();
        assertThat(isIn("^a{2,}$", "a")).isFalse();
        assertThat(isIn("^a{2,}$", "aaaa")).isTrue();
        assertThat(isIn("^a{1,3}$", "aaaa")).isFalse();
        assertThat(isIn("^(ab){0,2}$", "")).isTrue();
        assertThat(isIn("a{", "a{")).isTrue();
        assertThat(isIn("a{,2}", "a{,2}")).isTrue();
        assertThat(isIn("^(a*)*$", "aaa")).isTrue();
        assertThat(isIn("^(a|b*)+c$", "abbac")).isTrue();
    }

    @Test
    void looksForWordsEnds() {
        assertThat(isIn("\\bmain\\b", "x.main(")).isTrue();
        assertThat(isIn("\\bmain\\b", "domain")).isFalse();
        assertThat(isIn("\\Bmain", "domain")).isTrue();
        assertThat(isIn("\\Amain\\z", "main")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '"',
            value = {
                "a(b missing_closing_)",
                "a[b missing_closing_]_at_'[b'",
                "a)b unexpected_)",
                "[b-a] invalid_character_class_range_at_'b-a'",
                "*a missing_argument_to_repetition_operator",
                "a** invalid_nested_repetition_operator_at_'**'",
                "a*+ invalid_nested_repetition_operator_at_'*+'",
                "a{2}{3} invalid_nested_repetition_operator_at_'{2}{3}'",
                "a{1001} invalid_repeat_count_at_'{1001}'",
                "a{3,2} invalid_repeat_count_at_'{3,2}'",
                "(?=a) invalid_or_unsupported_Perl_syntax_at_'(?='",
                "(?<!a)b invalid_named_capture",
                "(?>a) invalid_or_unsupported_Perl_syntax_at_'(?>'",
                "(a)\\1 invalid_escape_sequence_at_'\\1'",
                "(?z)a invalid_or_unsupported_Perl_syntax_at_'(?z'",
                "\\p{Klingon} invalid_character_class_range",
                "[[:digits:]] invalid_character_class_range_at_'[:digits:]'",
                "a\\Z invalid_escape_sequence_at_'\\Z'",
                "a\\ trailing_backslash_at_end_of_expression",
                "\\x{110000} invalid_escape_sequence",
            })
    void saysWhatIsWrongAndWhere(String pattern, String why) {
        assertThatExceptionOfType(PatternException.class)
                .isThrownBy(() -> NamePattern.of(pattern))
                .withMessageContaining(why.replace('_', ' '))
                .satisfies(e -> assertThat(e.next()).contains("in Go's syntax"));
    }

    /** What a matcher that tries one way after the other needs longer for than there is time. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a+)+$",
                "(a|a)*b$",
                "(a*)*b",
                "(a|aa)+$",
                "(.*)*x",
                "(.*.*.*.*.*.*)*x",
                "^(([a-z])+.)+[A-Z]([a-z])+$",
                "(|){60}x",
                "((|)(|)(|)(|)(|)(|)(|)(|)){9}x",
                "(a?){200}a{200}$",
                "([ab]*a?){50}c"
            })
    void takesNoLongerForHostilePatterns(String text) {
        NamePattern pattern = NamePattern.of(text);

        assertThat(pattern.isIn(NAME)).isFalse();
        assertThat(pattern.steps(NAME)).isLessThan(LINEAR_STEPS);
    }

    @Test
    void saysWhatWorkItIs() {
        assertThat(NamePattern.of("plain").steps("a name")).isEqualTo(7);
        assertThat(NamePattern.of("a{100}").steps("a name")).isBetween(700L, 750L);
    }

    /** Where both read the same text alike. */
    @Test
    void findsWhatJavasMatcherFinds() {
        Random random = new Random(20260101);
        int found = 0;
        for (int i = 0; i < 20_000; i++) {
            String pattern = pattern(random, 3);
            String name = name(random);

            boolean expected = Pattern.compile(pattern).matcher(name).find();

            assertThat(isIn(pattern, name)).as("'%s' in '%s'", pattern, name).isEqualTo(expected);
            found += expected ? 1 : 0;
        }
        assertThat(found).isBetween(2_000, 18_000);
    }

    private static String pattern(Random random, int depth) {
        StringBuilder text = new StringBuilder();
        int parts = 1 + random.nextInt(4);
        for (int i = 0; i < parts; i++) {
            String[] simple = {"a", "b", "c", ".", "[ab]", "[^a]", "\\w", "^", "$", "\\b", "_", "\\B", "[b-c.]"};
            int kind = random.nextInt(depth > 0 ? 18 : 13);
            boolean isPlace =
                    kind < simple.length && List.of("^", "$", "\\b", "\\B").contains(simple[kind]);
            String part = kind < simple.length
                    ? simple[kind]
                    : "(" + pattern(random, depth - 1) + (random.nextBoolean() ? "|" + pattern(random, depth - 1) : "")
                            + ")";
            // Java's matcher misses some of what groups match that may be empty and are repeated by number.
            String[] times = {"", "", "", "*", "+", "?", "*?", "+?", "{2}", "{0,2}", "{1,}"};
            int known = kind < simple.length ? times.length : times.length - 3;
            text.append(part).append(isPlace ? "" : times[random.nextInt(known)]);
        }
        return text.toString();
    }

    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        int length = random.nextInt(9);
        for (int i = 0; i < length; i++) {
            name.append("abc._".charAt(random.nextInt(5)));
        }
        return name.toString();
    }
}
