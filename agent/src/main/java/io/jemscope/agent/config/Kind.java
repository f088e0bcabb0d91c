package io.jemscope.agent.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringTokenizer;

/** What values a setting takes, and how they are written. */
public enum Kind {
    /** A file or folder. */
    PATH("a path"),
    /** True or false. */
    FLAG("true or false"),
    /** A number from 1 to a million. */
    COUNT("a number from 1 to 1000000"),
    /** So many bytes. */
    BYTES("bytes, such as 512m or 2g"),
    /** A time. */
    DURATION("a time, such as 500ms, 30s or 2m"),
    /** Where to listen. */
    ADDRESS("host:port"),
    /** Names of hosts. */
    NAMES("names, with blanks between"),
    /** A file, or none. */
    LOG("a path, or none"),
    /** When a bundle is made. */
    RULES("true, false, or rules with blanks between"),
    /** Where a webhook listens. */
    HTTP_ADDRESS("an http or https address");

    private static final long MOST_COUNT = 1_000_000;

    private final String form;

    Kind(String form) {
        this.form = form;
    }

    /**
     * How its values look.
     *
     * @return such as {@code true or false}
     */
    public String form() {
        return form;
    }

    /** The value that a text stands for. */
    Object parse(String text) throws BadValue {
        if (text.isEmpty()) {
            throw new BadValue("it is empty");
        }
        return switch (this) {
            case PATH -> path(text);
            case FLAG -> flag(text);
            case COUNT -> count(text);
            case BYTES -> bytes(text);
            case DURATION -> duration(text);
            case ADDRESS -> address(text);
            case NAMES -> names(text);
            case LOG -> text.equals("none") ? Optional.empty() : Optional.of(path(text));
            case RULES -> rules(text);
            case HTTP_ADDRESS -> httpAddress(text);
        };
    }

    private static Path path(String text) throws BadValue {
        if (text.indexOf('\0') >= 0) {
            throw new BadValue("no path has such characters");
        }
        try {
            return Path.of(text).toAbsolutePath();
        } catch (InvalidPathException e) {
            // To the native library, for which a name is bytes, it is one: this half alone can't use it.
            throw new BadValue("it has characters that this JVM's locale doesn't have. Start the program with"
                    + " LC_ALL=C.UTF-8, or name another");
        }
    }

    private static Boolean flag(String text) throws BadValue {
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true");
        }
        throw new BadValue("it is neither true nor false");
    }

    private static Integer count(String text) throws BadValue {
        long count = number(text, text.length());
        if (count < 1 || count > MOST_COUNT) {
            throw new BadValue("it must be a number from 1 to " + MOST_COUNT);
        }
        return (int) count;
    }

    private static Long bytes(String text) throws BadValue {
        String lower = text.toLowerCase(Locale.ROOT);
        int unit = "kmgt".indexOf(lower.charAt(lower.length() - 1)) + 1;
        long number = number(lower, unit == 0 ? lower.length() : lower.length() - 1);
        if (number < 1 || number > Long.MAX_VALUE >> (10 * unit)) {
            throw new BadValue("it must be a number of bytes, with k, m, g or t after it for larger units");
        }
        return number << (10 * unit);
    }

    private static Duration duration(String text) throws BadValue {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        long number = number(text, digits);
        String unit = text.substring(digits);
        long millis = switch (unit) {
            case "ms" -> 1;
            case "s" -> 1_000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            case "d" -> 86_400_000;
            case "" -> number == 0 ? 1 : -1;
            default -> -1;
        };
        if (number < 0 || number > MOST_COUNT || millis < 0) {
            throw new BadValue("it must be a number with ms, s, m, h or d after it");
        }
        return Duration.ofMillis(number * millis);
    }

    /** The number in the first characters; -1 where there is none, or it is beyond all use. */
    private static long number(String text, int length) {
        if (length == 0 || length > 18) {
            return -1;
        }
        long number = 0;
        for (int i = 0; i < length; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }

    private static ListenAddress address(String text) throws BadValue {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        boolean bracketed = host.length() > 2 && host.startsWith("[") && host.endsWith("]");
        if (bracketed) {
            host = host.substring(1, host.length() - 1);
        }
        long port = colon < 0 ? -1 : number(text.substring(colon + 1), text.length() - colon - 1);
        if (host.isEmpty() || port < 0 || port > 65535 || (!bracketed && host.indexOf(':') >= 0)) {
            throw new BadValue("it must be host:port, such as 0.0.0.0:9443 or [::]:9443");
        }
        return new ListenAddress(host, (int) port);
    }

    private static List<String> names(String text) throws BadValue {
        List<String> names = new ArrayList<>();
        StringTokenizer words = new StringTokenizer(text, " ");
        while (words.hasMoreTokens()) {
            String name = words.nextToken().toLowerCase(Locale.ROOT);
            for (int i = 0; i < name.length(); i++) {
                char c = name.charAt(i);
                boolean plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || ".-_:[]".indexOf(c) >= 0;
                if (!plain) {
                    throw new BadValue("no host has such a name");
                }
            }
            names.add(name);
        }
        return List.copyOf(names);
    }

    private static List<WatchRule> rules(String text) throws BadValue {
        String chosen = text.equals("true") ? WatchRule.USUAL : text.equals("false") ? "" : text;
        List<WatchRule> rules = new ArrayList<>();
        StringTokenizer words = new StringTokenizer(chosen, " ");
        while (words.hasMoreTokens()) {
            rules.add(WatchRule.parse(words.nextToken()));
        }
        return List.copyOf(rules);
    }

    private static URI httpAddress(String text) throws BadValue {
        try {
            URI address = new URI(text);
            String scheme = address.getScheme();
            if (address.getHost() != null && ("http".equals(scheme) || "https".equals(scheme))) {
                return address;
            }
        } catch (URISyntaxException e) {
            // Told below.
        }
        throw new BadValue("it must be an address such as http://127.0.0.1:9000/alert");
    }
}
