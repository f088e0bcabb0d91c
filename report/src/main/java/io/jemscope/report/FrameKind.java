package io.jemscope.report;

/** What kind of code a frame is: what the colours of graphs tell apart. */
public enum FrameKind {
    /** Java code of the program itself. */
    OWN_JAVA("the program's Java"),
    /** Java code that is neither the program's own nor the JDK's: libraries, or all where the program's own isn't known. */
    OTHER_JAVA("other Java"),
    /** Java code of the JDK. */
    JDK("the JDK's Java"),
    /** Native code of the JVM and of the JDK's own libraries. */
    JVM("the JVM's native code"),
    /** Any other native code. */
    NATIVE("other native code"),
    /** What isn't known, or is no code at all. */
    UNKNOWN("not known");

    private final String text;

    FrameKind(String text) {
        this.text = text;
    }

    /**
     * The kind in words.
     *
     * @return a few words for a legend
     */
    public String text() {
        return text;
    }
}
