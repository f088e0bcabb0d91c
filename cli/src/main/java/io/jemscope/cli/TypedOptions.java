package io.jemscope.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/**
 * Options under the names that the user wrote: many have several, and a message about another one confuses. A verb has one
 * of these, mixed in so that picocli fills it, and gives it to the groups of its options.
 */
@Command
final class TypedOptions {

    /** The verb, where picocli read the command line. */
    @Spec(Target.MIXEE)
    private @Nullable CommandSpec spec;

    /** The names written, by the options' first names, where {@link QuickLine} read it. */
    private final Map<String, String> written = new LinkedHashMap<>();

    /** Keeps the name that an option has on the command line; of a repeated one the first counts. */
    void remember(String option, String name) {
        written.putIfAbsent(option, name);
    }

    /** Whether an option was kept already. */
    boolean has(String option) {
        return written.containsKey(option);
    }

    /**
     * The name that the user wrote for an option.
     *
     * @param names options, each by its first name, of which one was given
     * @return the name of the first of these options on the command line; the first name where none is there
     */
    String name(String... names) {
        if (spec != null) {
            return name(spec, names);
        }
        List<String> asked = List.of(names);
        for (Map.Entry<String, String> option : written.entrySet()) {
            if (asked.contains(option.getKey())) {
                return option.getValue();
            }
        }
        return names[0];
    }

    private static String name(CommandSpec spec, String... names) {
        for (String word : spec.commandLine().getParseResult().originalArgs()) {
            int value = word.indexOf('=');
            String typed = value < 0 ? word : word.substring(0, value);
            OptionSpec option = spec.optionsMap().get(typed);
            for (String name : names) {
                if (option != null && option.equals(spec.optionsMap().get(name))) {
                    return typed;
                }
            }
        }
        return names[0];
    }
}
