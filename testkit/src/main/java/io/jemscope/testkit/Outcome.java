package io.jemscope.testkit;

import java.nio.charset.StandardCharsets;

/** The exit code and all output of a process. */
public final class Outcome {

    private final int exitCode;
    private final byte[] standardOutput;
    private final byte[] standardError;

    Outcome(int exitCode, byte[] standardOutput, byte[] standardError) {
        this.exitCode = exitCode;
        this.standardOutput = standardOutput;
        this.standardError = standardError;
    }

    /** The exit code; 128 plus the signal's number if a signal ended the process. */
    public int exitCode() {
        return exitCode;
    }

    /** A copy of the standard output. */
    public byte[] outputBytes() {
        return standardOutput.clone();
    }

    /** The standard output, decoded as UTF-8. */
    public String output() {
        return new String(standardOutput, StandardCharsets.UTF_8);
    }

    /** The standard error, decoded as UTF-8. */
    public String error() {
        return new String(standardError, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "exit code " + exitCode + "\n--- standard output\n" + output() + "--- standard error\n" + error();
    }
}
