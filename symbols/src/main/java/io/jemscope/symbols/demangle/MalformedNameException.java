package io.jemscope.symbols.demangle;

/**
 * A name isn't mangled as the grammar says, or too large to be written down. Never leaves the package: the caller gets
 * the mangled name instead. It has no stack trace, since whole tables may be tried.
 */
final class MalformedNameException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MalformedNameException(String message) {
        super(message, null, false, false);
    }
}
