package io.jemscope.symbols.demangle;

import java.util.List;

/**
 * A piece of a name. C++ writes a declarator around what it declares, so a node prints in two halves: {@code void (*}
 * and {@code )(int)} of a pointer to a function.
 */
interface Node {

    /** What decides whether a pointer to something needs parentheses. */
    enum Shape {
        PLAIN,
        ARRAY,
        FUNCTION
    }

    /** Prints what comes before the declared name. */
    void left(Printer out);

    /** Prints what comes after the declared name. */
    default void right(Printer out) {}

    /** The pieces it consists of, for the search of a parameter pack. */
    default List<Node> children() {
        return List.of();
    }

    /** The node that stands here now: of a pack the element being expanded, else this one. */
    default Node resolve(Printer out) {
        return this;
    }

    /** The shape of the declarator. */
    default Shape shape(Printer out) {
        return Shape.PLAIN;
    }

    /** Whether {@link #right} prints anything. */
    default boolean hasRight(Printer out) {
        return false;
    }

    /** The last part of a class's name, which its constructors bear too. */
    default String baseName() {
        throw new MalformedNameException("no class");
    }
}
