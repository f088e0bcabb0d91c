package io.jemscope.cli.launch;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/** The native agent's options: {@code key=value} pairs, separated by commas, the values percent-encoded. */
public final class AgentOptions {

    private static final String PLAIN = "-._/:@+";
    private static final String HEX = "0123456789ABCDEF";

    private final Map<String, String> pairs = new LinkedHashMap<>();

    /** Begins without any. */
    public AgentOptions() {}

    /**
     * Adds an option.
     *
     * @param key its name
     * @return these options
     */
    public AgentOptions with(String key, String value) {
        pairs.put(key, value);
        return this;
    }

    /**
     * Says whether there are none.
     *
     * @return whether none was added
     */
    public boolean isEmpty() {
        return pairs.isEmpty();
    }

    /**
     * The options as the agent reads them.
     *
     * @return the text; empty where there are none
     */
    public String text() {
        StringJoiner options = new StringJoiner(",");
        pairs.forEach((key, value) -> options.add(key + "=" + encode(value)));
        return options.toString();
    }

    /** The JVM's option that loads the agent. */
    String asJvmOption(Path nativeAgent) {
        return "-agentpath:" + nativeAgent + (pairs.isEmpty() ? "" : "=" + text());
    }

    /** Everything is encoded that commas, the JVM's own reading of quotes, or a shell could take for something else. */
    static String encode(String value) {
        StringBuilder text = new StringBuilder(value.length() + 16);
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0)) {
                text.append(c);
            } else {
                text.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xF));
            }
        }
        return text.toString();
    }
}
