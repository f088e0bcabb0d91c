package io.jemscope.agent.rss;

import io.jemscope.agent.rss.NativeTracking.Category;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what {@code VM.native_memory summary scale=b} prints: a line {@code -  GC (reserved=7, committed=5)} for each part of
 * the JVM, and behind it lines of how it came by that.
 */
final class NativeTrackingParser {

    private static final String RESERVED = "(reserved=";
    private static final String COMMITTED = ", committed=";

    private NativeTrackingParser() {}

    /** The categories in their order; none where the text is another. */
    static List<Category> parse(String text) {
        List<Category> categories = new ArrayList<>();
        String name = null;
        long reserved = 0;
        long committed = 0;
        long malloc = 0;
        long mapped = 0;
        int at = 0;
        while (at < text.length()) {
            int end = text.indexOf('\n', at);
            end = end < 0 ? text.length() : end;
            String line = text.substring(at, end);
            at = end + 1;
            int figures = line.indexOf(RESERVED);
            if (line.startsWith("-") && figures > 0) {
                if (name != null) {
                    categories.add(new Category(name, reserved, committed, malloc, mapped));
                }
                name = line.substring(1, figures).trim();
                reserved = after(line, RESERVED);
                committed = after(line, COMMITTED);
                malloc = 0;
                mapped = 0;
            } else {
                malloc = Sums.plus(
                        malloc,
                        Sums.plus(
                                after(line, "(malloc="),
                                Sums.plus(after(line, "(arena="), after(line, "(tracking overhead="))));
                if (line.contains("(mmap:")) {
                    mapped = Sums.plus(mapped, after(line, COMMITTED));
                }
            }
        }
        if (name != null) {
            categories.add(new Category(name, reserved, committed, malloc, mapped));
        }
        return categories;
    }

    private static long after(String line, String word) {
        int at = line.indexOf(word);
        return at < 0 ? 0 : KernelText.leading(line, at + word.length());
    }
}
