package io.jemscope.symbols.demangle;

import io.jemscope.symbols.demangle.NameNodes.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The grammar of types and template arguments (Itanium C++ ABI, 5.1.5 and 5.1.5.8). */
final class TypeGrammar {

    private static final Map<Character, String> BUILTIN = Map.ofEntries(
            Map.entry('v', "void"),
            Map.entry('w', "wchar_t"),
            Map.entry('b', "bool"),
            Map.entry('c', "char"),
            Map.entry('a', "signed char"),
            Map.entry('h', "unsigned char"),
            Map.entry('s', "short"),
            Map.entry('t', "unsigned short"),
            Map.entry('i', "int"),
            Map.entry('j', "unsigned int"),
            Map.entry('l', "long"),
            Map.entry('m', "unsigned long"),
            Map.entry('x', "long long"),
            Map.entry('y', "unsigned long long"),
            Map.entry('n', "__int128"),
            Map.entry('o', "unsigned __int128"),
            Map.entry('f', "float"),
            Map.entry('d', "double"),
            Map.entry('e', "long double"),
            Map.entry('g', "__float128"),
            Map.entry('z', "..."));
    private static final Map<Character, String> BUILTIN_D = Map.of(
            'd', "decimal64",
            'e', "decimal128",
            'f', "decimal32",
            'h', "half",
            'i', "char32_t",
            's', "char16_t",
            'u', "char8_t",
            'a', "auto",
            'c', "decltype(auto)",
            'n', "decltype(nullptr)");

    private final Parse parse;
    private final NameCursor cursor;

    TypeGrammar(Parse parse, NameCursor cursor) {
        this.parse = parse;
        this.cursor = cursor;
    }

    Node type() {
        cursor.enter();
        Node type = builtin();
        if (type == null) {
            type = compound();
        }
        cursor.leave();
        return type;
    }

    /** A type that is never a substitution, since it is as short as one. */
    private @Nullable Node builtin() {
        String name = BUILTIN.get(cursor.peek());
        if (name != null) {
            cursor.next();
            return new TypeNodes.Builtin(name);
        }
        if (cursor.peek() != 'D') {
            return null;
        }
        name = BUILTIN_D.get(cursor.peek(1));
        if (name != null) {
            cursor.take(2);
            return new TypeNodes.Builtin(name);
        }
        if (cursor.accept("DF")) {
            String bits = Integer.toString(cursor.number());
            if (cursor.accept('b')) {
                return new TypeNodes.Builtin("std::bfloat" + bits + "_t");
            }
            boolean extended = cursor.accept('x');
            if (!extended) {
                cursor.expect('_');
            }
            return new TypeNodes.Builtin("_Float" + bits + (extended ? "x" : ""));
        }
        return null;
    }

    private Node compound() {
        char first = cursor.peek();
        switch (first) {
            case 'S' -> {
                return substituted();
            }
            case 'T' -> {
                return parameterized();
            }
            case 'r', 'V', 'K' -> {
                String qualifiers = qualifiers();
                boolean function = cursor.peek() == 'F' || isFunctionPrefix();
                return parse.addSubstitution(
                        function ? function(qualifiers) : new TypeNodes.Qualifiers(type(), qualifiers));
            }
            default -> {
                return parse.addSubstitution(fresh(first));
            }
        }
    }

    /** A type that begins with a substitution; it is a new type only if more follows. */
    private Node substituted() {
        if (cursor.peek(1) == 't') {
            return parse.addSubstitution(parse.names.typeName());
        }
        Node name = parse.names.substitution();
        boolean template = cursor.peek() == 'I';
        return template ? parse.addSubstitution(new NameNodes.Template(name, templateArguments())) : name;
    }

    private Node parameterized() {
        if (cursor.peek(1) == 's' || cursor.peek(1) == 'u' || cursor.peek(1) == 'e') {
            // "struct", "union" or "enum" before a dependent name.
            cursor.take(2);
            return parse.addSubstitution(parse.names.typeName());
        }
        Node parameter = templateParameterToRemember();
        if (cursor.peek() == 'I' && !parse.inConversion) {
            return parse.addSubstitution(new NameNodes.Template(parameter, templateArguments()));
        }
        return parameter;
    }

    private Node fresh(char first) {
        if (cursor.peekDigit() || first == 'N' || first == 'Z') {
            return parse.names.typeName();
        }
        if (first == 'D') {
            return extended();
        }
        if (first == 'F') {
            return function("");
        }
        cursor.next();
        return switch (first) {
            case 'P' -> new TypeNodes.Pointer(type(), "*", List.of());
            case 'R' -> new TypeNodes.Reference(type(), false);
            case 'O' -> new TypeNodes.Reference(type(), true);
            case 'C' -> new TypeNodes.Qualifiers(type(), " _Complex");
            case 'G' -> new TypeNodes.Qualifiers(type(), " _Imaginary");
            case 'A' -> array();
            case 'M' -> {
                Node owner = type();
                yield new TypeNodes.Pointer(type(), "::*", List.of(owner));
            }
            case 'u' -> {
                Node name = parse.names.sourceName();
                yield cursor.peek() == 'I' ? new NameNodes.Template(name, templateArguments()) : name;
            }
            case 'U' -> vendorQualified();
            default -> throw cursor.malformed();
        };
    }

    private Node vendorQualified() {
        Node qualifier = parse.names.sourceName();
        if (cursor.peek() == 'I') {
            qualifier = new NameNodes.Template(qualifier, templateArguments());
        }
        return new TypeNodes.Qualifiers(type(), " " + Printer.print(qualifier));
    }

    private Node extended() {
        if (isFunctionPrefix()) {
            return function("");
        }
        if (cursor.peek(1) == 't' || cursor.peek(1) == 'T') {
            return decltype();
        }
        if (cursor.accept("Dp")) {
            return new TypeNodes.Expansion(type());
        }
        if (cursor.accept("Dv")) {
            Node dimension = dimension();
            return new TypeNodes.Vector(type(), dimension);
        }
        throw cursor.malformed();
    }

    private Node array() {
        Node dimension = dimension();
        return new TypeNodes.Array(type(), dimension);
    }

    private Node dimension() {
        Node dimension;
        if (cursor.peekDigit() || cursor.peek() == '_') {
            dimension = new Text(cursor.takeDigits());
        } else {
            dimension = parse.expressions.expression();
        }
        cursor.expect('_');
        return dimension;
    }

    private boolean isFunctionPrefix() {
        return cursor.peek() == 'D' && cursor.peek(1) != NameCursor.END && "oOwx".indexOf(cursor.peek(1)) >= 0;
    }

    private Node function(String qualifiers) {
        String exceptions = "";
        if (cursor.accept("Do")) {
            exceptions = " noexcept";
        } else if (cursor.accept("DO")) {
            exceptions = " noexcept(" + Printer.print(parse.expressions.expression()) + ")";
            cursor.expect('E');
        } else if (cursor.accept("Dw")) {
            exceptions = " throw(" + Printer.print(new ExpressionNodes.Arguments(parameters())) + ")";
            cursor.expect('E');
        }
        boolean transactional = cursor.accept("Dx");
        cursor.expect('F');
        cursor.accept('Y');
        Node result = type();
        List<Node> parameters = parameters();
        String reference = referenceQualifier();
        cursor.expect('E');
        return new TypeNodes.Function(
                result, parameters, (transactional ? " transaction_safe" : "") + exceptions + qualifiers + reference);
    }

    /** The types of parameters, up to the end of the production; empty for {@code (void)}. */
    List<Node> parameters() {
        if (cursor.peek() == 'v' && isEndOfParameters(1)) {
            cursor.next();
            return List.of();
        }
        List<Node> parameters = new ArrayList<>();
        while (!isEndOfParameters(0)) {
            parameters.add(type());
        }
        return parameters;
    }

    private boolean isEndOfParameters(int ahead) {
        char next = cursor.peek(ahead);
        boolean reference = (next == 'R' || next == 'O') && cursor.peek(ahead + 1) == 'E';
        return next == NameCursor.END || next == 'E' || next == '.' || reference;
    }

    String qualifiers() {
        boolean restrict = cursor.accept('r');
        boolean isVolatile = cursor.accept('V');
        boolean isConst = cursor.accept('K');
        return (isConst ? " const" : "") + (isVolatile ? " volatile" : "") + (restrict ? " restrict" : "");
    }

    String referenceQualifier() {
        return cursor.accept('R') ? " &" : cursor.accept('O') ? " &&" : "";
    }

    Node decltype() {
        cursor.take(2);
        Node expression = parse.expressions.expression();
        cursor.expect('E');
        return ExpressionNodes.Phrase.of("decltype (", expression, ")");
    }

    Node templateParameter() {
        return templateParameter(templateParameterIndex());
    }

    Node templateParameterToRemember() {
        int index = templateParameterIndex();
        parse.addSubstitution(new NameNodes.Parameter(index));
        return templateParameter(index);
    }

    private int templateParameterIndex() {
        cursor.expect('T');
        return cursor.sequence(10);
    }

    /** The meaning of a template parameter here. */
    Node templateParameter(int index) {
        if (parse.inLambda) {
            return new Text("auto:" + (index + 1));
        }
        if (!parse.inConversion && index < parse.templateArguments.size()) {
            return NameNodes.use(parse.templateArguments.get(index));
        }
        NameNodes.ForwardReference reference = new NameNodes.ForwardReference(index);
        parse.forwardReferences.add(reference);
        return reference;
    }

    List<Node> templateArguments() {
        if (!cursor.accept('I')) {
            cursor.expect('J');
        }
        cursor.enter();
        boolean conversion = parse.inConversion;
        parse.inConversion = false;
        List<Node> arguments = new ArrayList<>();
        while (!cursor.accept('E')) {
            arguments.add(templateArgument());
        }
        parse.inConversion = conversion;
        cursor.leave();
        return arguments;
    }

    Node templateArgument() {
        switch (cursor.peek()) {
            case 'L' -> {
                return parse.expressions.literal();
            }
            case 'X' -> {
                cursor.next();
                Node expression = parse.expressions.expression();
                cursor.expect('E');
                return expression;
            }
            case 'I', 'J' -> {
                return new NameNodes.PackArgument(templateArguments());
            }
            default -> {
                return type();
            }
        }
    }
}
