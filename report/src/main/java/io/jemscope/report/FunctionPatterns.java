package io.jemscope.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Functions' names, in which {@code *} stands for any letters. */
final class FunctionPatterns {

    private final Set<String> names = new HashSet<>();
    private final List<String> beginnings = new ArrayList<>();

    /** Patterns with a star elsewhere than at the end. */
    private final List<String> others = new ArrayList<>();

    FunctionPatterns(List<String> patterns) {
        for (String pattern : patterns) {
            int star = pattern.indexOf('*');
            if (star < 0) {
                names.add(pattern);
            } else if (star == pattern.length() - 1) {
                beginnings.add(pattern.substring(0, star));
            } else {
                others.add(pattern);
            }
        }
    }

    /** Says whether a name is as one of them says. */
    boolean match(String name) {
        if (names.contains(name)) {
            return true;
        }
        for (String beginning : beginnings) {
            if (name.startsWith(beginning)) {
                return true;
            }
        }
        for (String pattern : others) {
            if (matches(pattern, name)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a name is as a pattern says; each star takes as little as it can, which finds a way where there is one. */
    private static boolean matches(String pattern, String name) {
        int star = pattern.indexOf('*');
        if (!name.startsWith(pattern.substring(0, star))) {
            return false;
        }
        int at = star;
        while (true) {
            int begin = star + 1;
            star = pattern.indexOf('*', begin);
            if (star < 0) {
                String end = pattern.substring(begin);
                return name.length() - at >= end.length() && name.endsWith(end);
            }
            String part = pattern.substring(begin, star);
            int found = name.indexOf(part, at);
            if (found < 0) {
                return false;
            }
            at = found + part.length();
        }
    }
}
