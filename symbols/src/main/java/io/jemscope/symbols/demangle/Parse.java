package io.jemscope.symbols.demangle;

import java.util.ArrayList;
import java.util.List;

/** One name being parsed: what the three parts of the grammar share. */
final class Parse {

    final Cursor cursor;
    final NameGrammar names;
    final TypeGrammar types;
    final ExpressionGrammar expressions;

    /** What {@code S_}, {@code S0_}, … stand for, in the order the grammar adds them. */
    final List<Node> substitutions = new ArrayList<>();

    /** What {@code T_}, {@code T0_}, … stand for: the arguments of the innermost template function. */
    List<Node> templateArguments = List.of();

    /** Template parameters that came before their arguments, in the encoding being parsed. */
    List<NameNodes.ForwardReference> forwardReferences = new ArrayList<>();

    /** Within a lambda's parameters, where a template parameter is an {@code auto}. */
    boolean inLambda;

    /** Within a conversion operator's type, where template arguments belong to the operator and come later. */
    boolean inConversion;

    Parse(String text, int position) {
        this.cursor = new Cursor(text, position);
        this.names = new NameGrammar(this, cursor);
        this.types = new TypeGrammar(this, cursor);
        this.expressions = new ExpressionGrammar(this, cursor);
    }

    Node remember(Node node) {
        substitutions.add(node);
        return node;
    }
}
