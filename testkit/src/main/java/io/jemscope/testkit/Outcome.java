package io.jemscope.testkit;

import java.nio.charset.StandardCharsets;

/** How a process ended, and all that it wrote. */
public final class Outcome {

    private final int exitCode;
    private final byte[] standardOutput;
    private final byte[] standardError;

    Outcome(int exitCode, byte[] standardOutput, byte[] standardError) {
        this.exitCode = exitCode;
        this.standardOutput = standardOutput;
        this.standardError = standardError;
    }

    /**
     * The exit code.
     *
     * @return the code; 128 and the signal's number where a signal ended the process
     */
    public int exitCode() {
        return exitCode;
    }

    /**
     * The standard output as bytes.
     *
     * @return a copy
     */
    public byte[] outputBytes() {
        return standardOutput.clone();
    }

    /**
     * The standard output.
     *
     * @return its text, UTF-8
     */
    public String output() {
        return new String(standardOutput, StandardCharsets.UTF_8);
    }

    /**
     * The standard error.
     *
     * @return its text, UTF-8
     */
    public String error() {
        return new String(standardError, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "exit code " + exitCode + "\n--- standard output\n" + output() + "--- standard error\n" + error();
    }
}
