package io.jemscope.httpd;

/** The budget of readers and that of operators. */
record Budgets(Budget readers, Budget operators) {

    static Budgets of(Limits limits) {
        return new Budgets(Budget.readers(limits), Budget.operators(limits));
    }

    Budget of(Role access) {
        return access == Role.READ ? readers : operators;
    }
}
