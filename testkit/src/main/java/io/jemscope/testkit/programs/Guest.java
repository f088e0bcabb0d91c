package io.jemscope.testkit.programs;

/** Works through a JNI library of its own, {@code libplants.so} or a copy of it. {@link Torture} loads this class repeatedly. */
final class Guest implements Runnable {

    private static final long BLOCKS = 200;

    /** Called by reflection. */
    Guest(String library) {
        System.load(library);
    }

    @Override
    public void run() {
        churn(BLOCKS);
    }

    /** Allocates, resizes and frees that many blocks. */
    private static native void churn(long blocks);
}
