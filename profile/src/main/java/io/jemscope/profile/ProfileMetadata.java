package io.jemscope.profile;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Where a profile comes from, and what it doesn't know: facts by key, in the order they were written down. The keys are
 * those that the native library writes beside each dump (see the README of the {@code native} module); unknown keys are
 * kept, so that a newer library's facts survive an older command.
 */
public final class ProfileMetadata {

    /** The machine that the process ran on, by its host name. */
    public static final String HOST = "host";

    /** The JVM's name and version. */
    public static final String JVM = "jvm";

    /** The class or jar that the program was started with. */
    public static final String MAIN = "main";

    /** The main class where {@link #MAIN} names a jar. */
    public static final String MAIN_CLASS = "main.class";

    /** The path of the executable. */
    public static final String BINARY = "binary";

    /** The path of the program that the user named as the one that ran. */
    public static final String NAMED_PROGRAM = "binary.named";

    /** The path of the allocator's library. */
    public static final String ALLOCATOR_PATH = "jemalloc.path";

    /** The process's number. */
    public static final String PID = "pid";

    /** The resident memory (RSS) of the whole process when the dump was taken, in bytes. */
    public static final String RSS = "rss";

    /** When the dump was taken, a moment. */
    public static final String TIME = "time";

    /** When the program began, a moment. */
    public static final String PROGRAM_START = "program.start";

    /** Since when stacks have Java frames, a moment. */
    public static final String HOOK_SINCE = "hook.since";

    /** Since when the allocator samples, a moment. */
    public static final String ACTIVE_SINCE = "active.since";

    /** The sampling rate, in bytes. */
    public static final String RATE = "rate";

    /** The sampling rate that was requested at the start, in bytes. */
    public static final String RATE_AT_START = "rate.start";

    /** How many samples were taken. */
    public static final String SAMPLES = "samples";

    /** How many of them have Java frames. */
    public static final String JAVA_SAMPLES = "samples.java";

    /** How many were taken on threads that the JVM doesn't know. */
    public static final String NATIVE_THREAD_SAMPLES = "samples.thread.native";

    /** How many were taken on threads just starting or ending. */
    public static final String STARTING_THREAD_SAMPLES = "samples.thread.starting";

    /** How many were taken on threads of the JVM that ran no Java code. */
    public static final String EMPTY_SAMPLES = "samples.empty";

    /** How many were taken while the garbage collector ran. */
    public static final String COLLECTOR_SAMPLES = "samples.gc";

    /** What begins the keys of samples whose Java stack couldn't be walked; the reason follows. */
    public static final String FAILED_SAMPLES = "samples.failed.";

    /** How many samples have a stack deeper than the allocator keeps. */
    public static final String CUT_SAMPLES = "samples.cut";

    /** How many samples were taken before stacks could have Java frames; in none of the other counts. */
    public static final String SAMPLES_BEFORE_HOOK = "before.hook";

    /** How many Java frames found the table of names full. */
    public static final String FRAMES_DROPPED = "frames.dropped";

    /** How many Java frames' classes were unloaded before their names were taken. */
    public static final String FRAMES_LOST = "frames.lost";

    /** Samples of our own sampler that it dropped, since their block was freed by a call that it didn't see. */
    public static final String CORRECTED_SAMPLES = "samples.corrected";

    /** Samples of our own sampler whose blocks can't be checked for such a free. */
    public static final String UNSWEPT_SAMPLES = "samples.unswept";

    /** Samples for which our own sampler had no memory. */
    public static final String DROPPED_SAMPLES = "samples.dropped";

    /** How many libraries our own sampler left alone, since their calls of malloc lead to another allocator or tool. */
    public static final String FOREIGN_OBJECTS = "objects.foreign";

    /** The process that a preloaded program was forked from: what it inherited isn't in its profile. */
    public static final String FORKED_FROM = "forked.from";

    /** How many bytes malloc had given out when our own sampler began, of which it knows nothing. */
    public static final String BYTES_BEFORE = "before.bytes";

    /** {@code true} where memory that libraries map themselves is counted, too. */
    public static final String MAPPINGS_COUNTED = "mmap";

    /** The live objects of the whole process by the dump's header, scaled. */
    public static final String HEADER_OBJECTS = "header.objects";

    /** The live bytes of the whole process by the dump's header, scaled. */
    public static final String HEADER_BYTES = "header.bytes";

    /** All objects allocated, by the dump's header, scaled. */
    public static final String HEADER_ACCUMULATED_OBJECTS = "header.accumulated.objects";

    /** All bytes allocated, by the dump's header, scaled. */
    public static final String HEADER_ACCUMULATED_BYTES = "header.accumulated.bytes";

    /** The options by which samples and frames were chosen; absent where nothing was left out. */
    public static final String FILTER = "filter";

    /** The live objects of the whole that a filtered profile was taken from. */
    public static final String UNFILTERED_OBJECTS = "unfiltered.objects";

    /** The live bytes of the whole that a filtered profile was taken from. */
    public static final String UNFILTERED_BYTES = "unfiltered.bytes";

    /** All objects allocated, before the profile was filtered. */
    public static final String UNFILTERED_ACCUMULATED_OBJECTS = "unfiltered.accumulated.objects";

    /** All bytes allocated, before the profile was filtered. */
    public static final String UNFILTERED_ACCUMULATED_BYTES = "unfiltered.accumulated.bytes";

    /** How many allocations a log has, one that jemalloc's {@code prof_log} wrote; dumps of what is held haven't got it. */
    public static final String LOG_ALLOCATIONS = "log.allocations";

    /** {@value #MISSING} if the dump ends before the list of its mappings, {@value #CUT_SHORT} if it ends within. */
    public static final String MAPS = "maps";

    /** The value of a fact about a missing part. */
    public static final String MISSING = "missing";

    /** The value of a fact about a part that was cut short. */
    public static final String CUT_SHORT = "cut short";

    /** The number of files not read for names, because the process ran on another machine and they have no build id. */
    public static final String FILES_ELSEWHERE = "symbols.elsewhere";

    /** The number of files not read for names, because they changed after the dump and have no build id. */
    public static final String FILES_CHANGED = "symbols.changed";

    /** The number of files with names that may be other builds than the process had mapped. */
    public static final String FILES_UNCHECKED = "symbols.unchecked";

    /** Why the requested source lines of a file couldn't be read: the first reason. */
    public static final String LINES_UNREAD = "lines.unread";

    /** How many profiles were added up. */
    public static final String MERGED = "merged";

    /** How many of them may be dumps of one process, in which the same blocks are sampled: absent where none share any. */
    public static final String MERGED_OF_ONE_PROCESS = "merged.process";

    /** Which of a file's figures were taken for what, where their names leave room for doubt. */
    public static final String FIGURES = "figures";

    /** Which figure a pprof file wants shown first, by pprof's name; absent where that is live bytes. */
    public static final String SHOWN = "figures.shown";

    /** That a pprof file has negative figures: it is the difference of two profiles. */
    public static final String DIFFERENCE = "difference";

    /** Which frames a pprof file wants dropped: an expression that matches whole names of functions. */
    public static final String DROP_FRAMES = "frames.drop";

    /** Which of these are kept all the same. */
    public static final String KEEP_FRAMES = "frames.keep";

    /** Which run of the profiler it is of, as a person knows it: then it has only what was sampled since that began. */
    public static final String RUN = "run";

    /** The resident memory of the whole process when that run began, in bytes. */
    public static final String RUN_RSS = "run.rss";

    /** A warning in the dump. */
    public static final String WARNING = "warning";

    /** What else was written down, in no form known. */
    public static final String COMMENT = "comment";

    /** Nothing is known. */
    public static final ProfileMetadata UNKNOWN = new ProfileMetadata(Map.of());

    private final Map<String, String> facts;

    /**
     * Makes a provenance.
     *
     * @param facts the facts by key; copied, in their order
     */
    public ProfileMetadata(Map<String, String> facts) {
        this.facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /**
     * All facts.
     *
     * @return the facts by key, in their order, immutable
     */
    public Map<String, String> facts() {
        return facts;
    }

    /**
     * One fact.
     *
     * @return its text; empty if it isn't known
     */
    public Optional<String> get(String key) {
        return Optional.ofNullable(facts.get(key));
    }

    /**
     * A fact that is a whole number, such as a count of samples.
     *
     * @return the number; empty if unknown or not a number
     */
    public OptionalLong count(String key) {
        String text = facts.get(key);
        if (text == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /**
     * A fact that is a moment, written down in milliseconds since 1970.
     *
     * @return the time; empty if unknown or not a number
     */
    public Optional<Instant> instant(String key) {
        OptionalLong millis = count(key);
        return millis.isPresent() ? Optional.of(Instant.ofEpochMilli(millis.getAsLong())) : Optional.empty();
    }

    /**
     * The same facts and one more.
     *
     * @param value its text; replaces what the key had
     * @return a new provenance
     */
    public ProfileMetadata with(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(facts);
        more.put(key, value);
        return new ProfileMetadata(more);
    }

    /**
     * The same facts but some.
     *
     * @param keys the keys of those that are left out
     * @return a new provenance
     */
    public ProfileMetadata without(Set<String> keys) {
        Map<String, String> fewer = new LinkedHashMap<>(facts);
        fewer.keySet().removeAll(keys);
        return new ProfileMetadata(fewer);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ProfileMetadata that && facts.equals(that.facts);
    }

    @Override
    public int hashCode() {
        return facts.hashCode();
    }

    @Override
    public String toString() {
        return facts.toString();
    }
}
