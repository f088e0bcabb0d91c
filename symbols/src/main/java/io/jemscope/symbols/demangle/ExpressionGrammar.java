package io.jemscope.symbols.demangle;

import io.jemscope.symbols.demangle.ExpressionNodes.Arguments;
import io.jemscope.symbols.demangle.ExpressionNodes.Braces;
import io.jemscope.symbols.demangle.ExpressionNodes.Operand;
import io.jemscope.symbols.demangle.ExpressionNodes.Phrase;
import io.jemscope.symbols.demangle.NameNodes.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The grammar of expressions (Itanium C++ ABI, 5.1.6). */
final class ExpressionGrammar {

    private static final Map<Character, String> SUFFIXES = Map.of(
            'i', "",
            'j', "u",
            'l', "l",
            'm', "ul",
            'x', "ll",
            'y', "ull");
    private static final Map<String, String> CASTS = Map.of(
            "sc", "static_cast<",
            "dc", "dynamic_cast<",
            "rc", "reinterpret_cast<",
            "cc", "const_cast<");

    private final Parse parse;
    private final NameCursor cursor;

    ExpressionGrammar(Parse parse, NameCursor cursor) {
        this.parse = parse;
        this.cursor = cursor;
    }

    Node expression() {
        cursor.enter();
        Node expression = parseExpression();
        cursor.leave();
        return expression;
    }

    private Node parseExpression() {
        char first = cursor.peek();
        if (first == 'L') {
            return literal();
        }
        if (first == 'T') {
            return parse.types.templateParameter();
        }
        if (cursor.peekDigit()) {
            return templated(parse.names.unqualified(null));
        }
        if (first == 'f' && (cursor.peek(1) == 'p' || (cursor.peek(1) == 'L' && isDigit(cursor.peek(2))))) {
            return parameter();
        }
        String code = "" + first + cursor.peek(1);
        String cast = CASTS.get(code);
        if (cast != null) {
            cursor.take(2);
            Node type = parse.types.type();
            return Phrase.of(cast, type, ">", new Operand(expression()));
        }
        return switch (code) {
            case "gs" -> {
                cursor.take(2);
                yield Phrase.of("::", expression());
            }
            case "on" -> {
                cursor.take(2);
                yield templated(parse.names.unqualified(null));
            }
            case "sr" -> scoped();
            case "cv" -> conversion();
            case "tl" -> {
                cursor.take(2);
                Node type = parse.types.type();
                yield new Braces(List.of(type), list('E'));
            }
            case "il" -> {
                cursor.take(2);
                yield new Braces(List.of(), list('E'));
            }
            case "cl" -> {
                cursor.take(2);
                Node function = expression();
                Node callee = new Operand(function instanceof NameNodes.Encoding encoding ? encoding.name() : function);
                yield Phrase.of(callee, "(", new Arguments(list('E')), ")");
            }
            case "st" -> ofType("sizeof (");
            case "at" -> ofType("alignof (");
            case "ti" -> ofType("typeid (");
            case "te" -> ofExpression("typeid (");
            case "nx" -> ofExpression("noexcept (");
            case "sp" -> {
                cursor.take(2);
                yield new TypeNodes.Expansion(expression());
            }
            case "sZ" -> {
                cursor.take(2);
                yield new ExpressionNodes.PackLength(expression());
            }
            case "sP" -> {
                cursor.take(2);
                yield new ExpressionNodes.PackLength(new NameNodes.Pack(list('E')));
            }
            case "tw" -> {
                cursor.take(2);
                yield Phrase.of("throw ", expression());
            }
            case "tr" -> {
                cursor.take(2);
                yield new Text("throw");
            }
            case "fl", "fr", "fL", "fR" -> fold();
            case "nw", "na" -> allocation();
            default -> operation();
        };
    }

    private Node operation() {
        Operator operator = Operator.accept(cursor);
        if (operator == null) {
            throw cursor.malformed();
        }
        String symbol = operator.symbol() + (operator.isWord() ? " " : "");
        return switch (operator.operands()) {
            case 1 -> unary(symbol);
            case 2 -> binary(symbol);
            default -> {
                Node condition = new Operand(expression());
                Node then = new Operand(expression());
                yield Phrase.of(condition, "?", then, " : ", new Operand(expression()));
            }
        };
    }

    private Node unary(String symbol) {
        boolean step = symbol.equals("++") || symbol.equals("--");
        if (step && !cursor.accept('_')) {
            // Without the underscore the operator is postfix.
            return Phrase.of(new Operand(expression()), symbol);
        }
        Node operand = expression();
        if (symbol.equals("&")
                && operand instanceof NameNodes.Encoding encoding
                && encoding.name() instanceof NameNodes.Qualified) {
            return Phrase.of(symbol, encoding.name());
        }
        return Phrase.of(symbol, new Operand(operand));
    }

    private Node binary(String symbol) {
        Node one = new Operand(expression());
        if (symbol.equals("[]")) {
            return Phrase.of(one, "[", expression(), "]");
        }
        Node other = new Operand(expression());
        // A bare ">" would end the template's arguments.
        return symbol.equals(">") ? Phrase.of("(", one, symbol, other, ")") : Phrase.of(one, symbol, other);
    }

    private Node conversion() {
        cursor.expect('c');
        cursor.expect('v');
        Node type = parse.types.type();
        if (cursor.accept('_')) {
            return Phrase.of("(", type, ")(", new Arguments(list('E')), ")");
        }
        return Phrase.of("(", type, ")", new Operand(expression()));
    }

    private Node ofType(String start) {
        cursor.take(2);
        return Phrase.of(start, parse.types.type(), ")");
    }

    private Node ofExpression(String start) {
        cursor.take(2);
        return Phrase.of(start, expression(), ")");
    }

    private Node allocation() {
        cursor.next();
        String start = cursor.next() == 'a' ? "new[] " : "new ";
        List<Node> placement = list('_');
        Node type = parse.types.type();
        Phrase made = placement.isEmpty()
                ? Phrase.of(start, type)
                : Phrase.of(start, "(", new Arguments(placement), ") ", type);
        if (cursor.accept("pi")) {
            return Phrase.of(made, "(", new Arguments(list('E')), ")");
        }
        cursor.expect('E');
        return made;
    }

    private Node fold() {
        cursor.next();
        char kind = cursor.next();
        Operator operator = Operator.accept(cursor);
        if (operator == null) {
            throw cursor.malformed();
        }
        Node first = new Operand(expression());
        return switch (kind) {
            case 'l' -> Phrase.of("(...", operator.symbol(), first, ")");
            case 'r' -> Phrase.of("(", first, operator.symbol(), "...)");
            default ->
                Phrase.of("(", first, operator.symbol(), "...", operator.symbol(), new Operand(expression()), ")");
        };
    }

    /** {@code fp_}, {@code fp0_}, …: a parameter of the function; {@code fpT}: {@code this}. */
    private Node parameter() {
        cursor.next();
        if (cursor.next() == 'L') {
            cursor.number();
            cursor.expect('p');
        }
        if (cursor.accept('T')) {
            return new Text("this");
        }
        parse.types.qualifiers();
        return new Text("{parm#" + (cursor.sequence(10) + 1) + "}");
    }

    /** A member of a dependent scope: {@code T::name}. */
    private Node scoped() {
        cursor.take(2);
        if (cursor.peekDigit()) {
            return scopedByNames();
        }
        Node scope = parse.types.type();
        return templated(new NameNodes.Qualified(scope, member(scope)));
    }

    /**
     * A scope of plain names, ended by {@code E}. Older compilers omitted the {@code E}; then the last name is the member, and the
     * next {@code E} ends the enclosing production.
     */
    private Node scopedByNames() {
        Node scope = templated(parse.names.unqualified(null));
        while (cursor.peekDigit()) {
            scope = new NameNodes.Qualified(scope, templated(parse.names.unqualified(scope)));
        }
        boolean ended = cursor.peek() == 'E' && (isDigit(cursor.peek(1)) || cursor.peek(1) == 'o');
        if (!ended) {
            return scope;
        }
        cursor.next();
        return templated(new NameNodes.Qualified(scope, member(scope)));
    }

    private Node member(Node scope) {
        cursor.accept("on");
        return parse.names.unqualified(scope);
    }

    private Node templated(Node name) {
        return cursor.peek() == 'I' ? new NameNodes.Template(name, parse.types.templateArguments()) : name;
    }

    private List<Node> list(char end) {
        List<Node> nodes = new ArrayList<>();
        while (!cursor.accept(end)) {
            nodes.add(expression());
        }
        return nodes;
    }

    /** {@code L…E}: a value of a type, or a function or variable. */
    Node literal() {
        cursor.expect('L');
        if (cursor.accept("_Z") || cursor.accept('Z')) {
            Node entity = parse.names.encoding();
            cursor.expect('E');
            return entity;
        }
        char code = cursor.peek();
        Node type = parse.types.type();
        String value = cursor.takeUntil('E');
        cursor.expect('E');
        if (value.isEmpty()) {
            return type;
        }
        if (code == 'b' && (value.equals("0") || value.equals("1"))) {
            return new ExpressionNodes.Literal(value.equals("1") ? "true" : "false");
        }
        if (code == 'f' || code == 'd' || code == 'e') {
            return Phrase.of("(", type, ")[", value, "]");
        }
        String number = value.startsWith("n") ? "-" + value.substring(1) : value;
        String suffix = SUFFIXES.get(code);
        return suffix == null ? Phrase.of("(", type, ")", number) : new ExpressionNodes.Literal(number + suffix);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
