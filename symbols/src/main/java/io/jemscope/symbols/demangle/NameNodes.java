package io.jemscope.symbols.demangle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes of names. */
final class NameNodes {

    private NameNodes() {}

    /** A template's argument in the template's signature. */
    static Node use(Node argument) {
        return argument instanceof PackArgument pack ? new Pack(pack.elements()) : argument;
    }

    /** Plain text. */
    record Text(String text) implements Node {
        @Override
        public void left(Printer out) {
            out.append(text);
        }

        @Override
        public String baseName() {
            return text;
        }
    }

    /** {@code scope::name}. */
    record Qualified(Node scope, Node name) implements Node {
        @Override
        public void left(Printer out) {
            out.whole(scope).append("::").whole(name);
        }

        @Override
        public List<Node> children() {
            return List.of(scope, name);
        }

        @Override
        public String baseName() {
            return name.baseName();
        }
    }

    /** {@code name<arguments>}. */
    record Template(Node name, List<Node> arguments) implements Node {
        @Override
        public void left(Printer out) {
            out.whole(name);
            out.append(out.last() == '<' ? " <" : "<");
            out.list(arguments);
            // Not ">>": before C++11 that was an operator, and other tools still print a blank.
            out.append(out.last() == '>' ? " >" : ">");
        }

        @Override
        public List<Node> children() {
            List<Node> children = new ArrayList<>(arguments);
            children.add(0, name);
            return children;
        }

        @Override
        public String baseName() {
            return name.baseName();
        }
    }

    /** {@code name[abi:tag]}. */
    record Tagged(Node name, String tag) implements Node {
        @Override
        public void left(Printer out) {
            out.whole(name).append("[abi:").append(tag).append("]");
        }

        @Override
        public String baseName() {
            return name.baseName();
        }
    }

    /** An abbreviated name of the standard library. */
    record Standard(String text, String baseName) implements Node {
        @Override
        public void left(Printer out) {
            out.append(text);
        }
    }

    /** {@code operator type}. */
    record Conversion(Node type) implements Node {
        @Override
        public void left(Printer out) {
            out.append("operator ").whole(type);
        }

        @Override
        public List<Node> children() {
            return List.of(type);
        }
    }

    /** {@code function()::entity}. */
    record Local(Node function, Node entity) implements Node {
        @Override
        public void left(Printer out) {
            out.whole(function instanceof Encoding encoding ? encoding.withoutResult() : function);
            out.append("::").whole(entity);
        }

        @Override
        public String baseName() {
            return entity.baseName();
        }
    }

    /** {@code {lambda(parameters)#1}}. */
    record Lambda(List<Node> parameters, int number) implements Node {
        @Override
        public void left(Printer out) {
            out.append("{lambda(").list(parameters).append(")#" + number + "}");
        }

        @Override
        public String baseName() {
            return Printer.print(this);
        }
    }

    /** A function: its name, and its signature if it has one. */
    record Encoding(Node name, @Nullable Node result, List<Node> parameters, String qualifiers) implements Node {
        @Override
        public void left(Printer out) {
            if (result != null) {
                out.left(result);
                if (!out.hasRight(result)) {
                    out.append(" ");
                }
            }
            out.whole(name);
        }

        @Override
        public void right(Printer out) {
            out.append("(").list(parameters).append(")").append(qualifiers);
            if (result != null) {
                out.right(result);
            }
        }

        @Override
        public boolean hasRight(Printer out) {
            return true;
        }

        @Override
        public Shape shape(Printer out) {
            return Shape.FUNCTION;
        }

        Encoding withoutResult() {
            return new Encoding(name, null, parameters, qualifiers);
        }
    }

    /** Something that belongs to an entity: {@code vtable for X}. */
    record Special(String prefix, Node entity) implements Node {
        @Override
        public void left(Printer out) {
            out.append(prefix).whole(entity);
        }
    }

    /** {@code construction vtable for base-in-derived}. */
    record ConstructionTable(Node base, Node derived) implements Node {
        @Override
        public void left(Printer out) {
            out.append("construction vtable for ").whole(base).append("-in-").whole(derived);
        }
    }

    /** Several template arguments for one parameter, as listed in the template's name. */
    record PackArgument(List<Node> elements) implements Node {
        @Override
        public void left(Printer out) {
            out.list(elements);
        }

        @Override
        public List<Node> children() {
            return elements;
        }
    }

    /** A use of a parameter pack: within an expansion, each of its arguments in turn. */
    record Pack(List<Node> elements) implements Node {
        private @Nullable Node current(Printer out) {
            int index = out.packIndex();
            if (index == Printer.WHOLE_PACK) {
                return null;
            }
            return index < elements.size() ? elements.get(index) : new Text("");
        }

        @Override
        public void left(Printer out) {
            Node current = current(out);
            if (current == null) {
                out.list(elements);
            } else {
                out.left(current);
            }
        }

        @Override
        public void right(Printer out) {
            Node current = current(out);
            if (current != null) {
                out.right(current);
            }
        }

        @Override
        public List<Node> children() {
            return elements;
        }

        @Override
        public Node resolve(Printer out) {
            Node current = current(out);
            return current == null ? this : out.resolve(current);
        }

        @Override
        public Shape shape(Printer out) {
            Node current = current(out);
            return current == null ? Shape.PLAIN : out.shape(current);
        }

        @Override
        public boolean hasRight(Printer out) {
            Node current = current(out);
            return current != null && out.hasRight(current);
        }
    }

    /**
     * A template parameter among the substitutions. It refers to a position in the template, not to an argument: another function's
     * signature may use it, too. Never part of a name itself.
     */
    record Parameter(int index) implements Node {
        @Override
        public void left(Printer out) {
            throw new MalformedNameException("parameter without a template");
        }
    }

    /** A template parameter before its argument: {@code operator T<int>}. */
    static final class ForwardReference implements Node {
        private final int index;
        private @Nullable Node target;

        ForwardReference(int index) {
            this.index = index;
        }

        void resolveFrom(List<Node> arguments) {
            if (target == null && index < arguments.size()) {
                target = use(arguments.get(index));
            }
        }

        private Node target() {
            Node known = target;
            if (known == null) {
                throw new MalformedNameException("template parameter without an argument");
            }
            return known;
        }

        @Override
        public void left(Printer out) {
            out.left(target());
        }

        @Override
        public void right(Printer out) {
            out.right(target());
        }

        @Override
        public List<Node> children() {
            return List.of(target());
        }

        @Override
        public Node resolve(Printer out) {
            return out.resolve(target());
        }

        @Override
        public Shape shape(Printer out) {
            return out.shape(target());
        }

        @Override
        public boolean hasRight(Printer out) {
            return out.hasRight(target());
        }
    }
}
