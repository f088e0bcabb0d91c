package io.jemscope.symbols.demangle;

import io.jemscope.symbols.demangle.NameNodes.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The grammar of names (Itanium C++ ABI, 5.1.2 to 5.1.4 and 5.1.8). */
final class NameGrammar {

    private static final Node STD = new Text("std");
    private static final String CHAR_STREAM = "<char, std::char_traits<char> >";
    private static final Map<Character, NameNodes.Standard> STANDARD = Map.of(
            'a', new NameNodes.Standard("std::allocator", "allocator"),
            'b', new NameNodes.Standard("std::basic_string", "basic_string"),
            's',
                    new NameNodes.Standard(
                            "std::basic_string<char, std::char_traits<char>, std::allocator<char> >", "basic_string"),
            'i', new NameNodes.Standard("std::basic_istream" + CHAR_STREAM, "basic_istream"),
            'o', new NameNodes.Standard("std::basic_ostream" + CHAR_STREAM, "basic_ostream"),
            'd', new NameNodes.Standard("std::basic_iostream" + CHAR_STREAM, "basic_iostream"));
    private static final Map<String, String> TABLES = Map.of(
            "TV", "vtable for ",
            "TT", "VTT for ",
            "TI", "typeinfo for ",
            "TS", "typeinfo name for ",
            "TF", "typeinfo fn for ");
    private static final Map<String, String> VARIABLES = Map.of(
            "TH", "TLS init function for ",
            "TW", "TLS wrapper function for ",
            "GV", "guard variable for ");
    private static final Map<String, String> FUNCTIONS = Map.of(
            "GTt", "transaction clone for ",
            "GTn", "non-transaction clone for ",
            "GA", "hidden alias for ");

    /** Properties of a name that decide how the function's signature is parsed. */
    private static final class Traits {
        private String qualifiers = "";
        private boolean template;
        private boolean noResult;
    }

    private final Parse parse;
    private final NameCursor cursor;

    NameGrammar(Parse parse, NameCursor cursor) {
        this.parse = parse;
        this.cursor = cursor;
    }

    /** A whole mangled name behind its {@code _Z}: a function with its signature, a variable, or something special. */
    Node encoding() {
        cursor.enter();
        Node node = cursor.peek() == 'T' || cursor.peek() == 'G' ? special() : function();
        cursor.leave();
        return node;
    }

    private Node function() {
        List<Node> outerArguments = parse.templateArguments;
        List<NameNodes.ForwardReference> outerReferences = parse.forwardReferences;
        boolean outerLambda = parse.inLambda;
        boolean outerConversion = parse.inConversion;
        parse.forwardReferences = new ArrayList<>();
        parse.inLambda = false;
        parse.inConversion = false;
        Traits traits = new Traits();
        Node name = name(traits);
        Node node = name;
        if (!cursor.atEnd() && cursor.peek() != 'E' && cursor.peek() != '.') {
            Node result = traits.template && !traits.noResult ? parse.types.type() : null;
            node = new NameNodes.Encoding(name, result, parse.types.parameters(), traits.qualifiers);
        }
        for (NameNodes.ForwardReference reference : parse.forwardReferences) {
            reference.resolveFrom(parse.templateArguments);
        }
        parse.templateArguments = outerArguments;
        parse.forwardReferences = outerReferences;
        parse.inLambda = outerLambda;
        parse.inConversion = outerConversion;
        return node;
    }

    /** The name of a type. Its template arguments aren't a function's, so they don't define {@code T_}. */
    Node typeName() {
        return name(null);
    }

    private Node name(@Nullable Traits traits) {
        cursor.enter();
        Node name = switch (cursor.peek()) {
            case 'N' -> nested(traits);
            case 'Z' -> local(traits);
            default -> unscoped(traits);
        };
        cursor.leave();
        return name;
    }

    private Node unscoped(@Nullable Traits traits) {
        Node name;
        if (cursor.peek() == 'S' && cursor.peek(1) != 't') {
            name = substitution();
            if (cursor.peek() != 'I') {
                return name;
            }
        } else {
            name = cursor.accept("St")
                    ? new NameNodes.Qualified(STD, unqualified(null, traits))
                    : unqualified(null, traits);
            if (cursor.peek() == 'I') {
                parse.addSubstitution(name);
            }
        }
        return cursor.peek() == 'I' ? template(name, traits) : name;
    }

    private Node template(Node name, @Nullable Traits traits) {
        List<Node> arguments = parse.types.templateArguments();
        if (traits != null) {
            parse.templateArguments = arguments;
            traits.template = true;
        }
        return new NameNodes.Template(name, arguments);
    }

    private Node nested(@Nullable Traits traits) {
        cursor.expect('N');
        String qualifiers = parse.types.qualifiers() + parse.types.referenceQualifier();
        Node prefix = beginning();
        while (!cursor.accept('E')) {
            if (cursor.accept('M')) {
                // Ends the name of a data member with a lambda in its initializer.
                continue;
            }
            prefix = longer(prefix, traits);
            // The caller adds the whole name.
            if (cursor.peek() != 'E') {
                parse.addSubstitution(prefix);
            }
        }
        if (prefix == null) {
            throw cursor.malformed();
        }
        if (traits != null) {
            traits.qualifiers = qualifiers;
        }
        return prefix;
    }

    /** The start of a nested name that isn't a plain name; added to the substitutions unless it is one. */
    private @Nullable Node beginning() {
        if (cursor.accept("St")) {
            return STD;
        }
        if (cursor.peek() == 'S') {
            return substitution();
        }
        if (cursor.peek() == 'T') {
            return parse.types.templateParameterToRemember();
        }
        if (cursor.peek() == 'D' && (cursor.peek(1) == 't' || cursor.peek(1) == 'T')) {
            return parse.addSubstitution(parse.types.decltype());
        }
        return null;
    }

    /** The next part of a nested name. */
    private Node longer(@Nullable Node prefix, @Nullable Traits traits) {
        if (cursor.peek() == 'I' && prefix != null) {
            return template(prefix, traits);
        }
        if (traits != null) {
            traits.template = false;
        }
        Node name = unqualified(prefix, traits);
        return prefix == null ? name : new NameNodes.Qualified(prefix, name);
    }

    private Node local(@Nullable Traits traits) {
        cursor.expect('Z');
        Node function = encoding();
        cursor.expect('E');
        if (cursor.accept('s')) {
            discriminator();
            return new NameNodes.Local(function, new Text("string literal"));
        }
        Node entity;
        if (cursor.accept('d')) {
            int number = cursor.sequence(10) + 1;
            entity = new NameNodes.Qualified(new Text("{default arg#" + number + "}"), name(traits));
        } else {
            entity = name(traits);
        }
        discriminator();
        return new NameNodes.Local(function, entity);
    }

    /** The number of a local entity among those of the same name; it isn't printed, since the source doesn't show it. */
    private void discriminator() {
        if (cursor.accept("__")) {
            cursor.number();
            cursor.expect('_');
        } else if (cursor.peek() == '_' && cursor.peek(1) != NameCursor.END) {
            cursor.next();
            cursor.take(1);
        }
    }

    /** A name without its scope. Constructors need the scope for their name. */
    Node unqualified(@Nullable Node scope) {
        return unqualified(scope, null);
    }

    private Node unqualified(@Nullable Node scope, @Nullable Traits traits) {
        cursor.enter();
        Node name = plain(scope, traits);
        while (cursor.accept('B')) {
            name = new NameNodes.Tagged(name, cursor.take(cursor.number()));
        }
        cursor.leave();
        return name;
    }

    private Node plain(@Nullable Node scope, @Nullable Traits traits) {
        // GCC marks internal linkage in templates' names.
        cursor.accept('L');
        if (cursor.peekDigit()) {
            return sourceName();
        }
        if (cursor.accept("Ul")) {
            return lambda();
        }
        if (cursor.accept("Ut")) {
            return new Text("{unnamed type#" + (cursor.sequence(10) + 1) + "}");
        }
        if (cursor.accept("DC")) {
            return structuredBinding();
        }
        if (cursor.peek() == 'C' || cursor.peek() == 'D') {
            return structor(scope, traits);
        }
        return operator(traits);
    }

    Node sourceName() {
        String name = cursor.take(cursor.number());
        boolean anonymous = name.length() >= 10
                && name.startsWith("_GLOBAL_")
                && "_.$".indexOf(name.charAt(8)) >= 0
                && name.charAt(9) == 'N';
        return new Text(anonymous ? "(anonymous namespace)" : name);
    }

    private Node lambda() {
        boolean outer = parse.inLambda;
        parse.inLambda = true;
        List<Node> parameters = parse.types.parameters();
        parse.inLambda = outer;
        cursor.expect('E');
        return new NameNodes.Lambda(parameters, cursor.sequence(10) + 1);
    }

    private Node structuredBinding() {
        List<String> names = new ArrayList<>();
        while (!cursor.accept('E')) {
            names.add(cursor.take(cursor.number()));
        }
        return new Text("[" + String.join(", ", names) + "]");
    }

    private Node structor(@Nullable Node scope, @Nullable Traits traits) {
        if (scope == null) {
            throw cursor.malformed();
        }
        boolean destructor = cursor.next() == 'D';
        boolean inheriting = !destructor && cursor.accept('I');
        if (!cursor.peekDigit()) {
            throw cursor.malformed();
        }
        cursor.next();
        if (traits != null) {
            traits.noResult = true;
        }
        if (inheriting) {
            return new Text(parse.types.type().baseName());
        }
        return new Text((destructor ? "~" : "") + scope.baseName());
    }

    /** The name of an operator function. */
    private Node operator(@Nullable Traits traits) {
        if (cursor.accept("cv")) {
            if (traits != null) {
                traits.noResult = true;
            }
            boolean outer = parse.inConversion;
            parse.inConversion = traits != null;
            Node type = parse.types.type();
            parse.inConversion = outer;
            return new NameNodes.Conversion(type);
        }
        if (cursor.accept("li")) {
            return ExpressionNodes.Phrase.of("operator\"\" ", sourceName());
        }
        Operator operator = Operator.accept(cursor);
        if (operator == null) {
            throw cursor.malformed();
        }
        return new Text(operator.functionName());
    }

    /** {@code S_}, {@code S0_}, … or one of the standard library's abbreviations. */
    Node substitution() {
        cursor.expect('S');
        NameNodes.Standard standard = STANDARD.get(cursor.peek());
        if (standard != null) {
            cursor.next();
            return standard;
        }
        int index = cursor.sequence(36);
        if (index >= parse.substitutions.size()) {
            throw cursor.malformed();
        }
        Node substitution = parse.substitutions.get(index);
        return substitution instanceof NameNodes.Parameter parameter
                ? parse.types.templateParameter(parameter.index())
                : substitution;
    }

    private Node special() {
        String code = "" + cursor.next() + cursor.next();
        if (TABLES.containsKey(code)) {
            return new NameNodes.Special(TABLES.get(code), parse.types.type());
        }
        if (VARIABLES.containsKey(code)) {
            return new NameNodes.Special(VARIABLES.get(code), name(new Traits()));
        }
        if (code.equals("GT")) {
            code += cursor.next();
        }
        if (FUNCTIONS.containsKey(code)) {
            return new NameNodes.Special(FUNCTIONS.get(code), encoding());
        }
        return switch (code) {
            case "Th" -> {
                callOffset('h');
                yield new NameNodes.Special("non-virtual thunk to ", encoding());
            }
            case "Tv" -> {
                callOffset('v');
                yield new NameNodes.Special("virtual thunk to ", encoding());
            }
            case "Tc" -> {
                callOffset(cursor.next());
                callOffset(cursor.next());
                yield new NameNodes.Special("covariant return thunk to ", encoding());
            }
            case "TC" -> {
                Node derived = parse.types.type();
                cursor.number();
                cursor.expect('_');
                yield new NameNodes.ConstructionTable(parse.types.type(), derived);
            }
            case "TA" -> new NameNodes.Special("template parameter object for ", parse.types.templateArgument());
            case "GR" -> {
                Node variable = name(new Traits());
                yield new NameNodes.Special("reference temporary #" + cursor.sequence(36) + " for ", variable);
            }
            default -> throw cursor.malformed();
        };
    }

    private void callOffset(char kind) {
        if (kind == 'v') {
            offset();
        } else if (kind != 'h') {
            throw cursor.malformed();
        }
        offset();
    }

    private void offset() {
        cursor.accept('n');
        cursor.takeDigits();
        cursor.expect('_');
    }
}
