package io.jemscope.profile;

/** A mark in a stack that isn't a function. */
public enum MarkerFrame implements Frame {
    /** The stack was deeper than the allocator keeps; its callers are missing. */
    CUT("[stack cut here]"),
    /** Compiled or interpreted Java code whose frames aren't known. */
    JAVA_CODE("[Java code]"),
    /** A Java frame whose name wasn't kept: the class was unloaded too soon, or the names are missing beside the dump. */
    NAME_LOST("[Java frame, name lost]");

    private final String text;

    MarkerFrame(String text) {
        this.text = text;
    }

    @Override
    public String label() {
        return text;
    }
}
