package io.jemscope.symbols.demangle;

/**
 * A name doesn't conform to the grammar, or would become too long. Never leaves the package: the caller gets the mangled name. Has
 * no stack trace, since callers may try whole tables.
 */
final class MalformedNameException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MalformedNameException(String message) {
        super(message, null, false, false);
    }
}
