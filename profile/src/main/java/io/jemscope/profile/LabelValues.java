package io.jemscope.profile;

import java.util.List;

/**
 * The values of one label. pprof allows several values for a key; {@link Sample#labels} holds them in one text, in their
 * order, with a control character between them.
 */
public final class LabelValues {

    /** ASCII's unit separator. */
    private static final char SEPARATOR = '\u001f';

    private LabelValues() {}

    /**
     * The values of a label as one text.
     *
     * @param values the values, at least one
     * @return all of them, as {@link Sample#labels} holds them
     */
    public static String join(List<String> values) {
        return values.size() == 1 ? values.get(0) : String.join(String.valueOf(SEPARATOR), values);
    }

    /**
     * The values of a label.
     *
     * @param values the values as {@link Sample#labels} holds them
     * @return each value, in order; one for most labels
     */
    public static List<String> of(String values) {
        return values.indexOf(SEPARATOR) < 0 ? List.of(values) : List.of(values.split(String.valueOf(SEPARATOR), -1));
    }

    /**
     * The values of a label, as reports print them.
     *
     * @param values the values as {@link Sample#labels} holds them
     * @return the values with commas between them
     */
    public static String shown(String values) {
        return values.indexOf(SEPARATOR) < 0 ? values : String.join(", ", of(values));
    }
}
