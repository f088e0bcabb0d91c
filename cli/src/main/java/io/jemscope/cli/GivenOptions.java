package io.jemscope.cli;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.terminal.Console;
import io.jemscope.profile.filter.FilterException;
import io.jemscope.report.pipeline.ReportFormat;
import io.jemscope.report.pipeline.ReportOption;
import io.jemscope.report.pipeline.ReportOptionException;
import io.jemscope.report.pipeline.ReportOptions;
import io.jemscope.report.shaping.Labels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of {@link ReportOption} that a verb has, and those of them that the user gave. */
final class GivenOptions {

    /** A verb with such options. Its annotation names {@link Adder}, by which picocli learns them. */
    interface Verb {

        /** The verb's options. */
        GivenOptions given();
    }

    /** Adds the options to a verb as picocli knows it. */
    static final class Adder implements IModelTransformer {

        @Override
        public CommandSpec transform(CommandSpec spec) {
            ((Verb) spec.userObject()).given().addTo(spec);
            return spec;
        }
    }

    /** What holds for the command's reports alone. */
    private static final Map<ReportOption, String> IN_COMMAND = Map.of(
            ReportOption.ROW_COUNT, " Default: 20 in tables, 80 boxes in graphs, else all.",
            ReportOption.NODE_FRACTION, " Default: 0.01 in trees, 0.005 in graphs, else 0.",
            ReportOption.SORT, " Default: flat in top, cumulative in peek, list and weblist.",
            ReportOption.BY,
                    " Lines and files of native code, and inlined functions, need the libraries' debug files.");

    private final List<ReportOption> options;
    private final Map<ReportOption, String> help;
    private final OptionSpelling typed;
    private final Map<ReportOption, OptionSpec> specs = new EnumMap<>(ReportOption.class);

    private GivenOptions(List<ReportOption> options, Map<ReportOption, String> help, OptionSpelling typed) {
        this.options = options;
        this.help = help;
        this.typed = typed;
    }

    /** All options of some uses. */
    static GivenOptions of(OptionSpelling typed, ReportOption.Use... uses) {
        return of(typed, Map.of(), uses);
    }

    /** The same where a verb has help of its own for some options. */
    static GivenOptions of(OptionSpelling typed, Map<ReportOption, String> help, ReportOption.Use... uses) {
        return new GivenOptions(
                Arrays.stream(ReportOption.values())
                        .filter(option -> List.of(uses).contains(option.use()))
                        .toList(),
                help,
                typed);
    }

    private void addTo(CommandSpec spec) {
        // Help and version stay the last.
        List<OptionSpec> last = spec.options().stream()
                .filter(option -> option.usageHelp() || option.versionHelp())
                .toList();
        last.forEach(spec::remove);
        for (ReportOption option : options) {
            OptionSpec added = spec(option);
            spec.addOption(added);
            specs.put(option, added);
        }
        last.forEach(spec::addOption);
    }

    private OptionSpec spec(ReportOption option) {
        String description = help.getOrDefault(option, option.description(GivenOptions::dashes))
                + IN_COMMAND.getOrDefault(option, "");
        OptionSpec.Builder spec = OptionSpec.builder(
                        option.names().stream().map(GivenOptions::dashes).toArray(String[]::new))
                // Percent signs would be taken for formats.
                .description(description.replace("%", "%%"));
        if (option.label() == null) {
            return spec.type(boolean.class).arity("0").build();
        }
        spec.paramLabel(option.label()).arity("1");
        if (!option.words().isEmpty()) {
            spec.completionCandidates(option.words());
        }
        return option == ReportOption.TAG_ROOT || option == ReportOption.TAG_LEAF
                ? spec.type(List.class).auxiliaryTypes(String.class).build()
                : spec.type(String.class).build();
    }

    private static String dashes(String name) {
        return "--" + name;
    }

    /** What the user gave. */
    ReportOptions read() {
        Map<ReportOption, ReportOptions.Given> given = new EnumMap<>(ReportOption.class);
        specs.forEach((option, spec) -> {
            String text = text(spec.getValue());
            if (text != null && !option.isDefault(text)) {
                String name = typed.name(spec.longestName());
                given.put(option, new ReportOptions.Given(name, text, name));
            }
        });
        return new ReportOptions(given, ReportOptions.Limits.NONE);
    }

    private static @Nullable String text(@Nullable Object value) {
        if (value instanceof List<?> values) {
            return String.join(",", values.stream().map(String::valueOf).toList());
        }
        return value == null || value.equals(false) ? null : value.toString();
    }

    /** Reads some of the options; a bad value is the user's mistake. */
    <T> T ask(Function<ReportOptions, T> question) {
        try {
            return question.apply(read());
        } catch (ReportOptionException e) {
            List<ReportOptions.Given> options = e.options();
            String names = String.join(
                    " and ", options.stream().map(ReportOptions.Given::name).toList());
            throw new UsageMistake(
                    options.size() == 1
                            ? names + " " + e.why() + ", not " + options.get(0).text() + ": for example " + names + " "
                                    + e.example()
                            : "conflicting " + e.why() + ": " + names + "; leave all but one out",
                    e);
        } catch (FilterException e) {
            throw new UsageMistake(e.getMessage(), e);
        }
    }

    /** Prints the options that matched nothing; usually they are misspelt. */
    void tellUnmatched(List<Labels.Unmatched> unmatched, Console console) {
        for (Labels.Unmatched one : unmatched) {
            String text = one.text().isEmpty() ? "" : " " + one.text();
            console.err().println("jemscope: nothing matches " + typed.name(dashes(one.option())) + text);
        }
    }

    /** Refuses options that don't fit the format. */
    void check(ReportFormat format, boolean json, boolean compared) {
        ReportOptions given = read();
        for (ReportOption option : options) {
            if (given.has(option) && !option.use().fits(format, json, compared)) {
                String name = typed.name(dashes(option.names().get(0)));
                throw new UsageMistake(
                        name + " " + partners(option.use(), json) + ": leave it out" + (json ? "" : ", or choose one"));
            }
        }
    }

    private static String partners(ReportOption.Use use, boolean json) {
        if (use == ReportOption.Use.COMPARING) {
            return "goes with --base or --diff-base";
        }
        List<String> formats = new ArrayList<>();
        for (ReportFormat format : ReportFormat.values()) {
            if ((!json || format.isText()) && use.fits(format, json, true)) {
                formats.add(format.name().toLowerCase(Locale.ROOT));
            }
        }
        if (formats.isEmpty()) {
            return "doesn't go with --json";
        }
        String last = formats.remove(formats.size() - 1);
        return "goes with --format " + (formats.isEmpty() ? last : String.join(", ", formats) + " and " + last)
                + (json ? " if it is JSON" : "");
    }
}
