package io.jemscope.cli;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.terminal.Console;
import io.jemscope.profile.filter.FilterException;
import io.jemscope.profile.filter.FilterOption;
import io.jemscope.profile.filter.StackFilter;
import io.jemscope.report.shaping.Labels;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which stacks and frames count: pprof's options under their own names, jeprof's beside them. */
final class SelectionOptions {

    private final OptionSpelling typed;

    @Option(names = "--focus", paramLabel = "REGEX", description = "Keep only stacks with a frame that matches.")
    @Nullable
    String focus;

    @Option(names = "--ignore", paramLabel = "REGEX", description = "Leave out stacks with a frame that matches.")
    @Nullable
    String ignore;

    @Option(
            names = {"--hide", "--exclude"},
            paramLabel = "REGEX",
            description = "Take frames that match out of the stacks.")
    @Nullable
    String hide;

    @Option(
            names = {"--show", "--retain"},
            paramLabel = "REGEX",
            description = "Keep only frames that match in the stacks.")
    @Nullable
    String show;

    @Option(
            names = {"--show-from", "--show_from"},
            paramLabel = "REGEX",
            description = "Take out what called the outermost frame that matches.")
    @Nullable
    String showFrom;

    @Option(
            names = {"--prune-from", "--prune_from"},
            paramLabel = "REGEX",
            description = "Take out what the frames that match called.")
    @Nullable
    String pruneFrom;

    @Option(
            names = "--tagfocus",
            paramLabel = "COND",
            description = "Keep only samples with a label that matches, such as thread=worker or 64kb:1mb.")
    @Nullable
    String tagFocus;

    @Option(names = "--tagignore", paramLabel = "COND", description = "Leave out samples with a label that matches.")
    @Nullable
    String tagIgnore;

    @Option(
            names = "--thread",
            paramLabel = "NAME",
            description = "Keep only what that thread asked for, by its name or jemalloc's number.")
    @Nullable
    String thread;

    SelectionOptions(OptionSpelling typed) {
        this.typed = typed;
    }

    /** Says which options nothing matched: as a rule they are misspelled. */
    static void tellUnmatched(List<Labels.Unmatched> unmatched, OptionSpelling typed, Console console) {
        for (Labels.Unmatched one : unmatched) {
            String text = one.text().isEmpty() ? "" : " " + one.text();
            console.err().println("jemscope: nothing matches " + typed.name("--" + one.option()) + text);
        }
    }

    /** The filter that the options make. */
    StackFilter filter() {
        StackFilter.Builder filter = StackFilter.builder();
        try {
            choose(filter, FilterOption.FOCUS, focus);
            choose(filter, FilterOption.IGNORE, ignore);
            choose(filter, FilterOption.HIDE, hide);
            choose(filter, FilterOption.SHOW, show);
            choose(filter, FilterOption.SHOW_FROM, showFrom);
            choose(filter, FilterOption.PRUNE_FROM, pruneFrom);
            choose(filter, FilterOption.TAG_FOCUS, tagFocus);
            choose(filter, FilterOption.TAG_IGNORE, tagIgnore);
            choose(filter, FilterOption.THREAD, thread);
            return filter.build();
        } catch (FilterException e) {
            throw new UsageMistake(e.getMessage(), e);
        }
    }

    private void choose(StackFilter.Builder filter, FilterOption option, @Nullable String text) {
        if (text != null) {
            filter.choose(option, typed.name("--" + option.word()), text);
        }
    }
}
