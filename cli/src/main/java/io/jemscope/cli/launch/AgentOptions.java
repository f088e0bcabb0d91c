package io.jemscope.cli.launch;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/** The native agent's options: {@code key=value} pairs, separated by commas, the values percent-encoded. */
final class AgentOptions {

    private static final String PLAIN = "-._/:@+";
    private static final String HEX = "0123456789ABCDEF";

    private final Map<String, String> pairs = new LinkedHashMap<>();

    AgentOptions with(String key, String value) {
        pairs.put(key, value);
        return this;
    }

    /** The JVM's option that loads the agent. */
    String asJvmOption(Path nativeAgent) {
        StringJoiner options = new StringJoiner(",", "=", "").setEmptyValue("");
        pairs.forEach((key, value) -> options.add(key + "=" + encode(value)));
        return "-agentpath:" + nativeAgent + options;
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
