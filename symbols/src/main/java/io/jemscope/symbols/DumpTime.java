package io.jemscope.symbols;

import io.jemscope.profile.ProfileMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.OptionalLong;

/** Tells files that were changed after a dump from those that were there when it was taken. */
final class DumpTime {

    private DumpTime() {}

    /**
     * Compares a file with the time of a dump.
     *
     * @param dump where the dump comes from
     * @return {@link Standing#UNKNOWN} where the dump doesn't tell when it was taken
     */
    static Standing standing(Path file, ProfileMetadata dump) {
        OptionalLong time = dump.count(ProfileMetadata.TIME);
        if (time.isEmpty()) {
            return Standing.UNKNOWN;
        }
        try {
            return changed(file) > time.getAsLong() ? Standing.CHANGED : Standing.SAME;
        } catch (IOException e) {
            // Then it can't be read for names, either.
            return Standing.SAME;
        }
    }

    private static long changed(Path file) throws IOException {
        long modified = Files.getLastModifiedTime(file).toMillis();
        try {
            // A package's files come with the times at which they were built; when they came here, only this one tells.
            FileTime inode = (FileTime) Files.getAttribute(file, "unix:ctime");
            return Math.max(modified, inode.toMillis());
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return modified;
        }
    }
}
