package io.jemscope.symbols.demangle;

import java.util.List;

/**
 * A part of a name. In C++ a declarator surrounds the declared name, so a node prints in two halves: {@code void (*} and
 * {@code )(int)} for a pointer to a function.
 */
interface Node {

    /** Decides whether a pointer to it needs parentheses. */
    enum Shape {
        PLAIN,
        ARRAY,
        FUNCTION
    }

    /** Prints the part before the declared name. */
    void left(Printer out);

    /** Prints the part after the declared name. */
    default void right(Printer out) {}

    /** The nodes it consists of, to search for a parameter pack. */
    default List<Node> children() {
        return List.of();
    }

    /** The node to print: for a pack the element being expanded, else this one. */
    default Node resolve(Printer out) {
        return this;
    }

    /** The shape of the declarator. */
    default Shape shape(Printer out) {
        return Shape.PLAIN;
    }

    /** Returns whether {@link #right} prints anything. */
    default boolean hasRight(Printer out) {
        return false;
    }

    /** The last part of a class's name, which is also its constructors' name. */
    default String baseName() {
        throw new MalformedNameException("no class");
    }
}
