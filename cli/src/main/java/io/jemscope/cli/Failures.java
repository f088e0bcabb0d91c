package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** The one place that prints why the command failed. */
final class Failures {

    private Failures() {}

    static void print(Throwable failure, PrintStream err) {
        if (failure instanceof CommandFailure) {
            err.println(failure.getMessage());
        } else if (failure instanceof IOException) {
            err.println("jemscope: " + words(failure));
        } else {
            err.println("jemscope: this is a fault of jemscope's own");
            failure.printStackTrace(err);
            err.println("  next: please report it with the lines above");
        }
    }

    static int exitCode(Throwable failure) {
        return failure instanceof IOException ? ExitCode.UNREADABLE : ExitCode.INTERNAL;
    }

    /** Why an operation on a file failed, in words: Java's own messages are often a bare path. */
    static String words(Throwable failure) {
        String message = failure.getMessage();
        if (failure instanceof NoSuchFileException missing) {
            return missing.getFile() + " doesn't exist";
        }
        if (failure instanceof AccessDeniedException denied) {
            return denied.getFile() + ": permission denied";
        }
        return message == null ? failure.getClass().getSimpleName() : message;
    }
}
