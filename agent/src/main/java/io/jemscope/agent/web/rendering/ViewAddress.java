package io.jemscope.agent.web.rendering;

import io.jemscope.report.pipeline.ReportOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An address that takes a view's parameters: how it is asked for what they go with, since advice has to fit the address.
 * Unchangeable.
 */
public final class ViewAddress {

    private final String asks;
    private final String baseline;
    private final String[] own;

    /** Each form that can be asked for, by its word. No EnumMap, which sets up reflection, since addresses are made at the start. */
    private final Map<Form, String> forms;

    private ViewAddress(String asks, String baseline, String[] own, Map<Form, String> forms) {
        this.asks = asks;
        this.baseline = baseline;
        this.own = own;
        this.forms = forms;
    }

    /**
     * An address that can't be asked for any form yet.
     *
     * @param asks what stands before a form's word where it is asked for, such as {@code format=}
     * @param baseline how a baseline is asked for
     * @param own the parameters that the address has for itself
     */
    public static ViewAddress of(String asks, String baseline, String... own) {
        return new ViewAddress(asks, baseline, own.clone(), Map.of());
    }

    /**
     * The address with one form more.
     *
     * @param word what it is called there
     * @return a new one
     */
    public ViewAddress with(Form form, String word) {
        Map<Form, String> more = new LinkedHashMap<>(forms);
        more.put(form, word);
        return new ViewAddress(asks, baseline, own, more);
    }

    /**
     * The address with all forms, under their own words.
     *
     * @return a new one
     */
    public ViewAddress withAllForms() {
        Map<Form, String> all = new LinkedHashMap<>();
        for (Form form : Form.values()) {
            all.put(form, form.word());
        }
        return new ViewAddress(asks, baseline, own, all);
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
        for (Map.Entry<Form, String> form : forms.entrySet()) {
            if (use.fits(form.getKey().format(), false, true)) {
                partners.append(partners.isEmpty() ? "" : ", ").append(last);
                last = form.getValue();
            }
        }
        return asks + (partners.isEmpty() ? last : partners + " and " + last) + remark(use);
    }

    /** What is to be said of the forms that it doesn't go with. */
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
        for (Map.Entry<Form, String> form : forms.entrySet()) {
            if (use.fits(form.getKey().format(), false, true)) {
                return asks + form.getValue();
            }
        }
        throw new IllegalStateException("No form here has a use for it: " + use);
    }
}
