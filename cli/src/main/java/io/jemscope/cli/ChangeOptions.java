package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.recording.OutputFile;
import io.jemscope.cli.terminal.Console;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.filter.Filtered;
import io.jemscope.report.AppPackages;
import io.jemscope.report.FrameKinds;
import io.jemscope.report.Grouping;
import io.jemscope.report.Listing;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.Sources;
import io.jemscope.report.TextOptions;
import io.jemscope.report.comparison.BothSides;
import io.jemscope.report.comparison.Comparison;
import io.jemscope.report.page.PageData;
import io.jemscope.report.pipeline.Incompatibility;
import io.jemscope.report.pipeline.ReportFormat;
import io.jemscope.report.pipeline.ReportOption;
import io.jemscope.report.pipeline.ReportOption.Use;
import io.jemscope.report.pipeline.ReportOptions;
import io.jemscope.report.pipeline.ReportRequest;
import io.jemscope.report.shaping.Labels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that diff and trend share. */
final class ChangeOptions {

    private final OptionSpelling typed;

    @Option(names = "--format", paramLabel = "FORMAT", description = "text (default) or json, which has every row.")
    @Nullable
    Format format;

    @Option(names = "--json", description = "The same as --format json.")
    boolean json;

    @Option(
            names = "--html",
            description = "One HTML file for a browser: what changed, and its flame graph. Also --html OUT.html FILE.")
    boolean html;

    @Mixin
    OutputOptions output = new OutputOptions();

    @Option(
            names = {"--rows", "--nodecount"},
            paramLabel = "N",
            description = "The number of rows to show. Default: ${DEFAULT-VALUE}.")
    int rows = ReportRequest.ROWS;

    @Option(
            names = {"--node-fraction", "--nodefraction"},
            paramLabel = "F",
            description =
                    "Rows with a smaller share of all growth, or of all shrinkage, are summed up in one line. Default: 0.01; "
                            + "--all shows them.")
    double leastShare = 0.01;

    @Option(names = "--all", description = "List changes within sampling noise as well.")
    boolean all;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            description =
                    "What a row is: site (default: the Java line that holds the memory), or the innermost function, line, "
                            + "file, file_function, address, library, class, package or thread outside the allocator.",
            converter = RowsName.class)
    Rows by = new Rows(null);

    @Option(
            names = {"--cumulative", "--cum"},
            description = "Count every name on a stack, once each. Goes with --by, not with site.")
    boolean cumulative;

    @Mixin
    CodeOptions code = new CodeOptions();

    @Mixin
    SourceOptions sources;

    final GivenOptions given;

    /** The filter's options that have matched nothing in any profile so far: one that matches somewhere is spelled well. */
    private @Nullable List<String> unmatched;

    /** The first file that was read, and whether it is a log of allocations; null before. */
    private @Nullable Path first;

    private boolean firstIsLog;

    ChangeOptions(OptionSpelling typed) {
        this.typed = typed;
        sources = new SourceOptions(typed);
        given = GivenOptions.of(
                typed,
                Map.of(ReportOption.LIVE, "Count memory that is still allocated: the default."),
                Use.COUNTING,
                Use.FILTER);
    }

    /** How changes are printed. */
    enum Format {
        /** Tables for people. */
        TEXT,
        /** All rows, for programs. */
        JSON
    }

    /** What rows stand for; null for the sites. */
    record Rows(@Nullable Grouping grouping) {}

    /** The name of what rows stand for. */
    static final class RowsName implements ITypeConverter<Rows> {

        @Override
        public Rows convert(String name) {
            if (name.equalsIgnoreCase("site") || name.equalsIgnoreCase("holder")) {
                return new Rows(null);
            }
            for (Grouping grouping : Grouping.values()) {
                if (grouping.name().equalsIgnoreCase(name)) {
                    return new Rows(grouping);
                }
            }
            throw new TypeConversionException(
                    "'" + name
                            + "' is not a grouping: name site, function, line, file, file_function, address, library, class, package or thread");
        }
    }

    /** Refuses what contradicts itself. */
    void check() throws CommandFailure {
        if (rows < 1) {
            throw new UsageMistake(typed.name("--rows") + " " + rows + " shows nothing: name 1 or more");
        }
        if (!(leastShare >= 0 && leastShare < 1)) {
            throw new UsageMistake(typed.name("--node-fraction") + " " + leastShare
                    + " is not a share: name a number from 0 to below 1");
        }
        if (html && (json || format != null)) {
            throw new UsageMistake("--html contradicts " + (json ? "--json" : "--format") + ": leave one of them out");
        }
        if (json && format == Format.TEXT) {
            throw new UsageMistake("--json and --format text contradict each other: leave one of them out");
        }
        if (!code.functions.isEmpty() && cumulative) {
            throw new UsageMistake("--allocator-function goes with the innermost function: leave it or "
                    + typed.name("--cumulative") + " out");
        }
        if (cumulative && by.grouping() == null) {
            throw new UsageMistake(typed.name("--cumulative") + " goes with --by: name such as --by function");
        }
        if (!code.app.isEmpty() && by.grouping() != null) {
            throw new UsageMistake("--app goes with --by site: leave one of them out");
        }
        sources.check(isHtml(), false, "--html --with-source");
        if (output.file != null) {
            ReportFormat written = isHtml() ? ReportFormat.HTML : isJson() ? ReportFormat.JSON : ReportFormat.HOLDERS;
            OutputEnding.checkChange(output.file, written);
        }
        if (isHtml() && output.isTerminal()) {
            throw new UsageMistake("--html is not for a terminal: name a file with -o OUT");
        }
        output.check();
    }

    boolean isJson() {
        return json || format == Format.JSON;
    }

    /** Whether it is the page: by its option, or else by the file's ending. */
    boolean isHtml() {
        return html || (output.file != null && !json && format == null && OutputEnding.isHtml(output.file));
    }

    /** What the page shows of two profiles. */
    PageData page(Profile before, Profile after, Comparison comparison) {
        AppPackages own = code.app.isEmpty() ? AppPackages.of(after) : new AppPackages(code.app);
        PageData page = PageData.of(after, after, before, comparison, FrameKinds.of(after, own), code.allocator());
        Sources shown = sources.ofPage();
        return shown.equals(Sources.NONE)
                ? page
                : page.withSources(Listing.of(after, sampleType(), ReportRequest.EVERYTHING), shown);
    }

    boolean all() {
        return all;
    }

    SampleType sampleType() {
        return given.ask(ReportOptions::sampleType).orElse(SampleType.LIVE_BYTES);
    }

    /** What rows stand for; null for the sites. */
    @Nullable
    Grouping grouping() {
        return by.grouping();
    }

    SiteGrouping sites() {
        Grouping grouping = by.grouping();
        if (grouping == null) {
            return SiteGrouping.byLine(code.allocator(), code.app);
        }
        return cumulative ? SiteGrouping.cumulative(grouping) : SiteGrouping.by(grouping, code.allocator());
    }

    /** What the filter keeps of a profile. */
    Profile select(Profile profile, Path file) throws CommandFailure {
        check(profile, file);
        Filtered filtered = given.ask(ReportOptions::filter).filter(profile);
        if (unmatched == null) {
            unmatched = new ArrayList<>(filtered.unmatched());
        } else {
            unmatched.retainAll(filtered.unmatched());
        }
        return filtered.profile();
    }

    private void check(Profile profile, Path file) throws CommandFailure {
        if (BothSides.isDifference(profile)) {
            throw IncompatibleFiles.isDifference(file.toString());
        }
        boolean isLog = Incompatibility.isLog(profile);
        if (first == null) {
            first = file;
            firstIsLog = isLog;
        } else if (isLog != firstIsLog) {
            throw IncompatibleFiles.oneIsALog(
                    "can't compare " + file + " with " + first, "name files of the same kind");
        }
        if (isLog && !sampleType().isAccumulated()) {
            throw IncompatibleFiles.failure(
                    file + " has no live memory",
                    "it is a log of allocations, which has only what was freed",
                    "add --accumulated");
        }
        if (Incompatibility.to(sampleType(), profile).isPresent()) {
            throw IncompatibleFiles.withoutFreed(file.toString(), "count what is held with --live");
        }
    }

    /** Prints which of the filter's options matched nothing in any of the profiles. */
    void tellUnmatched(Console console) {
        if (unmatched != null) {
            given.tellUnmatched(
                    unmatched.stream()
                            .map(option -> new Labels.Unmatched(option, ""))
                            .toList(),
                    console);
        }
    }

    void write(String text, Console console) throws CommandFailure, IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(out -> out.write(bytes), console);
    }

    void write(OutputFile.Content content, Console console) throws CommandFailure, IOException {
        output.write(content, console);
    }

    /** How much of a text is shown, and how. */
    TextOptions layout() {
        return output.fit(TextOptions.rows(rows).withNodeFraction(leastShare));
    }
}
