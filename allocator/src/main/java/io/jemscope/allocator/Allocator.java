package io.jemscope.allocator;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An allocator that can be asked and told: the one of this process today, another process's later. Every call goes to
 * the allocator at once; none is cached. Implementations may be called by any thread; controls named {@code thread.…}
 * speak of the calling one.
 */
public interface Allocator {

    /**
     * Says whether jemalloc is there, and which.
     *
     * @return what was found; never throws where nothing is
     */
    Detection detection();

    /**
     * Reads a control.
     *
     * @param <T> the type of its value
     * @return its value
     * @throws AllocatorException where it can't be read
     */
    <T> T read(Control<T> control) throws AllocatorException;

    /**
     * Reads a control that not every build of jemalloc has.
     *
     * @param <T> the type of its value
     * @return its value; empty where there is no jemalloc or this build has no such control
     * @throws AllocatorException where it can't be read for another reason
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
     * Says whether there is a control that can only be written. It is asked for its value, which does nothing: jemalloc
     * refuses that in another way than it does for a control that it hasn't.
     *
     * @param writeOnly {@code prof.prefix} or {@code prof.log_start}; another may act when it is read
     * @return whether this process has it; also false where there is no jemalloc
     * @throws AllocatorException where it can't be told
     */
    boolean offers(Control<Optional<String>> writeOnly) throws AllocatorException;

    /**
     * Writes a control.
     *
     * @param <T> the type of its value
     * @param value the value to write; an empty text for {@code prof.dump} only, which then takes a name of its own
     * @throws AllocatorException where it can't be written
     * @throws IllegalArgumentException where the value is none that the control could take
     */
    <T> void write(Control<T> control, T value) throws AllocatorException;

    /**
     * Lets a control act.
     *
     * @throws AllocatorException where it refuses
     */
    void run(Control<Void> action) throws AllocatorException;

    /**
     * Dumps the heap profile, and beside it, under the same name with {@code .symbols} behind it, the names of its Java
     * frames. Complete or not at all; a file that is there is never overwritten. Works while sampling is off: the dump
     * then shows what was sampled before.
     *
     * @param file the dump's path; absolute
     * @param kind why it is made
     * @throws AllocatorException where it can't be written, or heap profiling isn't on
     */
    void dump(Path file, DumpKind kind) throws AllocatorException;

    /**
     * Dumps the heap profile alone, as fast as can be, without the names of its Java frames. Else like {@link #dump}.
     *
     * @param file the dump's path; absolute
     * @throws AllocatorException where it can't be written, or heap profiling isn't on
     */
    void dumpHeap(Path file) throws AllocatorException;

    /**
     * Writes the names of the Java frames that stand in dumps so far, into the file that has a dump's name and
     * {@code .symbols} behind it. Complete or not at all; a file that is there is never overwritten.
     *
     * @param file the dump's path; absolute. The dump itself need not be there
     * @param kind why it was made
     * @throws AllocatorException where it can't be written
     */
    void nameFrames(Path file, DumpKind kind) throws AllocatorException;

    /**
     * jemalloc's own statistics.
     *
     * @param query the form, and what to leave out
     * @return the text or JSON that jemalloc writes
     * @throws AllocatorException where there is no jemalloc
     */
    String statistics(StatisticsQuery query) throws AllocatorException;

    /**
     * How much memory the allocator holds, all figures of one moment.
     *
     * @throws AllocatorException where this build keeps no statistics
     */
    MemorySummary memory() throws AllocatorException;

    /**
     * Every option that this build of jemalloc has, its value, and where that came from.
     *
     * @return the options in the order of their names
     * @throws AllocatorException where there is no jemalloc
     */
    List<MallocOption> options() throws AllocatorException;

    /**
     * The configuration strings that jemalloc read when the process started, as they were written.
     *
     * @return the strings by their source, the weakest first; without the sources that have none
     * @throws AllocatorException where there is no jemalloc
     */
    Map<OptionSource, String> configuration() throws AllocatorException;
}
