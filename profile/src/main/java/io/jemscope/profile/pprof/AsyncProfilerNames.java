package io.jemscope.profile.pprof;

import io.jemscope.profile.JavaFrame;
import org.jspecify.annotations.Nullable;

/**
 * Names of Java methods as async-profiler's converter writes them, {@code java/util/zip/Inflater.init} or with dots. It
 * writes functions of libraries and classes of allocated objects in the same way, so any name that may not be a method's
 * stays a function.
 */
final class AsyncProfilerNames {

    /** A comment in all files of the converter. */
    static final String REMARK = "Produced by async-profiler";

    private AsyncProfilerNames() {}

    /** The method of a name; null if it isn't a method's. */
    static @Nullable JavaFrame method(String name) {
        int dot = name.lastIndexOf('.');
        if (dot <= 0 || dot + 1 == name.length()) {
            return null;
        }
        String className = name.substring(0, dot).replace('/', '.');
        String method = name.substring(dot + 1);
        String simple = className.substring(className.lastIndexOf('.') + 1);
        boolean isClass = !simple.isEmpty() && Character.isUpperCase(simple.charAt(0)) && isPlain(className, ".$+");
        boolean isMethod = !Character.isUpperCase(method.charAt(0)) && isPlain(method, "$<>");
        return isClass && isMethod ? new JavaFrame(null, className, method, null, false) : null;
    }

    private static boolean isPlain(String text, String alsoAllowed) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (!Character.isJavaIdentifierPart(character) && alsoAllowed.indexOf(character) < 0) {
                return false;
            }
        }
        return true;
    }
}
