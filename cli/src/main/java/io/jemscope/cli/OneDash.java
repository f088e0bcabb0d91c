package io.jemscope.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Long options with one dash, {@code -top} and {@code -focus=x}, as jeprof and pprof take them. */
final class OneDash {

    private OneDash() {}

    /**
     * Gives long options with one dash their second one. A word that isn't the name of a long option stays as it is, and so
     * does what an option takes, and everything behind {@code --}.
     */
    static String[] widen(String[] arguments, CommandSpec verb) {
        String[] widened = arguments.clone();
        boolean isTaken = false;
        for (int i = 0; i < widened.length && !(widened[i].equals("--") && !isTaken); i++) {
            if (isTaken) {
                isTaken = false;
                continue;
            }
            if (isLongName("-" + widened[i], verb)) {
                widened[i] = "-" + widened[i];
            }
            OptionSpec option = verb.optionsMap().get(widened[i]);
            isTaken = option != null && option.arity().min() > 0;
        }
        return widened;
    }

    private static boolean isLongName(String word, CommandSpec verb) {
        int value = word.indexOf('=');
        String name = value < 0 ? word : word.substring(0, value);
        return name.startsWith("--") && verb.optionsMap().containsKey(name);
    }
}
