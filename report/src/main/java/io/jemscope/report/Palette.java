package io.jemscope.report;

/**
 * The colours of graphs, one set for each of the two schemes that a reader's screen may ask for. Text on a fill has a
 * contrast of 7 to 1 or more in the light scheme and 4.5 to 1 in the dark one, borders and lines on the background 3 to 1
 * (Web Content Accessibility Guidelines 2.2, 1.4.3 and 1.4.11). The fills differ in hue and no meaning hangs on them alone.
 */
public enum Palette {
    /** Dark on light. */
    LIGHT("#ffffff", "#1b1c20", "#55565e", "#8a8b94", "#a3200d") {
        @Override
        public String fill(FrameKind kind) {
            return switch (kind) {
                case OWN_JAVA -> "#ffc978";
                case OTHER_JAVA -> "#f2e7a8";
                case JDK -> "#c5e5bd";
                case JVM -> "#dccdf2";
                case NATIVE -> "#c0dbf5";
                case UNKNOWN -> "#dedee1";
            };
        }

        @Override
        public String border(FrameKind kind) {
            return switch (kind) {
                case OWN_JAVA -> "#b06300";
                case OTHER_JAVA -> "#8a7414";
                case JDK -> "#3d7a38";
                case JVM -> "#6a4aa3";
                case NATIVE -> "#2b69a3";
                case UNKNOWN -> "#73747b";
            };
        }
    },
    /** Light on dark. */
    DARK("#17181b", "#f4f4f6", "#b4b5bd", "#7d7e88", "#ff8a6e") {
        @Override
        public String fill(FrameKind kind) {
            return switch (kind) {
                case OWN_JAVA -> "#8a5200";
                case OTHER_JAVA -> "#5c5214";
                case JDK -> "#2b592e";
                case JVM -> "#533f7b";
                case NATIVE -> "#1f4e7a";
                case UNKNOWN -> "#494a50";
            };
        }

        @Override
        public String border(FrameKind kind) {
            return switch (kind) {
                case OWN_JAVA -> "#ffb44a";
                case OTHER_JAVA -> "#d8c55c";
                case JDK -> "#80c97b";
                case JVM -> "#b89df0";
                case NATIVE -> "#7eb8ee";
                case UNKNOWN -> "#a1a2a8";
            };
        }
    };

    private final String background;
    private final String text;
    private final String quietText;
    private final String faintLine;
    private final String strongLine;

    Palette(String background, String text, String quietText, String faintLine, String strongLine) {
        this.background = background;
        this.text = text;
        this.quietText = quietText;
        this.faintLine = faintLine;
        this.strongLine = strongLine;
    }

    /**
     * The colour of a frame's box.
     *
     * @param kind the frame's kind
     * @return {@code #rrggbb}
     */
    public abstract String fill(FrameKind kind);

    /**
     * The colour of the line around a frame's box.
     *
     * @param kind the frame's kind
     * @return {@code #rrggbb}
     */
    public abstract String border(FrameKind kind);

    /**
     * The colour behind everything.
     *
     * @return {@code #rrggbb}
     */
    public String background() {
        return background;
    }

    /**
     * The colour of text, on the background and on every fill.
     *
     * @return {@code #rrggbb}
     */
    public String text() {
        return text;
    }

    /**
     * The colour of text that stands back, on the background.
     *
     * @return {@code #rrggbb}
     */
    public String quietText() {
        return quietText;
    }

    /**
     * The colour of a line on the background, by its share of the whole.
     *
     * @param share from 0, grey, to 1, red; beyond that counts as the nearer of the two
     * @return {@code #rrggbb}
     */
    public String line(double share) {
        double clamped = Math.min(1, Math.max(0, share));
        StringBuilder mixed = new StringBuilder("#");
        for (int i = 1; i < 7; i += 2) {
            double faint = Integer.parseInt(faintLine.substring(i, i + 2), 16);
            double strong = Integer.parseInt(strongLine.substring(i, i + 2), 16);
            int channel = (int) Math.round(faint + (strong - faint) * clamped);
            mixed.append(Character.forDigit(channel >> 4, 16)).append(Character.forDigit(channel & 15, 16));
        }
        return mixed.toString();
    }
}
