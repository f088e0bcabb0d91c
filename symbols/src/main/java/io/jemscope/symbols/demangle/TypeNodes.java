package io.jemscope.symbols.demangle;

import java.util.ArrayList;
import java.util.List;

/** The nodes of types, except for names. */
final class TypeNodes {

    private TypeNodes() {}

    /** A built-in type. */
    record Builtin(String text) implements Node {
        @Override
        public void left(Printer out) {
            out.append(text);
        }
    }

    /** A type with qualifiers: {@code char const}, {@code float _Complex}. */
    record Qualifiers(Node type, String qualifiers) implements Node {
        @Override
        public void left(Printer out) {
            out.left(type);
            // If the argument is const already, a template's "T const" adds nothing.
            if (!(out.resolve(type) instanceof Qualifiers inner && inner.qualifiers.equals(qualifiers))) {
                out.append(qualifiers);
            }
        }

        @Override
        public void right(Printer out) {
            out.right(type);
        }

        @Override
        public List<Node> children() {
            return List.of(type);
        }

        @Override
        public Shape shape(Printer out) {
            return out.shape(type);
        }

        @Override
        public boolean hasRight(Printer out) {
            return out.hasRight(type);
        }
    }

    /** A pointer, or a pointer to a member: {@code type*}, {@code type Class::*}. */
    record Pointer(Node type, String symbol, List<Node> owner) implements Node {
        @Override
        public void left(Printer out) {
            open(out, type, owner.isEmpty());
            for (Node part : owner) {
                out.whole(part);
            }
            out.append(symbol);
        }

        @Override
        public void right(Printer out) {
            close(out, type);
        }

        @Override
        public List<Node> children() {
            return owner.isEmpty() ? List.of(type) : List.of(type, owner.get(0));
        }

        @Override
        public boolean hasRight(Printer out) {
            return out.hasRight(type);
        }

        private static void open(Printer out, Node type, boolean attached) {
            out.left(type);
            switch (out.shape(type)) {
                case ARRAY -> out.append(" (");
                case FUNCTION -> out.append("(");
                case PLAIN -> out.append(attached || out.hasRight(type) ? "" : " ");
            }
        }

        private static void close(Printer out, Node type) {
            if (out.shape(type) != Shape.PLAIN) {
                out.append(")");
            }
            out.right(type);
        }
    }

    /** A reference. Template arguments can create references to references; then the lvalue kind wins. */
    record Reference(Node type, boolean rightHand) implements Node {
        @Override
        public void left(Printer out) {
            Node referred = referred(out);
            Pointer.open(out, referred, true);
            out.append(isRightHand(out) ? "&&" : "&");
        }

        @Override
        public void right(Printer out) {
            Pointer.close(out, referred(out));
        }

        @Override
        public List<Node> children() {
            return List.of(type);
        }

        @Override
        public boolean hasRight(Printer out) {
            return out.hasRight(referred(out));
        }

        private Node referred(Printer out) {
            Node referred = out.resolve(type);
            while (referred instanceof Reference inner) {
                referred = out.resolve(inner.type);
            }
            return referred;
        }

        private boolean isRightHand(Printer out) {
            boolean right = rightHand;
            Node referred = out.resolve(type);
            while (referred instanceof Reference inner) {
                right &= inner.rightHand;
                referred = out.resolve(inner.type);
            }
            return right;
        }
    }

    /** {@code result (parameters) qualifiers}. */
    record Function(Node result, List<Node> parameters, String qualifiers) implements Node {
        @Override
        public void left(Printer out) {
            out.left(result);
            if (!out.hasRight(result)) {
                out.append(" ");
            }
        }

        @Override
        public void right(Printer out) {
            out.append("(").list(parameters).append(")").append(qualifiers).right(result);
        }

        @Override
        public List<Node> children() {
            List<Node> children = new ArrayList<>(parameters);
            children.add(0, result);
            return children;
        }

        @Override
        public Shape shape(Printer out) {
            return Shape.FUNCTION;
        }

        @Override
        public boolean hasRight(Printer out) {
            return true;
        }
    }

    /** {@code type [dimension]}. */
    record Array(Node type, Node dimension) implements Node {
        @Override
        public void left(Printer out) {
            out.left(type);
        }

        @Override
        public void right(Printer out) {
            out.append(out.last() == ']' ? "[" : " [")
                    .whole(dimension)
                    .append("]")
                    .right(type);
        }

        @Override
        public List<Node> children() {
            return List.of(type, dimension);
        }

        @Override
        public Shape shape(Printer out) {
            return Shape.ARRAY;
        }

        @Override
        public boolean hasRight(Printer out) {
            return true;
        }
    }

    /** {@code type __vector(dimension)}. */
    record Vector(Node type, Node dimension) implements Node {
        @Override
        public void left(Printer out) {
            out.whole(type).append(" __vector(").whole(dimension).append(")");
        }

        @Override
        public List<Node> children() {
            return List.of(type, dimension);
        }
    }

    /** A pattern that is printed for each element of its pack. */
    record Expansion(Node pattern) implements Node {
        @Override
        public void left(Printer out) {
            NameNodes.Pack pack = out.findPack(pattern);
            if (pack == null) {
                out.whole(pattern).append("...");
            } else {
                out.expand(pattern, pack);
            }
        }

        @Override
        public List<Node> children() {
            return List.of(pattern);
        }
    }
}
