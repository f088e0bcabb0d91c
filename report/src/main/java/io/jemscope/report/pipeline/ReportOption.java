package io.jemscope.report.pipeline;

import io.jemscope.profile.filter.FilterOption;
import io.jemscope.report.Grouping;
import io.jemscope.report.Top;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a report can be told, by the names of jeprof and pprof beside our own: the options of the command and the parameters of the
 * HTTP interface.
 */
public enum ReportOption {
    FOCUS(FilterOption.FOCUS, "REGEX", "Keep only stacks with a frame that matches."),
    IGNORE(FilterOption.IGNORE, "REGEX", "Leave out stacks with a frame that matches."),
    HIDE(FilterOption.HIDE, "REGEX", "Remove frames that match from the stacks."),
    SHOW(FilterOption.SHOW, "REGEX", "Keep only frames that match in the stacks."),
    SHOW_FROM(FilterOption.SHOW_FROM, "REGEX", "Remove the callers of the outermost frame that matches."),
    PRUNE_FROM(FilterOption.PRUNE_FROM, "REGEX", "Remove the callees of frames that match."),
    TAG_FOCUS(
            FilterOption.TAG_FOCUS,
            "COND",
            "Keep only samples with a label that matches, such as thread=worker or 64kb:1mb."),
    TAG_IGNORE(FilterOption.TAG_IGNORE, "COND", "Leave out samples with a label that matches."),
    THREAD(FilterOption.THREAD, "NAME", "Keep only what this thread allocated, by name or by jemalloc's number."),

    TAG_ROOT(
            Use.LABELS,
            "KEY",
            "Add the label's value as a frame at the root of each stack; several keys with commas, the outermost "
                    + "first.",
            "tagroot"),
    TAG_LEAF(Use.LABELS, "KEY", "Add the label's value as a frame at the leaf of each stack, likewise.", "tagleaf"),
    TAG_SHOW(Use.LABELS, "REGEX", "Keep only labels whose key matches.", "tagshow"),
    TAG_HIDE(Use.LABELS, "REGEX", "Leave out labels whose key matches.", "taghide"),
    NO_INLINES(
            Use.LABELS,
            null,
            "Attribute inlined functions to the function they were inlined into.",
            "noinlines",
            "no-inlines"),

    LIVE(
            Use.COUNTING,
            null,
            "Count memory that is still allocated: the default, unless the file names another or is a log of allocations.",
            "live",
            "inuse_space"),
    ACCUMULATED(
            Use.COUNTING,
            null,
            "Count all memory ever allocated, freed or not. A dump of jemalloc has it only if prof_accum was on.",
            "accumulated",
            "alloc_space"),
    OBJECTS(Use.COUNTING, null, "Count objects instead of bytes.", "objects"),
    LIVE_OBJECTS(Use.COUNTING, null, "The same as {live} and {objects}.", "inuse_objects"),
    ACCUMULATED_OBJECTS(Use.COUNTING, null, "The same as {accumulated} and {objects}.", "alloc_objects"),
    SAMPLE_INDEX(
            Use.COUNTING,
            "NAME",
            "The same by pprof's names: inuse_space, inuse_objects, alloc_space, alloc_objects.",
            "sample-index",
            "sample_index"),

    BY(
            Use.GROUPING,
            "WHAT",
            "What to group frames by: function (default), line, file, file_function (function and file), address, library, class, package or thread.",
            "by"),
    FUNCTIONS(Use.GROUPING, null, "The same as {by function}.", "functions"),
    LINES(Use.GROUPING, null, "The same as {by line}.", "lines"),
    FILES(Use.GROUPING, null, "The same as {by file}.", "files"),
    FILE_FUNCTIONS(Use.GROUPING, null, "The same as {by file_function}.", "filefunctions", "file-functions"),
    ADDRESSES(Use.GROUPING, null, "The same as {by address}.", "addresses"),

    ROW_COUNT(Use.ROWS, "N", "The number of rows to show or boxes to draw; 0 for all.", "rows", "nodecount"),
    NODE_FRACTION(
            Use.SHARES,
            "SHARE",
            "Leave out rows and boxes with a smaller share of the total.",
            "node-fraction",
            "nodefraction"),
    EDGE_FRACTION(
            Use.DRAWING,
            "SHARE",
            "Leave out calls with a smaller share of the total. Default: 0.001.",
            "edge-fraction",
            "edgefraction"),
    CALL_TREE(
            Use.DRAWING,
            null,
            "Draw one box for each call path instead of one for each function.",
            "call-tree",
            "call_tree"),
    MAX_DEGREE(
            Use.DRAWING,
            "N",
            "Keep the N largest calls of a box in each direction; 0 (default) for all.",
            "max-degree",
            "maxdegree"),
    UNIT(Use.UNITS, "UNIT", "auto (default), B, KiB, MiB, GiB or TiB; pprof's names, such as mb, work too.", "unit"),
    SHOW_BYTES(Use.UNITS, null, "The same as {unit B}.", "show_bytes"),
    MEAN(Use.MEANS, null, "Show the mean object size as well.", "mean"),
    SORT(Use.ORDER, "ORDER", "The order of functions: flat or cumulative.", "sort"),
    CUMULATIVE(Use.ORDER, null, "The same as {sort cumulative}.", "cum"),
    FLAT(Use.ORDER, null, "The same as {sort flat}.", "flat"),

    DROP_NEGATIVE(Use.COMPARING, null, "Leave out stacks that shrank.", "drop-negative", "drop_negative"),
    NORMALIZE(Use.COMPARING, null, "Scale the profile to the total of the one it is compared with.", "normalize");

    /** What options are good for. */
    public enum Use {
        /** They choose stacks and frames. */
        FILTER,
        /** They say what becomes of labels and of inlined functions. */
        LABELS,
        /** They say what is counted. */
        COUNTING,
        /** They say what frames are counted by. */
        GROUPING,
        /** They say how many rows or boxes there are. */
        ROWS,
        /** They leave out rows and boxes by their share. */
        SHARES,
        /** They order rows. */
        ORDER,
        /** They say how a graph is drawn. */
        DRAWING,
        /** They say in what units texts are printed. */
        UNITS,
        /** They add mean sizes to a table. */
        MEANS,
        /** They say how a base is subtracted. */
        COMPARING;

        /**
         * Whether they mean something.
         *
         * @param json whether the report's figures are written as JSON
         * @param compared whether there is a base
         */
        public boolean fits(ReportFormat format, boolean json, boolean compared) {
            return switch (this) {
                case FILTER, LABELS -> true;
                case COUNTING -> !format.isWhole() && !format.isPage();
                case GROUPING -> format.isGrouped();
                case ROWS -> json ? format.hasRowsAsJson() : format.hasRows();
                case SHARES -> format.hasRows() && !(json && format == ReportFormat.TAGS);
                case ORDER -> format.isOrdered();
                case DRAWING -> format.isGraph();
                case UNITS -> !json && (format.isText() || format == ReportFormat.WEBLIST);
                case MEANS -> !json && (format == ReportFormat.TOP || format == ReportFormat.HOLDERS);
                case COMPARING -> compared;
            };
        }
    }

    private static final Pattern OPTION_IN_TEXT = Pattern.compile("\\{([^}]+)}");

    private final Use use;
    private final @Nullable FilterOption filter;
    private final @Nullable String label;
    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> names;

    ReportOption(FilterOption filter, String label, String description) {
        this.use = Use.FILTER;
        this.filter = filter;
        this.label = label;
        this.description = description;
        this.names = filter.names();
    }

    ReportOption(Use use, @Nullable String label, String description, String... names) {
        this.use = use;
        this.filter = null;
        this.label = label;
        this.description = description;
        this.names = List.of(names);
    }

    /** What it is good for. */
    public Use use() {
        return use;
    }

    /** The filter's option that it is; null where it is none. */
    @Nullable
    FilterOption filter() {
        return filter;
    }

    /** What its value is called in help; null for an option that is there or isn't. */
    public @Nullable String label() {
        return label;
    }

    /** Whether a value says nothing, since it is the default. */
    public boolean isDefault(String value) {
        return (this == UNIT && value.equalsIgnoreCase("auto")) || (this == MAX_DEGREE && value.equals("0"));
    }

    /** The option of a name; null where there is none. */
    public static @Nullable ReportOption named(String name) {
        for (ReportOption option : values()) {
            if (option.names().contains(name)) {
                return option;
            }
        }
        return null;
    }

    /** All that it is called, ours first. */
    public List<String> names() {
        return names;
    }

    /**
     * What it does.
     *
     * @param written how another option is written, given by its name and its value with a space between
     */
    public String description(UnaryOperator<String> written) {
        return OPTION_IN_TEXT.matcher(description).replaceAll(match -> written.apply(match.group(1)));
    }

    /** The words that its value can be, for completion; empty where it is anything. */
    public List<String> words() {
        return switch (this) {
            case SAMPLE_INDEX -> List.of("inuse_space", "inuse_objects", "alloc_space", "alloc_objects");
            case BY -> ReportOptions.words(Grouping.values());
            case UNIT -> List.of("auto", "B", "KiB", "MiB", "GiB", "TiB");
            case SORT -> ReportOptions.words(Top.Order.values());
            default -> List.of();
        };
    }
}
