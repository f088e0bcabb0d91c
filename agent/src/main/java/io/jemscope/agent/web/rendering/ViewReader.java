package io.jemscope.agent.web.rendering;

import io.jemscope.httpd.ApiException;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.filter.FilterException;
import io.jemscope.profile.filter.FilterOption;
import io.jemscope.profile.filter.FilterPattern;
import io.jemscope.profile.filter.NamePattern;
import io.jemscope.profile.filter.PatternLimit;
import io.jemscope.profile.filter.StackFilter;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.ByteUnit;
import io.jemscope.report.Grouping;
import io.jemscope.report.SampleTypeChoice;
import io.jemscope.report.Sources;
import io.jemscope.report.TextOptions;
import io.jemscope.report.Top;
import io.jemscope.report.graph.GraphLimits;
import io.jemscope.report.pipeline.ReportRequest;
import io.jemscope.report.pipeline.Subtraction;
import io.jemscope.report.shaping.Labels;
import io.jemscope.report.shaping.ProfileTransform;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a view's parameters as {@code jemscope report} reads its options: the two share what makes filters of texts. */
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

    private final ViewTexts texts;
    private final long mostSteps;

    private ViewReader(View view, long mostSteps) {
        this.texts = new ViewTexts(view);
        this.mostSteps = mostSteps;
    }

    /**
     * Reads them.
     *
     * @param view the parameters
     * @param form what is made of the dump
     * @param dumps for how many dumps they stand; each has its part of the work that may be done
     * @return what they say
     * @throws ApiException of status 400 where one can't be read, or two contradict each other
     */
    static ReportRequest read(View view, Form form, int dumps) throws ApiException {
        ViewReader reader = new ViewReader(view, MOST_STEPS / dumps);
        try {
            return reader.read(form);
        } catch (FilterException e) {
            throw RenderingFailure.of(e);
        }
    }

    private ReportRequest read(Form form) throws ApiException {
        boolean dropped = texts.flag(ViewParameter.DROP_NEGATIVE);
        return new ReportRequest(
                form.format(),
                false,
                new ProfileTransform(filter(), labels(), texts.flag(ViewParameter.NO_INLINES)),
                form == Form.PPROF_ALLOCS ? SampleType.ACCUMULATED_BYTES : measure(),
                grouping(),
                order(),
                ReportRequest.EVERYTHING,
                layout(),
                limits(),
                List.of(),
                AllocatorFunctions.KNOWN,
                Sources.NONE,
                new Subtraction(
                        dropped ? Subtraction.Negatives.DROPPED : Subtraction.Negatives.WHERE_SHOWN,
                        texts.flag(ViewParameter.NORMALIZE),
                        false));
    }

    private StackFilter filter() throws ApiException {
        StackFilter.Builder filter =
                StackFilter.builder().limit(PatternLimit.SENT).mostSteps(mostSteps);
        for (FilterOption option : FilterOption.values()) {
            String name = texts.name(option.names());
            if (name != null) {
                if (option == FilterOption.TAG_FOCUS || option == FilterOption.TAG_IGNORE) {
                    checkNumber(name, texts.text(name).split(",", -1).length, "patterns", "tagfocus=thread=worker");
                }
                filter.choose(option, called(name), texts.text(name));
            }
        }
        return filter.build();
    }

    private static String called(String name) {
        return "The parameter " + name;
    }

    private Labels labels() throws ApiException {
        return new Labels(
                keys(ViewParameter.TAG_ROOT),
                keys(ViewParameter.TAG_LEAF),
                pattern(ViewParameter.TAG_SHOW),
                pattern(ViewParameter.TAG_HIDE));
    }

    private List<String> keys(ViewParameter parameter) throws ApiException {
        String text = texts.text(parameter);
        if (text == null) {
            return List.of();
        }
        List<String> keys = List.of(text.split(","));
        checkNumber(parameter.names().get(0), keys.size(), "keys", "tagroot=thread");
        return keys;
    }

    private static void checkNumber(String name, int number, String what, String example) throws ApiException {
        if (number > MOST_LABELS) {
            throw ViewTexts.unreadable(name, "it has more than " + MOST_LABELS + " " + what, example);
        }
    }

    private @Nullable NamePattern pattern(ViewParameter parameter) throws ApiException {
        String text = texts.text(parameter);
        return text == null
                ? null
                : FilterPattern.compile(called(parameter.names().get(0)), text, PatternLimit.SENT);
    }

    /** Null where nothing was said. */
    private @Nullable SampleType measure() throws ApiException {
        List<SampleType> named = new ArrayList<>();
        if (texts.flag(ViewParameter.LIVE_OBJECTS)) {
            named.add(SampleType.LIVE_OBJECTS);
        }
        if (texts.flag(ViewParameter.ACCUMULATED_OBJECTS)) {
            named.add(SampleType.ACCUMULATED_OBJECTS);
        }
        String index = texts.text(ViewParameter.SAMPLE_INDEX);
        if (index != null) {
            named.add(SampleTypeChoice.ofSampleIndex(index)
                    .orElseThrow(() -> ViewTexts.unreadable(
                            "sample_index",
                            "it is none of inuse_space, inuse_objects, alloc_space and alloc_objects",
                            "sample_index=alloc_space")));
        }
        boolean live = texts.flag(ViewParameter.LIVE);
        boolean accumulated = texts.flag(ViewParameter.ACCUMULATED);
        boolean objects = texts.flag(ViewParameter.OBJECTS);
        if (!live && !accumulated && !objects && named.isEmpty()) {
            return null;
        }
        SampleTypeChoice choice = new SampleTypeChoice(live, accumulated, objects, named);
        return choice.measure().orElseThrow(() -> ViewTexts.contradiction("things to count", "alloc_objects"));
    }

    private Grouping grouping() throws ApiException {
        Set<Grouping> asked = EnumSet.noneOf(Grouping.class);
        String by = texts.text(ViewParameter.BY);
        if (by != null) {
            asked.add(constant("by", by, Grouping.values()));
        }
        add(asked, ViewParameter.FUNCTIONS, Grouping.FUNCTION);
        add(asked, ViewParameter.LINES, Grouping.LINE);
        add(asked, ViewParameter.FILES, Grouping.FILE);
        add(asked, ViewParameter.FILE_FUNCTIONS, Grouping.FILE_FUNCTION);
        add(asked, ViewParameter.ADDRESSES, Grouping.ADDRESS);
        if (asked.size() > 1) {
            throw ViewTexts.contradiction("things to count by", "by=line");
        }
        return asked.isEmpty() ? Grouping.FUNCTION : asked.iterator().next();
    }

    private void add(Set<Grouping> asked, ViewParameter parameter, Grouping grouping) throws ApiException {
        if (texts.flag(parameter)) {
            asked.add(grouping);
        }
    }

    private Top.Order order() throws ApiException {
        Set<Top.Order> asked = EnumSet.noneOf(Top.Order.class);
        String sort = texts.text(ViewParameter.SORT);
        if (sort != null) {
            asked.add(constant("sort", sort, Top.Order.values()));
        }
        if (texts.flag(ViewParameter.CUMULATIVE)) {
            asked.add(Top.Order.CUMULATIVE);
        }
        if (texts.flag(ViewParameter.FLAT)) {
            asked.add(Top.Order.FLAT);
        }
        if (asked.size() > 1) {
            throw ViewTexts.contradiction("orders", "sort=cumulative");
        }
        return asked.isEmpty() ? Top.Order.FLAT : asked.iterator().next();
    }

    private TextOptions layout() throws ApiException {
        TextOptions layout = TextOptions.rows(rows(Integer.MAX_VALUE))
                .withNodeFraction(texts.share(ViewParameter.NODE_FRACTION, 0))
                .withUnit(unit());
        return texts.flag(ViewParameter.MEAN) ? layout.withMeanSizes() : layout;
    }

    private ByteUnit unit() throws ApiException {
        boolean bytes = texts.flag(ViewParameter.SHOW_BYTES);
        String name = texts.text(ViewParameter.UNIT);
        if (name == null) {
            return bytes ? ByteUnit.B : ByteUnit.AUTO;
        }
        ByteUnit unit = ByteUnit.named(name)
                .orElseThrow(() -> ViewTexts.unreadable(
                        "unit", "it is none of auto, B, KiB, MiB, GiB and TiB, nor another name of these", "unit=MiB"));
        if (bytes && unit != ByteUnit.AUTO && unit != ByteUnit.B) {
            throw ViewTexts.contradiction("units", "unit=MiB");
        }
        return bytes ? ByteUnit.B : unit;
    }

    private GraphLimits limits() throws ApiException {
        GraphLimits usual = GraphLimits.DEFAULT;
        Integer degree = texts.count(ViewParameter.MAX_DEGREE);
        return new GraphLimits(
                texts.share(ViewParameter.NODE_FRACTION, usual.nodeFraction()),
                texts.share(ViewParameter.EDGE_FRACTION, usual.edgeFraction()),
                Math.min(rows(usual.nodeCount()), MOST_BOXES),
                degree == null ? usual.maxDegree() : degree,
                texts.flag(ViewParameter.CALL_TREE));
    }

    /** 0 stands for all. */
    private int rows(int usual) throws ApiException {
        Integer rows = texts.count(ViewParameter.ROW_COUNT);
        if (rows == null) {
            return usual;
        }
        return rows == 0 ? Integer.MAX_VALUE : rows;
    }

    private static <E extends Enum<E>> E constant(String name, String text, E[] constants) throws ApiException {
        StringBuilder words = new StringBuilder(80);
        for (E constant : constants) {
            String word = constant.name().toLowerCase(Locale.ROOT);
            if (word.equalsIgnoreCase(text)) {
                return constant;
            }
            words.append(words.isEmpty() ? "" : ", ").append(word);
        }
        throw ViewTexts.unreadable(
                name, "it is none of " + words, name + "=" + constants[1].name().toLowerCase(Locale.ROOT));
    }
}
