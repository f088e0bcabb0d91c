package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.Frame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.SourceLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The functions that Go's {@code debug=1} lists below a stack, a line each, leaf first:
 *
 * <pre>
 * #	0x4b4d30	main.fill+0x50		/src/main.go:7
 * </pre>
 *
 * <p>The address is that of the call, one byte before the return address in the stack. Functions inlined into each other
 * can share an address. Go leaves out the functions of its runtime that allocated, and {@code runtime.goexit}.
 */
final class CommentedStack {

    private static final int MOST_DIGITS = 16;

    private long[] addresses = new long[64];
    private final List<@Nullable Frame> frames = new ArrayList<>();

    /** Reads a comment, behind its {@code #}; one that doesn't begin with an address is skipped. */
    void read(LineScanner line) throws FormatException {
        line.skipBlanks();
        if (!startsWithAddress(line)) {
            return;
        }
        int number = frames.size();
        if (number == addresses.length) {
            addresses = Arrays.copyOf(addresses, 2 * number);
        }
        addresses[number] = line.hex();
        line.skipBlanks();
        frames.add(frame(line.rest()));
    }

    private static boolean startsWithAddress(LineScanner line) {
        int from = line.position();
        boolean prefixed = line.skip("0x");
        int digits = line.position();
        int at = digits;
        while (at < line.end() && LineScanner.DIGITS[line.bytes()[at] & 0xff] >= 0) {
            at++;
        }
        line.moveTo(at);
        boolean ends = line.atEnd() || line.peek() == ' ' || line.peek() == '\t';
        line.moveTo(from);
        return prefixed && at > digits && at - digits <= MOST_DIGITS && ends;
    }

    void clear() {
        frames.clear();
    }

    /** How many comments from the given one on have the same address. */
    int runFrom(int first) {
        int behind = first + 1;
        while (behind < frames.size() && addresses[behind] == addresses[first]) {
            behind++;
        }
        return behind - first;
    }

    int size() {
        return frames.size();
    }

    /** Whether a comment belongs to a return address. Go before 1.7 writes that address itself. */
    boolean isOf(int number, long returnAddress) {
        return addresses[number] == returnAddress - 1 || addresses[number] == returnAddress;
    }

    /** The functions of a few comments, without those that name none. */
    List<Frame> frames(int first, int count) {
        List<Frame> named = new ArrayList<>(count);
        for (Frame frame : frames.subList(first, first + count)) {
            if (frame != null) {
                named.add(frame);
            }
        }
        return named;
    }

    private static @Nullable Frame frame(String text) {
        int tab = text.indexOf('\t');
        String function = tab < 0 ? text.stripTrailing() : text.substring(0, tab);
        int plus = function.lastIndexOf("+0x");
        String name = plus > 0 ? function.substring(0, plus) : function;
        if (name.isBlank()) {
            return null;
        }
        return new NativeFrame(
                name, name, null, tab < 0 ? null : source(text.substring(tab).strip()));
    }

    private static @Nullable SourceLine source(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            return null;
        }
        try {
            return new SourceLine(text.substring(0, colon), Integer.parseUnsignedInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
