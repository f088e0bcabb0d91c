package io.jemscope.report.graph;

/** Numbers and text as SVG wants them. */
final class Svg {

    private Svg() {}

    /** A length with two decimals at most. */
    static StringBuilder number(StringBuilder out, double value) {
        long hundredths = Math.round(value * 100);
        if (hundredths < 0) {
            out.append('-');
            hundredths = -hundredths;
        }
        out.append(hundredths / 100);
        int rest = (int) (hundredths % 100);
        if (rest != 0) {
            out.append('.').append((char) ('0' + rest / 10));
            if (rest % 10 != 0) {
                out.append((char) ('0' + rest % 10));
            }
        }
        return out;
    }

    static StringBuilder escaped(StringBuilder out, String text) {
        String clean = CleanText.of(text);
        for (int i = 0; i < clean.length(); i++) {
            char c = clean.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                default -> out.append(c);
            }
        }
        return out;
    }
}
