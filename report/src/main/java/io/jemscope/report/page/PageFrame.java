package io.jemscope.report.page;

/**
 * A frame as the page shows it. Frames that are equal in all of it are one.
 *
 * @param name the function
 * @param kind what kind of code it is
 * @param source file and line, such as {@code Inflater.java:132}; empty if unknown
 * @param group the Java package, or the native library's file name; empty if unknown
 */
record PageFrame(String name, Kind kind, String source, String group) {

    /**
     * Kinds of code, in the order of the page's legend: those of {@link io.jemscope.report.FrameKind}, with the allocator's functions
     * apart. The call graph has no kind for these: it shows them by small names.
     */
    enum Kind {
        OWN("the program's Java"),
        JAVA("other Java"),
        JDK("the JDK's Java"),
        JVM("the JVM's native code"),
        NATIVE("other native code"),
        ALLOCATOR("the allocator and its callers in libraries"),
        UNKNOWN("unknown");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }
}
