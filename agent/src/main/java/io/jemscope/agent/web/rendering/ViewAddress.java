package io.jemscope.agent.web.rendering;

import io.jemscope.report.pipeline.ReportOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An address that takes a view's parameters: how it is asked for what they go with, since advice has to fit the address.
 * Unchangeable.
 */
public final class ViewAddress {

    private final String prefix;
    private final String baseline;
    private final String[] own;

    /** Each format that the address offers, by its word. No EnumMap, which sets up reflection, since addresses are made at the start. */
    private final Map<ViewFormat, String> formats;

    private ViewAddress(String prefix, String baseline, String[] own, Map<ViewFormat, String> formats) {
        this.prefix = prefix;
        this.baseline = baseline;
        this.own = own;
        this.formats = formats;
    }

    /**
     * An address that offers no format yet.
     *
     * @param prefix what stands before the name of a format in an address, such as {@code format=}
     * @param baseline how a request names a baseline
     * @param own the parameters that the address has for itself
     */
    public static ViewAddress of(String prefix, String baseline, String... own) {
        return new ViewAddress(prefix, baseline, own.clone(), Map.of());
    }

    /**
     * The address with one format more.
     *
     * @param word what it is called there
     * @return a new one
     */
    public ViewAddress with(ViewFormat format, String word) {
        Map<ViewFormat, String> more = new LinkedHashMap<>(formats);
        more.put(format, word);
        return new ViewAddress(prefix, baseline, own, more);
    }

    /**
     * The address with all formats, under their own words.
     *
     * @return a new one
     */
    public ViewAddress withAllForms() {
        Map<ViewFormat, String> all = new LinkedHashMap<>();
        for (ViewFormat format : ViewFormat.values()) {
            all.put(format, format.word());
        }
        return new ViewAddress(prefix, baseline, own, all);
    }

    /** The parameters that it has for itself. */
    String[] own() {
        return own.clone();
    }

    /** What a parameter goes with here: {@code format=text, svg and dot}. */
    String partners(ReportOption.Use use) {
        if (use == ReportOption.Use.COMPARING) {
            return "a baseline";
        }
        StringBuilder partners = new StringBuilder(100);
        String last = "";
        for (Map.Entry<ViewFormat, String> format : formats.entrySet()) {
            if (use.fits(format.getKey().report(), false, true)) {
                partners.append(partners.isEmpty() ? "" : ", ").append(last);
                last = format.getValue();
            }
        }
        return prefix + (partners.isEmpty() ? last : partners + " and " + last) + remark(use);
    }

    /** The message for the formats that it doesn't fit. */
    private static String remark(ReportOption.Use use) {
        return switch (use) {
            case COUNTING -> "; the others have all figures";
            case GROUPING, ROWS, SHARES -> "; the others have every stack";
            default -> "";
        };
    }

    /** One of these, as it is sent. */
    String example(ReportOption.Use use) {
        if (use == ReportOption.Use.COMPARING) {
            return baseline;
        }
        for (Map.Entry<ViewFormat, String> format : formats.entrySet()) {
            if (use.fits(format.getKey().report(), false, true)) {
                return prefix + format.getValue();
            }
        }
        throw new IllegalStateException("No form here has a use for it: " + use);
    }
}
