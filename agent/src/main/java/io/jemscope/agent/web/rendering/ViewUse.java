package io.jemscope.agent.web.rendering;

/** What a parameter is good for. */
enum ViewUse {
    /** It chooses what is left of a profile. */
    CHOOSING(""),
    /** It says what is counted. */
    COUNTING("; the others have all figures"),
    /** It says what a row or a box is, and how many there are. */
    ROWS("; the others have every stack"),
    /** It says how a graph is drawn. */
    DRAWING(""),
    /** It says how a table is printed. */
    TABLE(""),
    /** It says how two dumps are compared. */
    COMPARING("");

    private final String remark;

    ViewUse(String remark) {
        this.remark = remark;
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

    /** What is to be said of the forms that it doesn't go with. */
    String remark() {
        return remark;
    }
}
