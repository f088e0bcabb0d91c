package io.jemscope.cli.control;

import io.jemscope.report.Units;
import java.util.ArrayList;
import java.util.List;

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
        String sizes = sizes(state.rssBytes(), state.mallocBytes());
        return Units.count(state.samples()) + " samples" + (sizes.isEmpty() ? "" : ", " + sizes);
    }

    /**
     * What malloc holds of resident memory at most: jemalloc counts that; of glibc's it is what is allocated or free.
     *
     * @param state an agent's answer
     * @return bytes; 0 if unknown
     */
    public static long mallocBytes(Answer state) {
        Answer glibc = state.object("glibc");
        return state.has("memory")
                ? state.object("memory").number("residentBytes")
                : glibc.number("allocatedBytes") + glibc.number("freeBytes");
    }

    /**
     * RSS and malloc's part of it. jemalloc counts what the kernel may have taken back, so that its part is a limit.
     *
     * @param rssBytes the resident memory of the whole process; 0 if unknown
     * @param mallocBytes malloc's part; 0 if unknown
     * @return the text, without what is unknown
     */
    public static String sizes(long rssBytes, long mallocBytes) {
        List<String> sizes = new ArrayList<>();
        if (rssBytes > 0) {
            sizes.add("RSS " + Units.bytes(rssBytes));
        }
        if (mallocBytes > 0) {
            sizes.add("malloc's at most " + Units.bytes(mallocBytes));
        }
        return String.join(", ", sizes);
    }

    /**
     * Where to look if malloc holds less than half of RSS.
     *
     * @param rssBytes the resident memory of the whole process; 0 if unknown
     * @param mallocBytes malloc's part; 0 if unknown
     * @param word what the user can write to mean the JVM
     * @return a sentence; empty where malloc holds at least half, or one of the two is unknown (0)
     */
    public static String elsewhere(long rssBytes, long mallocBytes, String word) {
        return mallocBytes == 0 || mallocBytes >= rssBytes / 2
                ? ""
                : "Most of RSS is not malloc's. If it grows, the growth may be elsewhere: jemscope memory " + word;
    }
}
