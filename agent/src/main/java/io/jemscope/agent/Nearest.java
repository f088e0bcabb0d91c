package io.jemscope.agent;

import java.util.List;

/** Finds what a slip of the pen was meant to be. */
final class Nearest {

    private Nearest() {}

    /** The candidate with the fewest letters to change, add or take away; the first of several. */
    static String of(String word, List<String> candidates) {
        String nearest = candidates.get(0);
        int least = Integer.MAX_VALUE;
        for (String candidate : candidates) {
            int distance = distance(word, candidate);
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /** Levenshtein's distance, a row at a time. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
