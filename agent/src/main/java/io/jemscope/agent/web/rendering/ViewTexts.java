package io.jemscope.agent.web.rendering;

import io.jemscope.httpd.ApiException;
import io.jemscope.profile.filter.FilterOption;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A view's parameters, read one by one. Each may be called by any of its names, by one at a time. */
final class ViewTexts {

    private final Map<String, String> texts;

    ViewTexts(View view) {
        texts = view.texts();
    }

    /** The name of these under which it was sent; null where it wasn't. */
    @Nullable
    String name(List<String> names) throws ApiException {
        String sent = null;
        for (String name : names) {
            if (texts.containsKey(name)) {
                if (sent != null) {
                    throw new ApiException(
                            400,
                            "The parameters " + sent + " and " + name + " can't both be followed",
                            "they are two names of one thing",
                            "Send one of them.");
                }
                sent = name;
            }
        }
        return sent;
    }

    /** What an option was called by who has sent it, told by the name that is ours. */
    String sent(String option) {
        for (FilterOption known : FilterOption.values()) {
            if (known.word().equals(option)) {
                return sent(known.names());
            }
        }
        for (ViewParameter known : ViewParameter.values()) {
            if (known.names().get(0).equals(option)) {
                return sent(known.names());
            }
        }
        return option;
    }

    private String sent(List<String> names) {
        for (String name : names) {
            if (texts.containsKey(name)) {
                return name;
            }
        }
        return names.get(0);
    }

    /** What was sent under a name that {@link #name} gave. */
    String text(String name) {
        return texts.getOrDefault(name, "");
    }

    /** What was sent; null where nothing was. */
    @Nullable
    String text(ViewParameter parameter) throws ApiException {
        String name = name(parameter.names());
        return name == null ? null : text(name);
    }

    /** A parameter that is there or isn't, or says which. */
    boolean flag(ViewParameter parameter) throws ApiException {
        String name = name(parameter.names());
        if (name == null) {
            return false;
        }
        return switch (text(name)) {
            case "", "true" -> true;
            case "false" -> false;
            default -> throw unreadable(name, "it is neither true nor false", name + "=true");
        };
    }

    /** A whole number, 0 and more; null where nothing was sent. */
    @Nullable
    Integer count(ViewParameter parameter) throws ApiException {
        String name = name(parameter.names());
        if (name == null) {
            return null;
        }
        try {
            int number = Integer.parseInt(text(name));
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw unreadable(name, "it is no whole number from 0 up", name + "=20");
    }

    /** A share from 0 to 1. */
    double share(ViewParameter parameter, double usual) throws ApiException {
        String name = name(parameter.names());
        if (name == null) {
            return usual;
        }
        try {
            double share = Double.parseDouble(text(name));
            if (share >= 0 && share <= 1) {
                return share;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw unreadable(name, "it is no share from 0 to 1", name + "=0.01 for a per cent");
    }

    /** For a parameter whose text isn't one of those that it has. */
    static ApiException unreadable(String name, String why, String example) {
        return new ApiException(400, "The parameter " + name + " can't be read", why, "Send such as " + example + ".");
    }

    /** For parameters that say two things of one kind. */
    static ApiException contradiction(String kind, String example) {
        return new ApiException(
                400,
                "The parameters contradict each other",
                "they say two " + kind,
                "Send one, such as " + example + ".");
    }
}
