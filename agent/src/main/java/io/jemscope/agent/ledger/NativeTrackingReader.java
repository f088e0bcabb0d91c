package io.jemscope.agent.ledger;

/** Reads Native Memory Tracking where the program was started with it. Where it wasn't, next to nothing is done. */
final class NativeTrackingReader {

    private NativeTrackingReader() {}

    static NativeTracking read() {
        try {
            return DiagnosticCommand.nativeTracking();
        } catch (LinkageError e) {
            return NativeTracking.without(
                    null,
                    "The program's runtime has no module jdk.management; jcmd PID VM.native_memory summary may tell.");
        }
    }
}
