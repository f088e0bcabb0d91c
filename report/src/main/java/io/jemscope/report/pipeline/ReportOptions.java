package io.jemscope.report.pipeline;

import io.jemscope.profile.SampleType;
import io.jemscope.profile.filter.FilterPattern;
import io.jemscope.profile.filter.NamePattern;
import io.jemscope.profile.filter.PatternLimit;
import io.jemscope.profile.filter.StackFilter;
import io.jemscope.report.ByteUnit;
import io.jemscope.report.Grouping;
import io.jemscope.report.TextOptions;
import io.jemscope.report.Top;
import io.jemscope.report.graph.GraphLimits;
import io.jemscope.report.shaping.Labels;
import io.jemscope.report.shaping.ProfileTransform;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the options of a report. What can't be read is a {@link ReportOptionException}, a
 * pattern that is none a {@link io.jemscope.profile.filter.FilterException}.
 */
public final class ReportOptions {

    /**
     * An option as it was written.
     *
     * @param name what it was called
     * @param text its value; {@code true} where it has none
     * @param shown its name as messages begin with it
     */
    public record Given(String name, String text, String shown) {}

    /**
     * How much work the options may ask for.
     *
     * @param patterns how large a pattern may be
     * @param steps what looking for the patterns may take in a profile
     * @param keys how many labels' keys or patterns an option may have
     * @param boxes how many boxes are drawn
     */
    public record Limits(PatternLimit patterns, long steps, int keys, int boxes) {

        /** For users whose own process does the work. */
        public static final Limits NONE =
                new Limits(PatternLimit.OWN, Long.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    private final Map<ReportOption, Given> given;
    private final Limits limits;

    /**
     * Options.
     *
     * @param given what was written of them; read when it is asked for
     */
    public ReportOptions(Map<ReportOption, Given> given, Limits limits) {
        this.given = given;
        this.limits = limits;
    }

    /** Whether one of these was given. */
    public boolean has(ReportOption... options) {
        return Arrays.stream(options).anyMatch(given::containsKey);
    }

    /**
     * The report that they ask for.
     *
     * @param rows the default number of rows
     */
    public ReportRequest request(ReportFormat format, int rows) {
        ReportRequest usual = ReportRequest.of(format, rows(rows));
        ReportRequest.Presentation look = usual.presentation();
        return new ReportRequest(
                format,
                new ReportRequest.Selection(
                        transform(),
                        sampleType().orElse(null),
                        grouping().orElse(usual.selection().grouping()),
                        order(format),
                        usual.selection().pattern()),
                new ReportRequest.Presentation(look.json(), text(look.text()), limits(look.graph()), look.sources()),
                usual.code(),
                new BaseOptions(
                        flag(ReportOption.DROP_NEGATIVE)
                                ? BaseOptions.Negatives.DROPPED
                                : BaseOptions.DEFAULT.negatives(),
                        flag(ReportOption.NORMALIZE),
                        BaseOptions.DEFAULT.shareOfBase()));
    }

    private ProfileTransform transform() {
        Labels labels = new Labels(
                keys(ReportOption.TAG_ROOT),
                keys(ReportOption.TAG_LEAF),
                pattern(ReportOption.TAG_SHOW),
                pattern(ReportOption.TAG_HIDE));
        return new ProfileTransform(filter(), labels, flag(ReportOption.NO_INLINES));
    }

    /** Which stacks and frames count. */
    public StackFilter filter() {
        StackFilter.Builder filter =
                StackFilter.builder().limit(limits.patterns()).mostSteps(limits.steps());
        given.forEach((option, written) -> {
            if (option.filter() != null) {
                if (option == ReportOption.TAG_FOCUS || option == ReportOption.TAG_IGNORE) {
                    checkNumber(written, written.text().split(",", -1).length, "patterns", "thread=worker");
                }
                filter.choose(option.filter(), written.shown(), written.text());
            }
        });
        return filter.build();
    }

    private List<String> keys(ReportOption option) {
        Given written = given.get(option);
        if (written == null) {
            return List.of();
        }
        List<String> keys = List.of(written.text().split(","));
        checkNumber(written, keys.size(), "keys", "thread");
        return keys;
    }

    private void checkNumber(Given written, int number, String what, String example) {
        if (number > limits.keys()) {
            throw unreadable(written, "must have at most " + limits.keys() + " " + what, example);
        }
    }

    private @Nullable NamePattern pattern(ReportOption option) {
        Given written = given.get(option);
        return written == null ? null : FilterPattern.compile(written.shown(), written.text(), limits.patterns());
    }

    /** The sample type to count; empty where the options name none. */
    public Optional<SampleType> sampleType() {
        Set<SampleType> asked = EnumSet.noneOf(SampleType.class);
        add(asked, ReportOption.LIVE_OBJECTS, SampleType.LIVE_OBJECTS);
        add(asked, ReportOption.ACCUMULATED_OBJECTS, SampleType.ACCUMULATED_OBJECTS);
        Given index = given.get(ReportOption.SAMPLE_INDEX);
        if (index != null) {
            asked.add(sampleIndex(index));
        }
        boolean live = flag(ReportOption.LIVE);
        boolean objects = flag(ReportOption.OBJECTS);
        boolean accumulated = flag(ReportOption.ACCUMULATED);
        if (accumulated) {
            asked.add(objects ? SampleType.ACCUMULATED_OBJECTS : SampleType.ACCUMULATED_BYTES);
        }
        if (live || (objects && !accumulated)) {
            asked.add(objects ? SampleType.LIVE_OBJECTS : SampleType.LIVE_BYTES);
        }
        return one(asked, "sample types", ReportOption.Use.COUNTING);
    }

    private static SampleType sampleIndex(Given index) {
        return switch (index.text()) {
            case "inuse_space" -> SampleType.LIVE_BYTES;
            case "inuse_objects" -> SampleType.LIVE_OBJECTS;
            case "alloc_space" -> SampleType.ACCUMULATED_BYTES;
            case "alloc_objects" -> SampleType.ACCUMULATED_OBJECTS;
            default ->
                throw unreadable(
                        index, "must be one of inuse_space, inuse_objects, alloc_space, alloc_objects", "alloc_space");
        };
    }

    /** What frames are counted by; empty where the options name nothing. */
    public Optional<Grouping> grouping() {
        Set<Grouping> asked = EnumSet.noneOf(Grouping.class);
        addWord(asked, ReportOption.BY, Grouping.values());
        add(asked, ReportOption.FUNCTIONS, Grouping.FUNCTION);
        add(asked, ReportOption.LINES, Grouping.LINE);
        add(asked, ReportOption.FILES, Grouping.FILE);
        add(asked, ReportOption.FILE_FUNCTIONS, Grouping.FILE_FUNCTION);
        add(asked, ReportOption.ADDRESSES, Grouping.ADDRESS);
        return one(asked, "groupings", ReportOption.Use.GROUPING);
    }

    private Top.Order order(ReportFormat format) {
        Set<Top.Order> asked = EnumSet.noneOf(Top.Order.class);
        addWord(asked, ReportOption.SORT, Top.Order.values());
        add(asked, ReportOption.CUMULATIVE, Top.Order.CUMULATIVE);
        add(asked, ReportOption.FLAT, Top.Order.FLAT);
        return one(asked, "orders", ReportOption.Use.ORDER)
                .orElse(format == ReportFormat.TOP ? Top.Order.FLAT : Top.Order.CUMULATIVE);
    }

    private TextOptions text(TextOptions usual) {
        TextOptions text = usual.withNodeFraction(share(ReportOption.NODE_FRACTION, usual.nodeFraction()))
                .withUnit(unit());
        return flag(ReportOption.MEAN) ? text.withMeanSizes() : text;
    }

    private ByteUnit unit() {
        boolean bytes = flag(ReportOption.SHOW_BYTES);
        Given written = given.get(ReportOption.UNIT);
        if (written == null) {
            return bytes ? ByteUnit.B : ByteUnit.AUTO;
        }
        ByteUnit unit = ByteUnit.named(written.text())
                .orElseThrow(() -> unreadable(
                        written, "must be one of auto, B, KiB, MiB, GiB, TiB, or another name of these", "MiB"));
        if (bytes && unit != ByteUnit.AUTO && unit != ByteUnit.B) {
            throw conflict("units", ReportOption.UNIT, ReportOption.SHOW_BYTES);
        }
        return bytes ? ByteUnit.B : unit;
    }

    private GraphLimits limits(GraphLimits usual) {
        return new GraphLimits(
                share(ReportOption.NODE_FRACTION, usual.nodeFraction()),
                share(ReportOption.EDGE_FRACTION, usual.edgeFraction()),
                Math.min(rows(usual.nodeCount()), limits.boxes()),
                count(ReportOption.MAX_DEGREE, usual.maxDegree()),
                flag(ReportOption.CALL_TREE));
    }

    private int rows(int usual) {
        int rows = count(ReportOption.ROW_COUNT, usual);
        return rows == 0 ? Integer.MAX_VALUE : rows;
    }

    private boolean flag(ReportOption option) {
        Given written = given.get(option);
        if (written == null) {
            return false;
        }
        return switch (written.text()) {
            case "", "true" -> true;
            case "false" -> false;
            default -> throw unreadable(written, "must be true or false", "true");
        };
    }

    private int count(ReportOption option, int usual) {
        Given written = given.get(option);
        if (written == null) {
            return usual;
        }
        try {
            int number = Integer.parseInt(written.text());
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw unreadable(
                written,
                option == ReportOption.ROW_COUNT
                        ? "must be 0 (all) or a positive number"
                        : "must be 0 or a positive number",
                "20");
    }

    private double share(ReportOption option, double usual) {
        Given written = given.get(option);
        if (written == null) {
            return usual;
        }
        try {
            double share = Double.parseDouble(written.text());
            if (share >= 0 && share <= 1) {
                return share;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw unreadable(written, "must be a number from 0 to 1", "0.01");
    }

    private <E> void add(Set<E> asked, ReportOption option, E what) {
        if (flag(option)) {
            asked.add(what);
        }
    }

    private <E extends Enum<E>> void addWord(Set<E> asked, ReportOption option, E[] constants) {
        Given written = given.get(option);
        if (written == null) {
            return;
        }
        for (E constant : constants) {
            if (constant.name().equalsIgnoreCase(written.text())) {
                asked.add(constant);
                return;
            }
        }
        List<String> words = words(constants);
        throw unreadable(written, "must be one of " + String.join(", ", words), words.get(1));
    }

    /** Constants as they are written. */
    static List<String> words(Enum<?>[] constants) {
        return Arrays.stream(constants)
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private <E> Optional<E> one(Set<E> asked, String things, ReportOption.Use use) {
        if (asked.size() > 1) {
            throw conflict(
                    things,
                    given.keySet().stream()
                            .filter(option -> option.use() == use)
                            .toArray(ReportOption[]::new));
        }
        return asked.stream().findFirst();
    }

    private ReportOptionException conflict(String things, ReportOption... options) {
        return new ReportOptionException(
                Arrays.stream(options).map(given::get).filter(Objects::nonNull).toList(), things, "");
    }

    private static ReportOptionException unreadable(Given written, String why, String example) {
        return new ReportOptionException(List.of(written), why, example);
    }
}
