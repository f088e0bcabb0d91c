package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.JavaName;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.PseudoAddress;
import io.jemscope.profile.UnknownFrame;
import java.util.ArrayList;
import java.util.List;

/**
 * Frames' names as {@link SymbolizedWriter} puts them into a line that jeprof reads: between inlined functions stands
 * {@code --}, the outermost first, so no name has it; backslashes mark what couldn't stand there.
 *
 * <pre>
 * a backslash and the character    a backslash, the second of two dashes, a dash or blank at the beginning
 * a backslash and n                a line break
 * a backslash, u and four digits   another control character, half of a pair, a dash at the end
 * [init]                           Java's &lt;init>, since jeprof drops what stands between angle brackets
 * </pre>
 */
final class EscapedNames {

    private static final String JOINT = "--";
    private static final String OFFSET = "+0x";
    private static final String HEX = "0123456789abcdef";

    private EscapedNames() {}

    /** A Java frame's name. */
    static String of(JavaFrame frame) {
        String method = frame.method();
        boolean special = method.startsWith("<") && method.endsWith(">");
        return escape(
                special
                        ? new JavaFrame(
                                        frame.loader(),
                                        frame.className(),
                                        "[" + method.substring(1, method.length() - 1) + "]",
                                        frame.source(),
                                        frame.isNative())
                                .toStackTraceLine()
                        : frame.toStackTraceLine());
    }

    /** The names of the other frames of one address, innermost first, as one text. */
    static String join(List<Frame> frames, int longest) {
        StringBuilder text = new StringBuilder();
        for (int i = frames.size() - 1; i >= 0; i--) {
            String name = frames.get(i).label();
            text.append(text.isEmpty() ? "" : JOINT).append(name.isEmpty() ? "??" : escape(name));
        }
        return text.length() > longest ? text.substring(0, longest) + "…" : text.toString();
    }

    /** The frames that a name stands for, innermost first. */
    static List<Frame> frames(long address, String text) {
        if (PseudoAddress.isPseudo(address)) {
            return List.of(java(unescape(text)));
        }
        List<Frame> frames = new ArrayList<>();
        for (int to = text.length(); to >= 0; ) {
            int joint = text.lastIndexOf(JOINT, to - JOINT.length());
            int from = joint < 0 ? 0 : joint + JOINT.length();
            if (from < to) {
                frames.add(frame(unescape(text.substring(from, to))));
            }
            to = joint;
        }
        return List.copyOf(frames);
    }

    private static Frame java(String name) {
        JavaFrame frame = JavaName.parse(name);
        if (frame == null) {
            return MarkerFrame.NAME_LOST;
        }
        String method = frame.method();
        return method.startsWith("[") && method.endsWith("]")
                ? new JavaFrame(
                        frame.loader(),
                        frame.className(),
                        "<" + method.substring(1, method.length() - 1) + ">",
                        frame.source(),
                        frame.isNative())
                : frame;
    }

    private static Frame frame(String name) {
        if (name.equals(MarkerFrame.JAVA_CODE.label())) {
            return MarkerFrame.JAVA_CODE;
        }
        int plus = name.lastIndexOf(OFFSET);
        boolean isAddress = name.startsWith(OFFSET.substring(1));
        if (plus > 0 || isAddress) {
            try {
                return isAddress
                        ? new UnknownFrame(null, Long.parseUnsignedLong(name.substring(2), 16))
                        : new UnknownFrame(
                                name.substring(0, plus),
                                Long.parseUnsignedLong(name.substring(plus + OFFSET.length()), 16));
            } catch (NumberFormatException e) {
                // A name that only looks like a library and an offset.
            }
        }
        return new NativeFrame(name, name, null, null);
    }

    private static String escape(String name) {
        StringBuilder escaped = new StringBuilder(name.length() + 8);
        for (int i = 0; i < name.length(); i++) {
            char character = name.charAt(i);
            boolean endsInDash = character == '-' && i == name.length() - 1;
            if (character == '\\'
                    || (character == '-' && !endsInDash && (i == 0 || name.charAt(i - 1) == '-'))
                    || (character == ' ' && i == 0)) {
                escaped.append('\\').append(character);
            } else if (character == '\n') {
                escaped.append("\\n");
            } else if (endsInDash || Character.isISOControl(character) || isHalf(name, i)) {
                escaped.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    escaped.append(HEX.charAt((character >> shift) & 15));
                }
            } else {
                escaped.append(character);
            }
        }
        return escaped.toString();
    }

    /** Whether a character is half of a pair whose other half is missing: UTF-8 has no form for it. */
    private static boolean isHalf(String name, int at) {
        char character = name.charAt(at);
        if (Character.isHighSurrogate(character)) {
            return at + 1 == name.length() || !Character.isLowSurrogate(name.charAt(at + 1));
        }
        return Character.isLowSurrogate(character) && (at == 0 || !Character.isHighSurrogate(name.charAt(at - 1)));
    }

    static String unescape(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder name = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character != '\\' || i + 1 == text.length()) {
                name.append(character);
                continue;
            }
            char escaped = text.charAt(++i);
            if (escaped == 'n') {
                name.append('\n');
            } else if (escaped == 'u' && i + 4 < text.length() && isHex(text, i + 1)) {
                name.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                name.append(escaped);
            }
        }
        return name.toString();
    }

    private static boolean isHex(String text, int from) {
        for (int i = from; i < from + 4; i++) {
            if (HEX.indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }
}
