package io.jemscope.report.graph;

import io.jemscope.report.FrameKind;
import io.jemscope.report.Grouping;
import java.util.ArrayList;
import java.util.List;

/**
 * A node's name as it stands in its box: short, in a few lines. Java methods lose their package, C++ functions their
 * parameters and template arguments; the tooltip has the whole name.
 */
final class NodeLabel {

    /** Longer lines are cut in their middle. */
    private static final int LINE_CHARS = 34;

    private static final String ANONYMOUS = "(anonymous namespace)";
    private static final String OPERATOR = "operator";

    private NodeLabel() {}

    static List<String> lines(CallGraph.Node node, Grouping grouping) {
        List<String> lines = new ArrayList<>(3);
        String name = node.name();
        switch (grouping) {
            case FUNCTION -> addFunction(lines, name, node.kind());
            case LINE -> addLine(lines, name, node.kind());
            case FILE_FUNCTION -> {
                int blank = name.lastIndexOf(' ');
                boolean hasFile = blank > 0 && name.indexOf('.', blank) > 0;
                addFunction(lines, hasFile ? name.substring(0, blank) : name, node.kind());
                lines.add(hasFile ? fileName(name.substring(blank + 1)) : "");
            }
            case ADDRESS -> {
                int blank = name.startsWith("0x") ? name.indexOf(' ') : -1;
                if (blank > 0) {
                    lines.add(name.substring(0, blank));
                }
                addFunction(lines, name.substring(blank + 1), node.kind());
            }
            case CLASS -> addClass(lines, name);
            case FILE, LIBRARY -> lines.add(fileName(name));
            case PACKAGE -> lines.add(name.startsWith("[") ? fileName(name) : name);
            case THREAD -> lines.add(name);
        }
        lines.removeIf(String::isEmpty);
        lines.replaceAll(NodeLabel::cut);
        return lines;
    }

    private static void addFunction(List<String> lines, String name, FrameKind kind) {
        switch (kind) {
            case OWN_JAVA, OTHER_JAVA, JDK -> addMethod(lines, name);
            case JVM, NATIVE, UNKNOWN -> addNative(lines, name);
        }
    }

    private static void addMethod(List<String> lines, String name) {
        int dot = name.lastIndexOf('.');
        if (dot <= 0 || name.startsWith("[")) {
            lines.add(name);
            return;
        }
        lines.add(name.substring(name.lastIndexOf('.', dot - 1) + 1, dot));
        lines.add(name.substring(dot + 1));
    }

    private static void addNative(List<String> lines, String name) {
        String bare = bare(name);
        int colons = bare.lastIndexOf("::");
        if (colons <= 0 || bare.length() <= LINE_CHARS / 2) {
            lines.add(bare);
            return;
        }
        lines.add(bare.substring(0, colons));
        lines.add(bare.substring(colons + 2));
    }

    /** {@code Class.method(File.java:12)} of Java, {@code function(parameters) path/file.cc:12} else. */
    private static void addLine(List<String> lines, String name, FrameKind kind) {
        boolean java = kind == FrameKind.OWN_JAVA || kind == FrameKind.OTHER_JAVA || kind == FrameKind.JDK;
        int position = java ? name.lastIndexOf('(') : name.lastIndexOf(' ');
        boolean hasPosition =
                java ? position > 0 && name.endsWith(")") : position > 0 && name.indexOf(':', position) > 0;
        if (!hasPosition) {
            addFunction(lines, name, kind);
            return;
        }
        if (java) {
            addMethod(lines, name.substring(name.lastIndexOf('/', position) + 1, position));
            lines.add(name.substring(position + 1, name.length() - 1));
        } else {
            addNative(lines, name.substring(0, position));
            lines.add(fileName(name.substring(position + 1)));
        }
    }

    private static void addClass(List<String> lines, String name) {
        int dot = name.lastIndexOf('.');
        if (name.startsWith("[") || dot < 0) {
            lines.add(fileName(name));
            return;
        }
        lines.add(name.substring(0, dot));
        lines.add(name.substring(dot + 1));
    }

    private static String fileName(String path) {
        String file = path.substring(path.lastIndexOf('/') + 1);
        return path.startsWith("[") && !file.startsWith("[") ? "[" + file : file;
    }

    /** A C++ name without its parameters, and with {@code <…>} for template arguments. */
    private static String bare(String name) {
        StringBuilder bare = new StringBuilder(name.length());
        int i = 0;
        while (i < name.length()) {
            char c = name.charAt(i);
            if (name.startsWith(ANONYMOUS, i)) {
                bare.append(ANONYMOUS);
                i += ANONYMOUS.length();
            } else if (c == '(' && i > 0) {
                break;
            } else if (c == '<' && i > 0) {
                int end = closing(name, i);
                bare.append("<…>");
                i = end;
            } else if (name.startsWith(OPERATOR, i)) {
                int end = endOfOperator(name, i + OPERATOR.length());
                bare.append(name, i, end);
                i = end;
            } else {
                bare.append(c);
                i++;
            }
        }
        return bare.toString();
    }

    /** Where what opens at {@code open} has closed; the name's end where it doesn't. */
    private static int closing(String name, int open) {
        int depth = 0;
        for (int i = open; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '<') {
                depth++;
            } else if (c == '>' && name.charAt(i - 1) != '-') {
                depth--;
                if (depth == 0) {
                    return i + 1;
                }
            }
        }
        return name.length();
    }

    /** Where the signs behind {@code operator} end: {@code <<}, {@code ->}, {@code ()} and the like. */
    private static int endOfOperator(String name, int begin) {
        if (name.startsWith("()", begin)) {
            return begin + 2;
        }
        int end = begin;
        while (end < name.length() && "<>=-+*/%!&|^~,[]".indexOf(name.charAt(end)) >= 0) {
            end++;
        }
        return end;
    }

    private static String cut(String line) {
        int length = line.codePointCount(0, line.length());
        if (length <= LINE_CHARS) {
            return line;
        }
        int head = line.offsetByCodePoints(0, LINE_CHARS / 2);
        int tail = line.offsetByCodePoints(line.length(), -(LINE_CHARS - LINE_CHARS / 2 - 1));
        return line.substring(0, head) + "…" + line.substring(tail);
    }
}
