package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is drawn can be read, in both schemes. */
class PaletteTest {

    @ParameterizedTest
    @EnumSource
    void textStandsOutFromWhatIsBehindIt(Palette palette) {
        double least = palette == Palette.LIGHT ? 7 : 4.5;
        assertThat(contrast(palette.text(), palette.background())).isGreaterThanOrEqualTo(7);
        assertThat(contrast(palette.quietText(), palette.background())).isGreaterThanOrEqualTo(4.5);
        for (FrameKind kind : FrameKind.values()) {
            assertThat(contrast(palette.text(), palette.fill(kind)))
                    .as("text on " + kind)
                    .isGreaterThanOrEqualTo(least);
        }
    }

    @ParameterizedTest
    @EnumSource
    void bordersAndLinesStandOutFromTheBackground(Palette palette) {
        for (FrameKind kind : FrameKind.values()) {
            assertThat(contrast(palette.border(kind), palette.background()))
                    .as("border of " + kind)
                    .isGreaterThanOrEqualTo(3);
        }
        for (double share = 0; share <= 1; share += 0.1) {
            assertThat(contrast(palette.line(share), palette.background()))
                    .as("line of " + share)
                    .isGreaterThanOrEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void sharesBeyondTheWholeAreDrawnAsTheWhole(Palette palette) {
        assertThat(palette.line(1.5)).isEqualTo(palette.line(1)).matches("#[0-9a-f]{6}");
        assertThat(palette.line(-1)).isEqualTo(palette.line(0)).isNotEqualTo(palette.line(1));
    }

    /** The contrast of two colours, from 1 to 21 (Web Content Accessibility Guidelines 2.2, "contrast ratio"). */
    private static double contrast(String one, String other) {
        double lighter = Math.max(luminance(one), luminance(other));
        double darker = Math.min(luminance(one), luminance(other));
        return (lighter + 0.05) / (darker + 0.05);
    }

    private static double luminance(String colour) {
        return 0.2126 * channel(colour, 1) + 0.7152 * channel(colour, 3) + 0.0722 * channel(colour, 5);
    }

    private static double channel(String colour, int at) {
        double value = Integer.parseInt(colour.substring(at, at + 2), 16) / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
}
