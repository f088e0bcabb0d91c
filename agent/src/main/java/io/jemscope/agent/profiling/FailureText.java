package io.jemscope.agent.profiling;

import io.jemscope.agent.dumps.SetupException;
import io.jemscope.allocator.AllocatorException;

/** What failures are called in messages: our own sentences as they are, the JDK's, often a bare path, with their kind. */
final class FailureText {

    private FailureText() {}

    /** A whole sentence, or several. */
    static String of(Exception e) {
        String message = e.getMessage();
        boolean ours = e instanceof AllocatorException || e instanceof SetupException;
        return ours && message != null ? message : e + ".";
    }
}
