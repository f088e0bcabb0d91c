package io.jemscope.agent.web.compat.pprof;

import io.jemscope.httpd.ApiException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The addresses of a request for names, {@code 0xa+0xb}, and the answer to it. */
final class AskedAddresses {

    /** Nearly as many as fit into a body as jeprof writes them. What each takes as objects is far more than its text. */
    static final int MOST = 50_000;

    private static final String BETWEEN = "+ \r\n\t&";

    private final String text;

    /** Where each begins in the text, and where it ends, in turn. */
    private final int[] places;

    /** What is looked up for each. */
    private final long[] returns;

    private AskedAddresses(String text, int[] places, long[] returns) {
        this.text = text;
        this.places = places;
        this.returns = returns;
    }

    /**
     * Reads them. They are counted before anything is made of any.
     *
     * @throws ApiException of status 413 where they are too many, 400 where one can't be read
     */
    static AskedAddresses of(String text) throws ApiException {
        int count = find(text, new int[0]);
        if (count > MOST) {
            throw new ApiException(
                    413,
                    "So many addresses aren't looked up",
                    count + " were sent, and " + MOST + " are looked up at once",
                    "Send them in several requests.");
        }
        int[] places = new int[2 * count];
        find(text, places);
        long[] returns = new long[count];
        for (int i = 0; i < count; i++) {
            long address = address(text, places[2 * i], places[2 * i + 1]);
            // This one is always the first of its stack, and the reader requests it unchanged.
            returns[i] = address == CallerMarks.MARK ? address : address + 1;
        }
        return new AskedAddresses(text, places, returns);
    }

    /** Notes the places of as many as there is room for; answers how many there are. */
    private static int find(String text, int[] places) {
        int count = 0;
        int from = 0;
        for (int at = 0; at <= text.length(); at++) {
            if (at < text.length() && BETWEEN.indexOf(text.charAt(at)) < 0) {
                continue;
            }
            if (at > from) {
                if (2 * count < places.length) {
                    places[2 * count] = from;
                    places[2 * count + 1] = at;
                }
                count++;
            }
            from = at + 1;
        }
        return count;
    }

    private static long address(String text, int from, int to) throws ApiException {
        int digits = text.startsWith("0x", from) || text.startsWith("0X", from) ? from + 2 : from;
        try {
            return Long.parseUnsignedLong(text, Math.min(digits, to), to, 16);
        } catch (NumberFormatException e) {
            throw new ApiException(
                    400,
                    "The addresses can't be read",
                    "one of them is not a hexadecimal number of 64 bits",
                    "Send addresses with a plus between them, such as 0x7f00deadbeef+0x7f00deadbef0.");
        }
    }

    boolean isEmpty() {
        return returns.length == 0;
    }

    /** What to look up, each once. */
    long[] returns() {
        long[] sorted = returns.clone();
        Arrays.sort(sorted);
        int unique = 0;
        for (long address : sorted) {
            if (unique == 0 || sorted[unique - 1] != address) {
                sorted[unique] = address;
                unique++;
            }
        }
        return Arrays.copyOf(sorted, unique);
    }

    /** A line for each that has a name, once, with the address as it was first written. */
    String lines(Map<Long, String> names) {
        StringBuilder lines = new StringBuilder();
        Set<Long> told = new HashSet<>();
        for (int i = 0; i < returns.length; i++) {
            String name = names.get(returns[i]);
            if (name != null && told.add(returns[i])) {
                lines.append(text, places[2 * i], places[2 * i + 1]);
                lines.append('\t').append(name).append('\n');
            }
        }
        return lines.toString();
    }
}
