package io.jemscope.profile;

import org.jspecify.annotations.Nullable;

/**
 * A Java method.
 *
 * @param loader the class loader's name, or its class and identity; null for the boot, platform and application loaders
 * @param className the class's binary name, without the numbers of hidden classes, such as {@code com.example.Foo$Bar}
 * @param method the method's name, {@code <init>} and {@code <clinit>} included
 * @param source the source position; null if the class file has none
 * @param isNative whether the method is declared {@code native}
 */
public record JavaFrame(
        @Nullable String loader,
        String className,
        String method,
        @Nullable SourceLine source,
        boolean isNative) implements Frame {

    /** The method with its class. */
    @Override
    public String label() {
        return className + "." + method;
    }

    /**
     * The class's package.
     *
     * @return the package's name; empty for the unnamed package
     */
    public String packageName() {
        int dot = className.lastIndexOf('.');
        return dot < 0 ? "" : className.substring(0, dot);
    }

    /**
     * The frame as Java's own stack traces print it.
     *
     * @return {@code class.method(File.java:line)}, with {@code Native Method} or {@code Unknown Source} in the brackets
     *     where there is no position
     */
    public String toStackTraceLine() {
        String position = isNative ? "Native Method" : source == null ? "Unknown Source" : source.toString();
        return (loader == null ? "" : loader + "/") + label() + "(" + position + ")";
    }

    /** The same frame of a class whose loader isn't named. */
    public JavaFrame withoutLoader() {
        return loader == null ? this : new JavaFrame(null, className, method, source, isNative);
    }
}
