package io.jemscope.agent.config;

/** How many characters have to be put in, taken out or changed to make one word of another (Levenshtein). */
public final class EditDistance {

    /** No word of ours is longer, and the table grows with the square of the input. */
    private static final int LONGEST = 64;

    private EditDistance() {}

    /**
     * Counts them.
     *
     * @param one a word, of which the first 64 characters count
     * @param other another
     * @return how many
     */
    public static int between(String one, String other) {
        String from = one.substring(0, Math.min(one.length(), LONGEST));
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int changed = diagonal + (from.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
