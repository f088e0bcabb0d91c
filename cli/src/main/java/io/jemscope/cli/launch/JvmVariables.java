package io.jemscope.cli.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The variables from which a JVM reads options before those of its command line. Where they load Jemscope's agent already, as
 * in a container that always has it, an agent option on the command line has no effect: the JVM's first one counts.
 */
final class JvmVariables {

    static final List<String> NAMES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

    /**
     * A JVM splits a variable at white space, except within quotes of either kind, which may begin anywhere in a word.
     * Possessive, so that matching a long word takes no stack.
     */
    private static final Pattern WORD = Pattern.compile("(?:\"[^\"]*+\"?+|'[^']*+'?+|[^\\s\"']++)++");

    private static final Pattern AGENT = Pattern.compile("-agentpath:([^=]*/)?libjemscope\\.so(=.*)?", Pattern.DOTALL);

    private JvmVariables() {}

    /** Whether one of the variables loads Jemscope's agent. */
    static boolean loadAgent(Map<String, String> environment) {
        return NAMES.stream().anyMatch(name -> {
            String value = environment.getOrDefault(name, "");
            return !withoutAgent(value).equals(value);
        });
    }

    /** Whether one of the variables says what the JVM logs; an option of ours after it would change how. */
    static boolean configureLog(Map<String, String> environment) {
        return NAMES.stream()
                .anyMatch(name -> environment.getOrDefault(name, "").contains("-Xlog"));
    }

    /** A variable's value without the option that loads Jemscope's agent; the same value where there is none. */
    static String withoutAgent(String value) {
        List<String> others = new ArrayList<>();
        boolean found = false;
        Matcher word = WORD.matcher(value);
        while (word.find()) {
            if (AGENT.matcher(unquoted(word.group())).matches()) {
                found = true;
            } else {
                others.add(word.group());
            }
        }
        return found ? String.join(" ", others) : value;
    }

    private static String unquoted(String word) {
        StringBuilder text = new StringBuilder();
        char mark = 0;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (mark == 0 && (c == '"' || c == '\'')) {
                mark = c;
            } else if (c == mark) {
                mark = 0;
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}
