package io.jemscope.agent.web.rendering;

import io.jemscope.agent.dumps.SetupException;
import io.jemscope.httpd.ApiException;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.filter.FilterException;
import io.jemscope.report.graph.GraphTooLargeException;
import io.jemscope.report.pipeline.Incompatibility;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Turns the failure of a rendering into an HTTP error. */
final class RenderingFailure {

    private static final String OUTSIDE = "Download the dump and its symbols and run: jemscope report FILE.";

    private RenderingFailure() {}

    static ApiException of(Throwable e) {
        if (e instanceof FormatException format) {
            // Its first part names the file, which callers shouldn't see.
            return new ApiException(422, "The dump can't be read", format.why(), format.next() + ".");
        }
        if (e instanceof FilterException filter) {
            return new ApiException(400, filter.what(), filter.why(), filter.next() + ".");
        }
        if (e instanceof GraphTooLargeException) {
            return new ApiException(
                    422,
                    "The call graph isn't drawn",
                    "it has more boxes and lines than can be laid out",
                    "Ask for the text instead, which has every function, or for fewer boxes by nodecount.");
        }
        if (e instanceof NoSuchFileException) {
            return gone();
        }
        if (e instanceof SetupException || e instanceof FileSystemException) {
            return new ApiException(
                    507, "The rendering of the dump can't be stored", "the dumps' folder can't be written", OUTSIDE);
        }
        if (e instanceof OutOfMemoryError || e instanceof StackOverflowError) {
            return new ApiException(
                    503, "The dump isn't analysed in the program", "it takes more memory than there is", OUTSIDE);
        }
        if (e instanceof IOException failed && isDiskFull(failed)) {
            return new ApiException(507, "The rendering of the dump can't be stored", "the disk is full", OUTSIDE);
        }
        return ApiException.internal();
    }

    static ApiException of(Incompatibility obstacle) {
        return switch (obstacle) {
            case PROFILE_WITHOUT_FREED -> withoutFreed("The dump");
            case BASE_WITHOUT_FREED -> withoutFreed("The baseline");
            case ONE_IS_A_LOG ->
                new ApiException(
                        422,
                        "The dump can't be compared with that baseline",
                        "one of them is a log of allocations, which has freed memory only, and the other has live memory",
                        "Take a baseline of the same kind, or leave it out.");
            // Dumps are never differences, and views omit what shrank.
            case NEGATIVE_FIGURES, SHRINKAGE, BASE_IS_DIFFERENCE -> ApiException.internal();
        };
    }

    private static ApiException withoutFreed(String what) {
        return new ApiException(
                422,
                what + " doesn't know what was freed",
                "the program runs without prof_accum",
                "Start it with MALLOC_CONF=prof_accum:true beside its other options, or count what is held.");
    }

    static ApiException gone() {
        return new ApiException(
                404,
                "There is no such dump",
                "it was removed while it was read",
                "Ask for the dumps by GET on /api/v1/dumps.");
    }

    private static boolean isDiskFull(IOException e) {
        String message = e.getMessage();
        return message != null && (message.startsWith("No space left") || message.startsWith("Disk quota"));
    }
}
