package io.jemscope.cli.exit;

import io.jemscope.profile.filter.FilterException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** The one place that prints why the command failed. */
public final class Failures {

    private Failures() {}

    /**
     * Prints why something failed.
     *
     * @param failure what was thrown
     */
    public static void print(Throwable failure, PrintStream err) {
        if (failure instanceof CommandFailure) {
            err.println(failure.getMessage());
        } else if (failure instanceof IOException || failure instanceof FilterException) {
            err.println("jemscope: " + words(failure));
        } else {
            err.println("jemscope: this is a fault of jemscope's own");
            failure.printStackTrace(err);
            err.println("  next: please report it with the lines above");
        }
    }

    /**
     * The exit code for what isn't a {@link CommandFailure}.
     *
     * @param failure what was thrown
     */
    public static int exitCode(Throwable failure) {
        if (failure instanceof FilterException) {
            // An expression that took more than there is, which shows only when it is looked for.
            return ExitCode.USAGE;
        }
        return failure instanceof IOException ? ExitCode.UNREADABLE : ExitCode.INTERNAL;
    }

    /**
     * Why an operation on a file failed, in words: Java's own messages are often a bare path.
     *
     * @param failure what was thrown
     * @return a few words
     */
    public static String words(Throwable failure) {
        String message = failure.getMessage();
        if (failure instanceof NoSuchFileException missing) {
            return missing.getFile() + " doesn't exist";
        }
        if (failure instanceof AccessDeniedException denied) {
            return denied.getFile() + ": permission denied";
        }
        if (failure instanceof FileAlreadyExistsException taken) {
            return taken.getFile() + " is there already";
        }
        if (failure instanceof FileSystemException told && told.getReason() != null) {
            return told.getFile() + ": " + told.getReason();
        }
        return message == null ? failure.getClass().getSimpleName() : message;
    }
}
