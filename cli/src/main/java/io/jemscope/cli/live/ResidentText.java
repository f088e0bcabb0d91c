package io.jemscope.cli.live;

import io.jemscope.cli.control.AgentState;
import io.jemscope.report.Units;

/** A process's resident memory (RSS) in words, and what of it is malloc's, which is all that a heap profile can explain. */
public final class ResidentText {

    private ResidentText() {}

    /**
     * The figures for a line that is written anew each second.
     *
     * @param state what the agent says
     * @return the text, short enough for a narrow terminal
     */
    public static String progress(AgentState state) {
        return Units.count(state.samples()) + " samples, " + sizes(state.rssBytes(), state.mallocBytes());
    }

    /** RSS and malloc's part of it. jemalloc counts what the kernel may have taken back, so that its part is a limit. */
    static String sizes(long rssBytes, long mallocBytes) {
        return "RSS " + Units.bytes(rssBytes) + ", malloc's at most " + Units.bytes(mallocBytes);
    }

    /**
     * Where to look if malloc holds less than half of RSS.
     *
     * @param word what the user can write to mean the JVM
     * @return a sentence; empty where malloc holds at least half, or RSS isn't known
     */
    static String elsewhere(long rssBytes, long mallocBytes, String word) {
        return mallocBytes >= rssBytes / 2
                ? ""
                : "Most of RSS is not malloc's. If it grows, the growth may be elsewhere: jemscope memory " + word;
    }
}
