package io.jemscope.cli;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.terminal.Console;
import io.jemscope.profile.Profile;
import io.jemscope.profile.filter.FilterException;
import io.jemscope.profile.filter.FilterPattern;
import io.jemscope.profile.filter.Filtered;
import io.jemscope.profile.filter.StackFilter;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which stacks and frames count: pprof's options under their own names, jeprof's beside them. */
final class SelectionOptions {

    private final TypedOptions typed;

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

    SelectionOptions(TypedOptions typed) {
        this.typed = typed;
    }

    /** The profile as a filter leaves it; a pattern that matches nothing is said: as a rule it is a misspelling. */
    Profile choose(StackFilter filter, Profile profile, Console console) {
        if (filter.isEmpty()) {
            return profile;
        }
        Filtered filtered = filter.filter(profile);
        for (String option : filtered.unmatched()) {
            console.err().println("jemscope: nothing matches " + typed.name("--" + option));
        }
        return filtered.profile();
    }

    /** The filter that the options make. */
    StackFilter filter() {
        StackFilter.Builder filter = StackFilter.builder();
        try {
            if (focus != null) {
                filter.focus(pattern("focus", focus));
            }
            if (ignore != null) {
                filter.ignore(pattern("ignore", ignore));
            }
            if (hide != null) {
                filter.hide(pattern("hide", hide));
            }
            if (show != null) {
                filter.show(pattern("show", show));
            }
            if (showFrom != null) {
                filter.showFrom(pattern("show-from", showFrom));
            }
            if (pruneFrom != null) {
                filter.pruneFrom(pattern("prune-from", pruneFrom));
            }
            if (tagFocus != null) {
                filter.tagFocus(tagFocus);
            }
            if (tagIgnore != null) {
                filter.tagIgnore(tagIgnore);
            }
            if (thread != null) {
                filter.thread(thread);
            }
            return filter.build();
        } catch (FilterException e) {
            throw new UsageMistake(e.getMessage(), e);
        }
    }

    private Pattern pattern(String option, String regex) {
        return FilterPattern.compile(typed.name("--" + option).substring(2), regex);
    }
}
