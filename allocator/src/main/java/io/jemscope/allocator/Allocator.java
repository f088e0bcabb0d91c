package io.jemscope.allocator;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and controls an allocator. Each call reaches the allocator; nothing is cached. Safe for use by several threads; controls
 * named {@code thread.…} are the calling thread's.
 */
public interface Allocator {

    /** Returns which allocator the process uses. Never throws. */
    Detection detection();

    /**
     * Reads a control.
     *
     * @throws AllocatorException if it can't be read
     */
    <T> T read(Control<T> control) throws AllocatorException;

    /**
     * Reads a control that not every build of jemalloc has.
     *
     * @return its value; empty if there is no jemalloc, or if this build doesn't have the control
     * @throws AllocatorException if it can't be read for another reason
     */
    default <T> Optional<T> find(Control<T> control) throws AllocatorException {
        try {
            return Optional.of(read(control));
        } catch (AllocatorException e) {
            if (e.kind() == AllocatorException.Kind.NOT_AVAILABLE || e.kind() == AllocatorException.Kind.NO_ALLOCATOR) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * Returns whether a write-only control exists; false without jemalloc. Tries to read it, which has no effect: jemalloc's error for
     * that differs from its error for an unknown control.
     *
     * @param writeOnly {@code prof.prefix} or {@code prof.log_start}; a read of another control may have an effect
     * @throws AllocatorException if that fails
     */
    boolean offers(Control<Optional<String>> writeOnly) throws AllocatorException;

    /**
     * Writes a control.
     *
     * @param value the value to write; an empty text only for {@code prof.dump}, for which jemalloc then chooses a name
     * @throws AllocatorException if it can't be written
     * @throws IllegalArgumentException if the value is invalid for every control of this type
     */
    <T> void write(Control<T> control, T value) throws AllocatorException;

    /**
     * Runs a control that is an action.
     *
     * @throws AllocatorException if it fails
     */
    void run(Control<Void> action) throws AllocatorException;

    /**
     * Dumps the heap profile, and beside it the names of its Java frames, in a file with {@code .symbols} added to the name. Both
     * files are complete or absent; an existing file is never overwritten. Works while sampling is off: the dump then has the
     * samples taken before.
     *
     * @param file the dump's path; absolute
     * @param kind the reason of the dump
     * @throws AllocatorException if it can't be written, or heap profiling isn't on
     */
    void dump(Path file, DumpKind kind) throws AllocatorException;

    /**
     * Like {@link #dump}, but faster: without the names of Java frames.
     *
     * @param file the dump's path; absolute
     * @throws AllocatorException if it can't be written, or heap profiling isn't on
     */
    void dumpHeap(Path file) throws AllocatorException;

    /**
     * Writes the names of the Java frames in all dumps so far, to a file with a dump's name and {@code .symbols} added. The file is
     * complete or absent; an existing file is never overwritten.
     *
     * @param file the dump's path; absolute. The dump itself need not exist
     * @param kind the reason of the dump
     * @throws AllocatorException if it can't be written
     */
    void nameFrames(Path file, DumpKind kind) throws AllocatorException;

    /**
     * Returns the statistics of jemalloc or glibc. glibc's arenas are locked one after the other, each for as long as it takes to
     * walk its free blocks.
     *
     * @param query the format, and the parts to omit
     * @return the text or JSON that jemalloc prints; for glibc what {@code mallinfo2} and {@code malloc_info} tell
     * @throws AllocatorException if {@code malloc} is neither's
     */
    String statistics(StatisticsQuery query) throws AllocatorException;

    /**
     * Returns the allocator's memory, all figures of the same moment.
     *
     * @throws AllocatorException if this build has no statistics
     */
    MemorySummary memory() throws AllocatorException;

    /**
     * Counts the memory of glibc's {@code malloc}. Locks one arena after the other, each for as long as it takes to walk its free
     * blocks: some 10 ms for a million.
     *
     * @return empty if {@code malloc} isn't glibc's, and before glibc 2.33
     */
    Optional<GlibcMemory> glibcMemory();

    /**
     * Returns all known options with their values and the sources of the values, sorted by name.
     *
     * @throws AllocatorException if there is no jemalloc
     */
    List<MallocOption> options() throws AllocatorException;

    /**
     * Returns the configuration strings that jemalloc read at the start of the process.
     *
     * @return the strings by source, the weakest first; without sources that have none
     * @throws AllocatorException if there is no jemalloc
     */
    Map<OptionSource, String> configuration() throws AllocatorException;
}
