package io.jemscope.agent.web.rendering;

import io.jemscope.httpd.ApiException;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.filter.FilterException;
import io.jemscope.profile.filter.PatternLimit;
import io.jemscope.report.pipeline.ReportOption;
import io.jemscope.report.pipeline.ReportOptionException;
import io.jemscope.report.pipeline.ReportOptions;
import io.jemscope.report.pipeline.ReportOptions.Given;
import io.jemscope.report.pipeline.ReportRequest;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a view's parameters, each by any of its names, as {@code jemscope report} reads its options. */
final class ViewReader {

    /**
     * What looking for the patterns may take in all: five seconds at worst, and a tenth of that as a rule, since few of
     * a pattern's instructions look at each character. 50,000 names of 80 characters allow for 50 instructions, a million and
     * more such names for plain text.
     */
    private static final long MOST_STEPS = 200_000_000;

    /** Each key adds a frame to every stack, each pattern takes memory of its own. */
    private static final int MOST_LABELS = 8;

    /** As many as are laid out as a picture. A call tree of all of a dump has as many as it has addresses, and takes as much heap. */
    private static final int MOST_BOXES = 1000;

    private final Map<ReportOption, Given> given = new EnumMap<>(ReportOption.class);

    /**
     * Takes the parameters; their names are known.
     *
     * @throws ApiException of status 400 where one was sent under two names
     */
    ViewReader(View view) throws ApiException {
        for (Map.Entry<String, String> sent : view.texts().entrySet()) {
            ReportOption option = ReportOption.named(sent.getKey());
            if (option == null) {
                continue;
            }
            Given before =
                    given.put(option, new Given(sent.getKey(), sent.getValue(), "The parameter " + sent.getKey()));
            if (before != null) {
                throw new ApiException(
                        400,
                        "The parameters " + before.name() + " and " + sent.getKey() + " can't both be followed",
                        "they are two names of one thing",
                        "Send one of them.");
            }
        }
    }

    /**
     * What they say.
     *
     * @param format what is made of the dump
     * @param dumps for how many dumps they stand; each has its part of the work that may be done
     * @throws ApiException of status 400 where one can't be read, or two contradict each other
     */
    ReportRequest request(ViewFormat format, int dumps) throws ApiException {
        ReportOptions.Limits limits =
                new ReportOptions.Limits(PatternLimit.SENT, MOST_STEPS / dumps, MOST_LABELS, MOST_BOXES);
        try {
            ReportRequest request = new ReportOptions(given, limits).request(format.report(), Integer.MAX_VALUE);
            return format == ViewFormat.PPROF_ALLOCS ? request.withSampleType(SampleType.ACCUMULATED_BYTES) : request;
        } catch (ReportOptionException e) {
            throw refusal(e);
        } catch (FilterException e) {
            throw RenderingFailure.of(e);
        }
    }

    private static ApiException refusal(ReportOptionException e) {
        List<Given> sent = e.options();
        if (sent.size() > 1) {
            String names = String.join(" and ", sent.stream().map(Given::name).toList());
            return new ApiException(
                    400, "The parameters " + names + " conflict", "they are different " + e.why(), "Send one of them.");
        }
        Given one = sent.get(0);
        return new ApiException(
                400,
                one.shown() + " can't be read",
                "it " + e.why(),
                "Send such as " + one.name() + "=" + e.example() + ".");
    }

    /** What an option was called by who has sent it, told by the name that is ours. */
    String sent(String option) {
        @Nullable ReportOption known = ReportOption.named(option);
        Given sent = known == null ? null : given.get(known);
        return sent == null ? option : sent.name();
    }
}
