package io.jemscope.agent.web.rendering;

import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Request;
import io.jemscope.report.pipeline.ReportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a request says of what is wanted of a dump: the parameters beside those that its address has for itself. */
public final class ViewRequest {

    /** Also of what is kept in memory of each view. */
    private static final int MOST_CHARACTERS = 1000;

    private ViewRequest() {}

    /**
     * Takes the parameters. What they say is read where the dump is, in its turn: patterns take a while to be compiled.
     *
     * @param format the format to render
     * @param compared whether it is held against another
     * @param address what is asked
     * @throws ApiException of status 400 where a parameter isn't known, is too long, or means nothing for that format
     */
    public static View of(Request request, ViewFormat format, boolean compared, ViewAddress address)
            throws ApiException {
        Map<String, String> texts = request.parametersBeside(address.own());
        if (texts.isEmpty()) {
            return View.WHOLE;
        }
        allow(request, address);
        for (Map.Entry<String, String> parameter : texts.entrySet()) {
            if (parameter.getValue().length() > MOST_CHARACTERS) {
                throw new ApiException(
                        400,
                        "The parameter " + parameter.getKey() + " is too long",
                        "it has " + parameter.getValue().length() + " characters, and " + MOST_CHARACTERS
                                + " are the most",
                        "Send a shorter one, or download the dump and its symbols and run: jemscope report FILE.");
            }
            ReportOption.Use use = use(parameter.getKey());
            if (!format.hasOptions() || !use.fits(format.report(), false, compared)) {
                throw new ApiException(
                        400,
                        "The parameter " + parameter.getKey() + " means nothing here",
                        "it goes with " + address.partners(use),
                        "Leave it out, or ask for " + address.example(use) + ".");
            }
        }
        return new View(texts);
    }

    /**
     * Refuses all parameters of a view, for a file that is handed out as it is.
     *
     * @param format what is asked for, as it is sent
     * @param address what is asked
     * @throws ApiException of status 400 where there is one, known or not
     */
    public static void refuse(Request request, String format, ViewAddress address) throws ApiException {
        for (String name : request.parametersBeside(address.own()).keySet()) {
            allow(request, address);
            throw new ApiException(
                    400,
                    "The parameter " + name + " means nothing here",
                    "format=" + format + " is a file as it is; it goes with " + address.partners(use(name)),
                    "Leave it out, or ask for " + address.example(use(name)) + ".");
        }
    }

    private static void allow(Request request, ViewAddress address) throws ApiException {
        List<String> known = new ArrayList<>(List.of(address.own()));
        known.addAll(names());
        request.allowParameters(known.toArray(new String[0]));
    }

    /** The names of all parameters that a view can have. */
    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (ReportOption option : ReportOption.values()) {
            names.addAll(option.names());
        }
        return names;
    }

    /** The names of those that mean something for a format, where there is a baseline. */
    static List<String> names(ViewFormat format) {
        return names().stream()
                .filter(name -> format.hasOptions() && use(name).fits(format.report(), false, true))
                .toList();
    }

    /** What a parameter is good for whose name is known. */
    private static ReportOption.Use use(String name) {
        ReportOption option = ReportOption.named(name);
        return option == null ? ReportOption.Use.FILTER : option.use();
    }
}
