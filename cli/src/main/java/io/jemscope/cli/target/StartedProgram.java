package io.jemscope.cli.target;

import java.util.List;
import java.util.Set;

/** What a JVM was started to run, read from its command line as the {@code java} launcher reads it. */
final class StartedProgram {

    /** Options whose value is the next word. */
    private static final Set<String> WITH_VALUE = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--limit-modules",
            "--enable-native-access",
            "--illegal-native-access",
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--patch-module",
            "--source");

    private StartedProgram() {}

    /** The name of a program that isn't a JVM; where it shows what it does in its arguments, as nginx does, that. */
    static String title(List<String> command) {
        String first = command.isEmpty() ? "" : command.get(0).trim();
        int colon = first.indexOf(": ");
        return colon > 0 && first.lastIndexOf('/', colon) < 0 ? first : first.substring(first.lastIndexOf('/') + 1);
    }

    /** The main class, jar or module; the program's own name where it makes its JVM by itself, as javac does. */
    static String of(List<String> command) {
        String launcher = command.isEmpty() ? "" : command.get(0);
        String name = launcher.substring(launcher.lastIndexOf('/') + 1);
        if (!name.equals("java")) {
            return name;
        }
        for (int i = 1; i < command.size(); i++) {
            String word = command.get(i);
            if (word.equals("-jar") || word.equals("-m") || word.equals("--module")) {
                return i + 1 < command.size() ? command.get(i + 1) : "";
            }
            if (word.startsWith("--module=")) {
                return word.substring("--module=".length());
            }
            if (WITH_VALUE.contains(word)) {
                i++;
            } else if (!word.startsWith("-") && !word.startsWith("@")) {
                return word;
            }
        }
        return "";
    }
}
