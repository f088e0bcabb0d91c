package io.jemscope.cli.terminal;

import java.io.PrintStream;

/** One line on a terminal that is written anew again and again while somebody waits. Nothing where there is no terminal. */
public final class ProgressLine {

    /** To the line's begin, and delete the rest of it. */
    private static final String CLEAR = "\r\u001B[K";

    private final PrintStream out;
    private final boolean enabled;
    private boolean shown;

    /**
     * Makes one.
     *
     * @param out where to
     * @param enabled whether that is a terminal
     */
    public ProgressLine(PrintStream out, boolean enabled) {
        this.out = out;
        this.enabled = enabled;
    }

    /**
     * Says whether anybody sees it.
     *
     * @return whether there is a terminal
     */
    public boolean isShown() {
        return enabled;
    }

    /**
     * Shows a text in place of the last one.
     *
     * @param text the text, in one line
     */
    public void show(String text) {
        if (enabled) {
            out.print(CLEAR + text);
            out.flush();
            shown = true;
        }
    }

    /** Takes the line away. */
    public void clear() {
        if (shown) {
            out.print(CLEAR);
            out.flush();
            shown = false;
        }
    }
}
