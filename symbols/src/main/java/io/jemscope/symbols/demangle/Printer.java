package io.jemscope.symbols.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints nodes. Substitutions make a name's tree a graph, so that a short mangled name can expand to an exponentially long one:
 * length, depth and steps are bounded.
 */
final class Printer {

    // The longest names of real libraries have some ten thousand characters.
    private static final int MAX_LENGTH = 1 << 16;
    private static final int MAX_STEPS = 1 << 18;
    private static final int MAX_DEPTH = 512;

    /** The pack index while no pack is being expanded. */
    static final int WHOLE_PACK = -1;

    private final StringBuilder text = new StringBuilder();
    private int steps;
    private int depth;
    private int packIndex = WHOLE_PACK;

    static String print(Node node) {
        Printer printer = new Printer();
        printer.whole(node);
        return printer.text.toString();
    }

    Printer append(String more) {
        if (text.length() + more.length() > MAX_LENGTH) {
            throw new MalformedNameException("too long");
        }
        text.append(more);
        return this;
    }

    /** Returns the last printed character; a blank at the beginning. */
    char last() {
        return text.length() == 0 ? ' ' : text.charAt(text.length() - 1);
    }

    Printer whole(Node node) {
        left(node);
        return right(node);
    }

    Printer left(Node node) {
        enter();
        node.left(this);
        depth--;
        return this;
    }

    Printer right(Node node) {
        enter();
        node.right(this);
        depth--;
        return this;
    }

    Node resolve(Node node) {
        enter();
        Node resolved = node.resolve(this);
        depth--;
        return resolved;
    }

    Node.Shape shape(Node node) {
        enter();
        Node.Shape shape = node.shape(this);
        depth--;
        return shape;
    }

    boolean hasRight(Node node) {
        enter();
        boolean right = node.hasRight(this);
        depth--;
        return right;
    }

    /** Prints nodes with commas between them; a node that prints nothing, such as an empty pack, gets no comma. */
    Printer list(List<Node> nodes) {
        int start = text.length();
        for (Node node : nodes) {
            int before = text.length();
            if (before > start) {
                append(", ");
            }
            int after = text.length();
            whole(node);
            if (text.length() == after) {
                text.setLength(before);
            }
        }
        return this;
    }

    int packIndex() {
        return packIndex;
    }

    /** Prints a pattern once for each element of the packs in it. */
    void expand(Node pattern, NameNodes.Pack pack) {
        int outer = packIndex;
        int start = text.length();
        for (int index = 0; index < pack.elements().size(); index++) {
            packIndex = index;
            int before = text.length();
            if (before > start) {
                append(", ");
            }
            whole(pattern);
        }
        packIndex = outer;
    }

    /** Returns the first pack in a pattern; null if there is none. */
    NameNodes.@Nullable Pack findPack(Node node) {
        enter();
        NameNodes.@Nullable Pack found = node instanceof NameNodes.Pack pack ? pack : null;
        for (Node child : found == null ? node.children() : List.<Node>of()) {
            found = findPack(child);
            if (found != null) {
                break;
            }
        }
        depth--;
        return found;
    }

    private void enter() {
        if (++steps > MAX_STEPS || ++depth > MAX_DEPTH) {
            throw new MalformedNameException("too large");
        }
    }
}
