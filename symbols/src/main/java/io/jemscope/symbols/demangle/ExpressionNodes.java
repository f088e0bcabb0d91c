package io.jemscope.symbols.demangle;

import java.util.List;

/** The nodes of expressions in template arguments and {@code decltype}. */
final class ExpressionNodes {

    private ExpressionNodes() {}

    /** A sequence of nodes. */
    record Phrase(List<Node> parts) implements Node {
        static Phrase of(Object... parts) {
            return new Phrase(List.of(parts).stream()
                    .map(part -> part instanceof Node node ? node : new NameNodes.Text((String) part))
                    .toList());
        }

        @Override
        public void left(Printer out) {
            for (Node part : parts) {
                out.whole(part);
            }
        }

        @Override
        public List<Node> children() {
            return parts;
        }
    }

    /** An operand: in parentheses, except for names and nodes with braces. */
    record Operand(Node node) implements Node {
        @Override
        public void left(Printer out) {
            boolean simple =
                    node instanceof NameNodes.Text || node instanceof NameNodes.Qualified || node instanceof Braces;
            if (simple) {
                out.whole(node);
            } else {
                out.append("(").whole(node).append(")");
            }
        }

        @Override
        public List<Node> children() {
            return List.of(node);
        }
    }

    /** A list with commas. */
    record Arguments(List<Node> nodes) implements Node {
        @Override
        public void left(Printer out) {
            out.list(nodes);
        }

        @Override
        public List<Node> children() {
            return nodes;
        }
    }

    /** {@code type{…}}; the type may be missing. */
    record Braces(List<Node> type, List<Node> elements) implements Node {
        @Override
        public void left(Printer out) {
            for (Node part : type) {
                out.whole(part);
            }
            out.append("{").list(elements).append("}");
        }

        @Override
        public List<Node> children() {
            return elements;
        }
    }

    /** {@code sizeof...(pack)}: the number if the pack is known. */
    record PackLength(Node pack) implements Node {
        @Override
        public void left(Printer out) {
            NameNodes.Pack found = out.findPack(pack);
            if (found == null) {
                out.append("sizeof...(").whole(pack).append(")");
            } else {
                out.append(Integer.toString(found.elements().size()));
            }
        }
    }

    /** A literal of a type whose literals have a suffix, or none. */
    record Literal(String text) implements Node {
        @Override
        public void left(Printer out) {
            out.append(text);
        }
    }
}
