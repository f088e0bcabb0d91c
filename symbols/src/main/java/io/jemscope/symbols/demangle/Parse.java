package io.jemscope.symbols.demangle;

import java.util.ArrayList;
import java.util.List;

/** The state of parsing one name, shared by the three parts of the grammar. */
final class Parse {

    final NameCursor cursor;
    final NameGrammar names;
    final TypeGrammar types;
    final ExpressionGrammar expressions;

    /** The meanings of {@code S_}, {@code S0_}, …, in the order in which the grammar adds them. */
    final List<Node> substitutions = new ArrayList<>();

    /** The meanings of {@code T_}, {@code T0_}, …: the arguments of the innermost template function. */
    List<Node> templateArguments = List.of();

    /** Template parameters before their arguments, in the encoding being parsed. */
    List<NameNodes.ForwardReference> forwardReferences = new ArrayList<>();

    /** True within a lambda's parameters, where a template parameter means {@code auto}. */
    boolean inLambda;

    /** True within a conversion operator's type, where template arguments are the operator's and follow later. */
    boolean inConversion;

    Parse(String text, int position) {
        this.cursor = new NameCursor(text, position);
        this.names = new NameGrammar(this, cursor);
        this.types = new TypeGrammar(this, cursor);
        this.expressions = new ExpressionGrammar(this, cursor);
    }

    Node addSubstitution(Node node) {
        substitutions.add(node);
        return node;
    }
}
