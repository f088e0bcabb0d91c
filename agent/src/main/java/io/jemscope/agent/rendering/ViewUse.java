package io.jemscope.agent.rendering;

/** What a parameter is good for. */
enum ViewUse {
    /** It chooses what is left of a profile. */
    CHOOSING("format=" + words(), "format=text"),
    /** It says what is counted. */
    COUNTING("format=text, svg, dot and collapsed; the others have all figures", "format=text"),
    /** It says what a row or a box is, and how many there are. */
    ROWS("format=text, svg and dot; the others have every stack", "format=text"),
    /** It says how a graph is drawn. */
    DRAWING("format=svg and dot", "format=svg"),
    /** It says how a table is printed. */
    TABLE("format=text", "format=text"),
    /** It says how two dumps are compared. */
    COMPARING("a baseline", "baseline=ID");

    private final String partners;
    private final String example;

    ViewUse(String partners, String example) {
        this.partners = partners;
        this.example = example;
    }

    /** What can be made of a dump. */
    private static String words() {
        StringBuilder words = new StringBuilder(100);
        Form[] forms = Form.values();
        for (int i = 0; i < forms.length; i++) {
            words.append(i == 0 ? "" : i < forms.length - 1 ? ", " : " and ").append(forms[i].word());
        }
        return words.toString();
    }

    /** Whether it means something. */
    boolean fits(Form form, boolean compared) {
        boolean isGraph = form == Form.GRAPH || form == Form.DOT;
        return switch (this) {
            case CHOOSING -> true;
            case COUNTING -> isGraph || form == Form.TEXT || form == Form.COLLAPSED;
            case ROWS -> isGraph || form == Form.TEXT;
            case DRAWING -> isGraph;
            case TABLE -> form == Form.TEXT;
            case COMPARING -> compared;
        };
    }

    /** What it goes with. */
    String partners() {
        return partners;
    }

    /** One of these, as it is sent. */
    String example() {
        return example;
    }
}
