package io.jemscope.profile.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Random;

/** Texts that may be patterns, each held against what RE2/J makes of it. */
final class PatternFuzz {

    /** What means something somewhere, by itself and as it usually stands. */
    private static final String[] PIECES = {
        "[",
        "]",
        "-",
        "^",
        "[:",
        ":]",
        "[:alpha:]",
        "[^",
        "[]",
        "\\",
        "\\\\",
        "\\[",
        "\\]",
        "{",
        "}",
        "(",
        ")",
        ")",
        "(?",
        "(?:",
        "(?i)",
        "(?s)",
        "(?i:",
        "(?P<n>",
        "(?<n>",
        "(?U-s:",
        "?",
        "*",
        "+",
        "|",
        "|",
        ",",
        ".",
        "$",
        ":",
        "<",
        ">",
        "a",
        "b",
        "aa",
        "K",
        "0",
        "1",
        "\\Q",
        "\\E",
        "\\d",
        "\\W",
        "\\b",
        "\\B",
        "\\A",
        "\\z",
        "\\pL",
        "\\p{Lu}",
        "\\P",
        "\\x41",
        "\\x{41}",
        "\\x{",
        "\\07",
        "\u00d6",
        "\ud83d\ude00",
        "\ud83d",
        "{2}",
        "{0}",
        "{00}",
        "{01}",
        "{0,3}",
        "{1,}",
        "{3,}?",
        "{2,5}",
        "{7}",
        "{9}){9}",
        "{,2}",
        "{2,1}",
        "{0,}",
        "a-",
        "+-[:",
        "(a|b)",
        "(ab){3}",
        "(|)",
        "()",
        "(^)*",
        "(a*)*"
    };

    /** More than that isn't compiled here: it is refused, and would take long. */
    private static final long MOST_COMPILED = 300_000;

    private final Random random;
    private int taken;
    private int largest;

    PatternFuzz(long seed) {
        random = new Random(seed);
    }

    /** How many of the texts were patterns. */
    int taken() {
        return taken;
    }

    /** How many instructions the largest became. */
    int largest() {
        return largest;
    }

    /** Makes one more text, and holds it against RE2/J. */
    void check() {
        String text = random.nextInt(3) == 0 ? pieces(1 + random.nextInt(14)) : nested(3);
        PatternComplexity extent = PatternComplexity.of(text);
        boolean mayTurnInCircles = extent.ignoresCase() && extent.beyondAscii();
        if (!mayTurnInCircles && extent.instructions() <= MOST_COMPILED) {
            compare(text, extent);
        }
        try {
            NamePattern.of(text, PatternLimit.SENT).isIn("aab");
        } catch (PatternException e) {
            assertThat(e.why()).as(text).isNotEmpty();
        }
    }

    private void compare(String text, PatternComplexity extent) {
        int size;
        try {
            size = Pattern.compile(text).programSize();
        } catch (PatternSyntaxException e) {
            return;
        } catch (RuntimeException | StackOverflowError e) {
            fail("'" + text + "' becomes " + e);
            return;
        }
        taken++;
        largest = Math.max(largest, size);
        assertThat(extent.instructions()).as(text).isGreaterThanOrEqualTo(size);
    }

    private String pieces(int number) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < number; i++) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    /** Groups that are closed again, so that more of the texts are patterns. */
    private String nested(int depth) {
        String[] times = {
            "", "", "*", "+", "?", "*?", "{0}", "{2}", "{0,3}", "{1,}", "{3,}?", "{2,5}", "{11}", "{00}", "{20}"
        };
        String[] opened = {"(", "(?:", "(?i:", "(?P<n" + random.nextInt(1_000) + ">", "a(?s)(", "["};
        StringBuilder text = new StringBuilder();
        int parts = random.nextInt(4);
        for (int i = 0; i < parts; i++) {
            if (depth > 0 && random.nextInt(2) == 0) {
                String open = opened[random.nextInt(opened.length)];
                text.append(open)
                        .append(nested(depth - 1))
                        .append(open.equals("[") ? "]" : ")")
                        .append(times[random.nextInt(times.length)]);
            } else {
                text.append(pieces(1 + random.nextInt(2)));
            }
        }
        return text.toString();
    }
}
