package io.jemscope.report;

/** Prints a profile by its labels: below each key its values, and what carries no such label. */
public final class TagsText {

    private TagsText() {}

    /**
     * Prints the labels.
     *
     * @param tags the labels
     * @param layout how many values of each; those with less than the least share are left out
     * @return the text, each line ended
     */
    public static String print(Tags tags, TextOptions layout) {
        StringBuilder out = new StringBuilder(4096);
        out.append("Tags: ").append(SampleTypeText.value(tags.measure(), tags.total(), layout.unit()));
        out.append(", ").append(SampleTypeText.name(tags.measure())).append("\n\n");
        if (tags.tags().isEmpty()) {
            out.append("  nothing: no sample of this profile has a label\n");
            return out.toString();
        }
        TextTable table = new TextTable("rrl");
        for (Tags.Tag tag : tags.tags()) {
            add(table, tags, tag, layout);
        }
        table.appendTo(out, "  ", layout.columns());
        return out.toString();
    }

    private static void add(TextTable table, Tags tags, Tags.Tag tag, TextOptions layout) {
        add(table, tags, tag.total(), tag.key(), layout);
        double least = layout.nodeFraction() * tags.total();
        double sum = 0;
        int shown = 0;
        for (Tags.Value value : tag.values()) {
            if (shown == layout.rows() || value.value() < least) {
                break;
            }
            shown++;
            sum += value.value();
            add(table, tags, value.value(), "  " + value.text(), layout);
        }
        int left = tag.values().size() - shown;
        if (left > 0) {
            add(table, tags, tag.total() - sum, "  … and " + Units.count(left) + " more", layout);
        }
        double without = tags.total() - tag.total();
        // Sums of fractions, taken in another order, differ in their last digits.
        if (without > 1e-9 * tags.total()) {
            add(table, tags, without, "no " + tag.key(), layout);
        }
    }

    private static void add(TextTable table, Tags tags, double value, String text, TextOptions layout) {
        table.add(SampleTypeText.value(tags.measure(), value, layout.unit()), Units.percent(value, tags.total()), text);
    }
}
