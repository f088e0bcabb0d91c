package io.jemscope.agent.dumps;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says what the file system refused, without the file's name, which the JDK's messages often consist of alone. */
public final class FileFailure {

    private FileFailure() {}

    /**
     * Why it was refused.
     *
     * @param e what was thrown
     * @return half a sentence; a {@link SetupException}'s whole ones, which are for the caller and say what to do
     */
    public static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "No such file or directory";
        }
        if (e instanceof AccessDeniedException) {
            return "Permission denied";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "File exists";
        }
        String told = e instanceof FileSystemException failure ? failure.getReason() : e.getMessage();
        return told == null ? e.getClass().getSimpleName() : told;
    }
}
