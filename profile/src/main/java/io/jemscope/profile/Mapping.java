package io.jemscope.profile;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A range of the process's addresses and what is mapped there.
 *
 * @param start the first address
 * @param limit the first address behind it, unsigned above {@code start}
 * @param fileOffset where in the file the range begins, in bytes
 * @param file the path as the process's maps show it, {@code (deleted)} taken off; a name in brackets such as
 *     {@code [vdso]}; null for anonymous memory
 * @param deleted whether the maps show the file as deleted
 * @param buildId the file's build id; null if it isn't known
 */
public record Mapping(
        long start,
        long limit,
        long fileOffset,
        @Nullable String file,
        boolean deleted,
        @Nullable BuildId buildId) {

    private static final String DELETED = " (deleted)";

    /**
     * Makes a mapping from what a process's maps show.
     *
     * @param start the first address
     * @param limit the first address behind it
     * @param fileOffset where in the file the range begins, in bytes
     * @param name the file's path, with {@code (deleted)} behind it if it was; empty for anonymous memory
     * @param buildId the file's build id; null if it isn't known
     */
    public static Mapping shown(long start, long limit, long fileOffset, String name, @Nullable BuildId buildId) {
        boolean deleted = name.endsWith(DELETED);
        String path = deleted ? name.substring(0, name.length() - DELETED.length()) : name;
        return new Mapping(start, limit, fileOffset, path.isEmpty() ? null : path, deleted, buildId);
    }

    /**
     * The name as a process's maps show it.
     *
     * @return the file, with {@code (deleted)} behind it if it was; empty for anonymous memory
     */
    public String shownName() {
        if (file == null) {
            return "";
        }
        return deleted ? file + DELETED : file;
    }

    /**
     * Whether an address lies in the range.
     *
     * @param address the address, unsigned
     * @return whether it does
     */
    public boolean contains(long address) {
        return Long.compareUnsigned(address, start) >= 0 && Long.compareUnsigned(address, limit) < 0;
    }

    // Written out: what the JVM makes for records is spun from method handles at its first use, some 20 ms of a cold
    // start.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Mapping mapping
                && start == mapping.start
                && limit == mapping.limit
                && fileOffset == mapping.fileOffset
                && deleted == mapping.deleted
                && Objects.equals(file, mapping.file)
                && Objects.equals(buildId, mapping.buildId);
    }

    @Override
    public int hashCode() {
        int hash = Long.hashCode(start) * 31 + Long.hashCode(limit);
        return (hash * 31 + Long.hashCode(fileOffset)) * 31 + Objects.hashCode(file);
    }
}
