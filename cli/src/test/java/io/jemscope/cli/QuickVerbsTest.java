package io.jemscope.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.cli.terminal.Console;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Range;

/**
 * The classes that set options without picocli are what picocli's model of the verbs makes them.
 * {@code -Djemscope.quick=write} writes them anew; {@code spotless:apply} then brings them into form.
 */
class QuickVerbsTest {

    private static final Path SOURCES =
            Path.of(System.getProperty("basedir", ""), "src", "main", "java", "io", "jemscope", "cli");

    private static final Set<Class<?>> FLAGS = Set.of(boolean.class, Boolean.class);
    private static final Set<Class<?>> WHOLE = Set.of(int.class, Integer.class);
    private static final Set<Class<?>> FRACTIONS = Set.of(double.class, Double.class);

    /** Where the groups of a verb's options are, by their classes. */
    private final Map<Class<?>, String> groups = new HashMap<>();

    private final Set<String> imports = new TreeSet<>();

    @ParameterizedTest
    @ValueSource(strings = {"report", "diff", "trend"})
    void aVerbsOptionsAreThoseOfPicocli(String verb) throws IOException {
        CommandSpec spec = spec(verb);
        String name = "Quick" + Character.toUpperCase(verb.charAt(0)) + verb.substring(1);
        Path file = SOURCES.resolve(name + ".java");
        String source = source(spec, name);
        if (System.getProperty("jemscope.quick") != null) {
            Files.writeString(file, source);
        }

        // Spotless breaks long lines.
        assertThat(Files.readString(file)).as(file.toString()).isEqualToIgnoringWhitespace(source);
    }

    private String source(CommandSpec spec, String name) {
        Class<?> command = spec.userObject().getClass();
        group(command, "verb.");
        StringBuilder cases = new StringBuilder();
        for (OptionSpec option : spec.options()) {
            // Help and version print, and set nothing.
            if (groups.containsKey(owner(option))) {
                cases.append("            case ")
                        .append(quoted(option.names()))
                        .append(" -> ")
                        .append(setting(option))
                        .append(";\n");
            }
        }
        PositionalParamSpec files = spec.positionalParameters().get(0);
        String file = value(files, "word");
        Range arity = files.arity();
        return "package io.jemscope.cli;\n\n"
                + imports.stream().map(type -> "import " + type + ";\n").collect(Collectors.joining())
                + "\n/** The options of a verb without picocli: written by {@code QuickVerbsTest}, not by hand. */\n"
                + "record " + name + "(" + command.getSimpleName() + " verb) implements QuickVerb {\n\n"
                + "    @Override\n    public boolean option(QuickWords words) {\n"
                + "        switch (words.name()) {\n" + cases
                + "            default -> {\n                return false;\n            }\n        }\n"
                + "        return true;\n    }\n\n"
                + "    @Override\n    public void file(String word) {\n"
                + "        verb." + ((Field) files.userObject()).getName() + ".add(" + file + ");\n    }\n\n"
                + "    @Override\n    public boolean takes(int files) {\n"
                + "        return files >= " + arity.min() + (arity.isVariable() ? "" : " && files <= " + arity.max())
                + ";\n    }\n}\n";
    }

    private void group(Class<?> type, String path) {
        groups.put(type, path);
        for (Field field : type.getDeclaredFields()) {
            if (field.isAnnotationPresent(Mixin.class)) {
                group(field.getType(), path + field.getName() + ".");
            }
        }
    }

    private static Class<?> owner(ArgSpec option) {
        return ((Field) option.userObject()).getDeclaringClass();
    }

    private String setting(OptionSpec option) {
        // What the setters know nothing of.
        assertThat(option.required()).as(option.longestName()).isFalse();
        assertThat(option.negatable()).as(option.longestName()).isFalse();
        assertThat(option.defaultValue()).as(option.longestName()).isNull();
        assertThat(option.fallbackValue()).as(option.longestName()).isIn(null, "");
        assertThat(option.group()).as(option.longestName()).isNull();
        Field field = (Field) option.userObject();
        String place = groups.get(owner(option)) + field.getName();
        String name = quoted(option.names()[0]);
        if (FLAGS.contains(field.getType())) {
            return place + " = words.flag(" + name + ")";
        }
        assertThat(option.arity()).as(option.longestName()).isEqualTo(Range.valueOf("1"));
        if (field.getType().equals(List.class)) {
            assertThat(option.splitRegex()).as(option.longestName()).isIn("", ",");
            String word = option.splitRegex().isEmpty() ? "again" : "single";
            return place + ".add(" + value(option, "words." + word + "(" + name + ")") + ")";
        }
        return place + " = " + value(option, "words.once(" + name + ")");
    }

    /** Makes the option's value of a word. */
    private String value(ArgSpec option, String word) {
        Field field = (Field) option.userObject();
        Class<?> type = field.getType().equals(List.class)
                ? (Class<?>) ((ParameterizedType) field.getGenericType()).getActualTypeArguments()[0]
                : field.getType();
        if (option.converters().length > 0) {
            return "new " + named(option.converters()[0].getClass()) + "().convert(" + word + ")";
        }
        if (type.equals(String.class)) {
            return word;
        }
        if (type.equals(Path.class)) {
            return named(Path.class) + ".of(" + word + ")";
        }
        if (type.isEnum()) {
            return "QuickWords.constant(" + word + ", " + named(type) + ".values())";
        }
        if (WHOLE.contains(type)) {
            return "QuickWords.whole(" + word + ")";
        }
        assertThat(FRACTIONS).as(option.toString()).contains(type);
        return "QuickWords.fraction(" + word + ")";
    }

    /** A class as the source names it, once it is imported. */
    private String named(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        if (outer != null) {
            return named(outer) + "." + type.getSimpleName();
        }
        if (!type.getPackage().equals(getClass().getPackage())) {
            imports.add(type.getName());
        }
        return type.getSimpleName();
    }

    private static String quoted(String... names) {
        return List.of(names).stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(", "));
    }

    private static CommandSpec spec(String verb) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, UTF_8);
        return Verbs.commandLine(verb, new Console(nowhere, nowhere)).getCommandSpec();
    }
}
