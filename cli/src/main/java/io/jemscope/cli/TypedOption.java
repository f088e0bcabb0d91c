package io.jemscope.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Options under the names that the user wrote: many have several, and a message about another one confuses. */
final class TypedOption {

    private TypedOption() {}

    /**
     * The name that the user wrote for an option.
     *
     * @param spec the verb
     * @param names names of options, of which one was given
     * @return the name of the first of these options on the command line; the first name where none is there
     */
    static String name(CommandSpec spec, String... names) {
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
