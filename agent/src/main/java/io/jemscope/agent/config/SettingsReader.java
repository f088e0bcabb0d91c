package io.jemscope.agent.config;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the settings from their four sources, the strongest first: the agent's options, system properties, the
 * environment, the file that one of these has named. What is set by a stronger source isn't changed by a weaker one.
 * What can't be used is complained of, in a line that says where it stood, and passed over.
 */
public final class SettingsReader {

    private static final String PROPERTIES = "jemscope.";
    private static final String VARIABLES = "JEMSCOPE_";

    /** Variables that are no settings: Jemscope's own for other ends. */
    private static final List<String> OTHER_VARIABLES = List.of(
            "JEMSCOPE_RUNTIME_DIR",
            "JEMSCOPE_CACHE",
            "JEMSCOPE_JEMALLOC",
            "JEMSCOPE_JAVA_OPTS",
            "JEMSCOPE_DROPPED",
            "JEMSCOPE_VERSION");

    /** Beginnings of those; Kubernetes sets the last two by itself where a service goes by the name of jemscope. */
    private static final List<String> OTHER_BEGINNINGS =
            List.of("JEMSCOPE_SAVED_", "JEMSCOPE_USER_", "JEMSCOPE_SERVICE_", "JEMSCOPE_PORT");

    private final Settings settings = new Settings();
    private final Consumer<String> complaints;

    private SettingsReader(Consumer<String> complaints) {
        this.complaints = complaints;
    }

    /**
     * Reads them.
     *
     * @param options the agent's options, {@code key=value,key=value}, the values percent-encoded
     * @param properties the system properties
     * @param complaints takes a line for each thing that can't be used
     */
    public static Settings read(
            String options, Properties properties, Map<String, String> environment, Consumer<String> complaints) {
        SettingsReader reader = new SettingsReader(complaints);
        reader.readOptions(options);
        reader.readProperties(properties);
        reader.readEnvironment(environment);
        Path file = reader.settings.path(Key.CONFIG).orElse(null);
        if (file != null) {
            reader.readFile(file);
        }
        return reader.settings;
    }

    private void readOptions(String options) {
        int at = 0;
        while (at < options.length()) {
            int comma = options.indexOf(',', at);
            String pair = options.substring(at, comma < 0 ? options.length() : comma);
            at = comma < 0 ? options.length() : comma + 1;
            int equals = pair.indexOf('=');
            Key key = equals < 0 ? null : Key.of(pair.substring(0, equals));
            String value = key == null ? null : decode(pair.substring(equals + 1));
            if (key == null || (key.isShared() && !isPath(value))) {
                // The native library has read the same text before, and has complained.
                continue;
            }
            if (value == null) {
                complain(key, "the agent's options", "a percent sign isn't followed by two digits");
            } else {
                set(key, value, "the agent's options");
            }
        }
    }

    /** Null if a percent sign isn't followed by two digits. A plus is a plus. */
    private static @Nullable String decode(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Whether the native library, for which a path is bytes, takes it. */
    private static boolean isPath(@Nullable String value) {
        return value != null && !value.isEmpty() && value.indexOf('\0') < 0;
    }

    private void readProperties(Properties properties) {
        for (String name : new TreeSet<>(properties.stringPropertyNames())) {
            if (name.startsWith(PROPERTIES)) {
                set(
                        name.substring(PROPERTIES.length()),
                        properties.getProperty(name, ""),
                        "the system property " + name);
            }
        }
    }

    private void readEnvironment(Map<String, String> environment) {
        for (String name : new TreeSet<>(environment.keySet())) {
            if (name.startsWith(VARIABLES) && !isOther(name)) {
                Key key = ofVariable(name);
                String value = environment.getOrDefault(name, "");
                if (key == null) {
                    complainOfUnknown(
                            name,
                            "the environment",
                            Key.nearest(Key.wordOf(name)).variable());
                } else if (!value.isEmpty()) {
                    // Empty is how a variable is unset in many a unit file and manifest.
                    set(key, value, "the environment");
                }
            }
        }
    }

    private static boolean isOther(String name) {
        for (String beginning : OTHER_BEGINNINGS) {
            if (name.startsWith(beginning)) {
                return true;
            }
        }
        return OTHER_VARIABLES.contains(name);
    }

    private static @Nullable Key ofVariable(String name) {
        for (Key key : Key.values()) {
            if (key.variable().equals(name)) {
                return key;
            }
        }
        return null;
    }

    private void readFile(Path file) {
        try {
            int number = 0;
            for (String line : SettingsFile.lines(file)) {
                number++;
                readLine(line.strip(), file + ", line " + number);
            }
        } catch (IOException e) {
            complaints.accept("the settings in " + file + " aren't used: " + reason(e)
                    + ". Repair the file, or set config to another");
        }
    }

    private static String reason(IOException e) {
        return e instanceof NoSuchFileException ? "there is no such file" : String.valueOf(e.getMessage());
    }

    private void readLine(String line, String where) {
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        int equals = line.indexOf('=');
        if (equals < 0) {
            complaints.accept(where + " is ignored: it must be key = value, a comment behind # or empty. Correct it");
            return;
        }
        String word = line.substring(0, equals).strip();
        if (word.equals(Key.CONFIG.word())) {
            complaints.accept("the setting config, from " + where + ", is ignored: a file can't name another. Move its"
                    + " settings here");
            return;
        }
        set(word, line.substring(equals + 1).strip(), where);
    }

    private void set(String word, String value, String where) {
        Key key = Key.of(word);
        if (key == null) {
            complainOfUnknown(word, where, Key.nearest(word).word());
        } else {
            set(key, value, where);
        }
    }

    private void set(Key key, String value, String where) {
        if (key.isLibrarys() || settings.has(key)) {
            return;
        }
        try {
            settings.offer(key, key.kind().parse(value));
        } catch (BadValue e) {
            complain(key, where, String.valueOf(e.getMessage()));
        }
    }

    private void complain(Key key, String where, String why) {
        complaints.accept("the setting " + key.word() + ", from " + where + ", is ignored: " + why + ". It takes "
                + key.kind().form());
    }

    private void complainOfUnknown(String word, String where, String nearest) {
        complaints.accept("the setting " + word + ", from " + where + ", is ignored: there is none of that name. The"
                + " nearest is " + nearest);
    }
}
