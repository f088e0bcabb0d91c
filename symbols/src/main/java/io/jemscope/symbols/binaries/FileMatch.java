package io.jemscope.symbols.binaries;

import io.jemscope.profile.ProfileMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.OptionalLong;

/** Whether the file at a mapping's path is the one that the process had mapped, for files without a build id to compare. */
public enum FileMatch {
    /** As far as is known, it is. */
    SAME,
    /** Nothing is known. */
    UNKNOWN,
    /** The file was changed after the dump was taken. */
    CHANGED,
    /** The process ran on another machine. */
    ELSEWHERE;

    /** Compares a file's times with the time of a dump; {@link #UNKNOWN} if the dump has no time. */
    static FileMatch byTime(Path file, ProfileMetadata dump) {
        OptionalLong time = dump.count(ProfileMetadata.TIME);
        if (time.isEmpty()) {
            return UNKNOWN;
        }
        try {
            return changed(file) > time.getAsLong() ? CHANGED : SAME;
        } catch (IOException e) {
            // The file can't be read for names either.
            return SAME;
        }
    }

    private static long changed(Path file) throws IOException {
        long modified = Files.getLastModifiedTime(file).toMillis();
        try {
            // A package's files have the times of their build. Only the inode's time says when they were installed.
            FileTime inode = (FileTime) Files.getAttribute(file, "unix:ctime");
            return Math.max(modified, inode.toMillis());
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return modified;
        }
    }
}
