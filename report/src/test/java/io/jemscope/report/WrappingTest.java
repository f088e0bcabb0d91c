package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappingTest {

    @Test
    void aLineThatIsTooWideIsBrokenAtABlank() {
        assertThat(Wrapping.fit("one two three four\n\n  in deeper words it goes on\nend", 12))
                .isEqualTo("""
                one two
                  three four

                  in deeper
                    words it
                    goes on
                end""");
    }

    @Test
    void whatFitsAndWhatHasNoBlankStaysAsItIs() {
        String text = "short\n  averyverylongword\nx\n";

        assertThat(Wrapping.fit(text, 10)).isEqualTo(text);
        assertThat(Wrapping.fit("one two three", Integer.MAX_VALUE)).isEqualTo("one two three");
    }

    /** A character is as wide as the terminal draws it, whatever its bytes. */
    @Test
    void barsAndSignsAreOneColumn() {
        assertThat(Wrapping.fit("▁▃▃▅▆██ ±1 more", 10)).isEqualTo("▁▃▃▅▆██ ±1\n  more");
    }
}
