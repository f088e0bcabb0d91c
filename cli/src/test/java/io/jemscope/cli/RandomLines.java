package io.jemscope.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Command lines of a verb: mostly good ones, and all kinds of mistakes. */
final class RandomLines {

    private static final List<String> ODD_VALUES = List.of(
            "",
            "-1",
            "x",
            "0x10",
            "007",
            "1e3",
            "NaN",
            "-0.5",
            ".5",
            "5.",
            "1.2.3",
            "99999999999",
            "a,b",
            "a,",
            ",",
            "\"q\"",
            "'q'",
            "--top",
            "-top",
            "-o",
            "--",
            "@x",
            "a=b",
            "=",
            "Ä",
            " ",
            "1 ",
            "+1",
            "1f",
            "a(");

    private static final List<String> ODD_WORDS = List.of(
            "--",
            "-",
            "---",
            "--no-such",
            "-x",
            "-o/dev/null",
            "--help",
            "-V",
            "-h",
            "--top=true",
            "--json=",
            "",
            "--=",
            "-=x",
            "--rows",
            "-focus",
            "--FOCUS=x",
            "@x",
            "\"a b\"",
            "--force=false",
            "--ro",
            "-to",
            "---top");

    private static final List<String> TEXTS = List.of("render", "Cache", "nothing", "java.*", "thread=1", "2", "a b");

    private final List<OptionSpec> options;
    private final Random random;
    private final String file;

    RandomLines(CommandSpec verb, Random random, String file) {
        options = verb.options();
        this.random = random;
        this.file = file;
    }

    /** A command line. */
    String[] next(String verb) {
        List<String> words = new ArrayList<>(List.of(verb));
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            addOption(words);
        }
        int files = random.nextInt(10) == 0 ? random.nextInt(4) : verb.equals("diff") ? 2 : 1;
        for (int i = 0; i < files; i++) {
            words.add(1 + random.nextInt(words.size()), file);
        }
        if (random.nextInt(12) == 0) {
            words.add(1 + random.nextInt(words.size()), oneOf(ODD_WORDS));
        }
        return words.toArray(String[]::new);
    }

    private void addOption(List<String> words) {
        OptionSpec option = oneOf(options);
        String name = oneOf(Arrays.asList(option.names()));
        if (name.startsWith("--") && random.nextInt(5) == 0) {
            name = name.substring(1);
        }
        if (option.arity().max() == 0) {
            words.add(name);
            return;
        }
        // A run must not leave files that the next one finds, so that -o never gets an odd value.
        boolean isOdd = random.nextInt(12) == 0 && !option.names()[0].equals("-o");
        String value = isOdd ? oneOf(ODD_VALUES) : goodValue(option);
        if (random.nextInt(3) == 0) {
            words.add(name + "=" + value);
        } else {
            words.add(name);
            words.add(value);
        }
    }

    /** A value that an option takes. */
    String goodValue(OptionSpec option) {
        Class<?> type = option.typeInfo().isMultiValue()
                ? option.typeInfo().getAuxiliaryTypes()[0]
                : option.typeInfo().getType();
        if (option.names()[0].equals("--unit")) {
            return oneOf(List.of("B", "kib", "mb", "auto"));
        }
        if (option.names()[0].equals("--sample-index")) {
            return oneOf(List.of("inuse_space", "alloc_objects"));
        }
        if (option.names()[0].equals("--by")) {
            return oneOf(List.of("function", "LINE", "file_function", "Package", "thread"));
        }
        if (option.names()[0].equals("--layout")) {
            // The other one starts a program.
            return "own";
        }
        if (option.names()[0].equals("-o")) {
            return oneOf(List.of("/dev/null", "no-such-folder/out"));
        }
        if (type.equals(Path.class) && random.nextBoolean()) {
            return "/dev";
        }
        if (option.names()[0].contains("base")) {
            return file;
        }
        if (type.isEnum()) {
            String name = oneOf(
                    Stream.of(type.getEnumConstants()).map(Object::toString).toList());
            return random.nextBoolean() ? name : name.toLowerCase(Locale.ROOT);
        }
        if (type.equals(int.class) || type.equals(Integer.class)) {
            return oneOf(List.of("0", "1", "25", "123456789"));
        }
        if (type.equals(double.class) || type.equals(Double.class)) {
            return oneOf(List.of("0", "1", "0.01", "0.5", "2", "00.5"));
        }
        return oneOf(TEXTS);
    }

    private <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
