package io.jemscope.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/**
 * The names that the user wrote: many options have several, and messages use the one on the command line. Each verb mixes one
 * in, so that picocli fills it, and passes it to the groups of its options.
 */
@Command
final class OptionSpelling {

    /** The verb; null where nothing was read from a command line. */
    @Spec(Target.MIXEE)
    private @Nullable CommandSpec spec;

    /**
     * The name that the user wrote for an option.
     *
     * @param names options, each by its first name, of which one was given
     * @return the name of the first of these options on the command line; the first name where none is there
     */
    String name(String... names) {
        if (spec == null) {
            return names[0];
        }
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
