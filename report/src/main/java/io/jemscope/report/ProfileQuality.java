package io.jemscope.report;

import io.jemscope.profile.Estimate;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.UnsymbolizedReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a profile knows, and what it doesn't. The counts come from the facts that stand beside the dump, and cover all
 * samples taken since the program began, freed or not; the bytes come from the profile's own stacks.
 *
 * @param rate how densely the allocator sampled
 * @param dumpsOfOneProcess how many dumps of one process were added up into it; 1 where it is one
 * @param rateAtStart the rate that was asked for at the start, in bytes; empty where it isn't known
 * @param live the live bytes with their error
 * @param liveBytes all that is held, in bytes
 * @param isJvm whether the process was a JVM
 * @param javaBytes what of it has Java frames
 * @param cutBytes what of it hangs under stacks that were cut
 * @param lostBytes what of it hangs under a Java frame whose name was lost
 * @param unnamedBytes what of it was asked for by a function without a name
 * @param unnamedCallerBytes what of it was asked for by a function with a name that was called through one without
 * @param stacklessBytes what of it has no stack at all
 * @param files how sure the functions' names are
 * @param namelessFiles the files whose functions have no names, where it is known why; the one with the most bytes first
 * @param mapsMissing whether the dump ends before the list of its mappings
 * @param mapsCut whether it ends within that list
 * @param samples the samples taken; empty where no counters stand beside the dump
 * @param javaSamples those with Java frames
 * @param codeSamples those taken on threads that ran Java code, whether or not their frames could be had
 * @param without why samples have no Java frames, the commonest first
 * @param cutSamples those whose stack was deeper than the allocator keeps
 * @param framesDropped Java frames that no longer fitted in the table of names
 * @param framesLost Java frames whose class was unloaded before its name was taken
 * @param samplesBeforeHook samples taken before Java frames could be had, which are in none of the other counts; empty
 *     where nobody counted them
 * @param unprofiledStart how long the program ran before profiling began; empty where it isn't known
 * @param parent the number of the process that it was forked from; empty where it began as a program of its own
 * @param bytesBefore how much malloc had given out when profiling began; empty where it isn't known, or nothing
 * @param corrected how many sampled blocks were found to be freed unseen, and dropped
 * @param unswept how many sampled blocks can't be checked for that
 * @param dropped how many samples found no room
 * @param foreign how many libraries' allocations aren't seen, since another allocator or tool has their calls
 * @param mappings whether memory that libraries map themselves is counted, too
 * @param rssBytes the resident memory of the whole process when the dump was taken, in bytes; empty where it isn't known
 * @param pid the number of the process; empty where it isn't known
 * @param headerBytes the whole as the dump's own header has it, in bytes; empty where it isn't known
 * @param leftover that it is what a filter has left, and of how much; empty where it is the whole
 */
public record ProfileQuality(
        SampleRate rate,
        int dumpsOfOneProcess,
        OptionalLong rateAtStart,
        Estimate live,
        double liveBytes,
        boolean isJvm,
        double javaBytes,
        double cutBytes,
        double lostBytes,
        double unnamedBytes,
        double unnamedCallerBytes,
        double stacklessBytes,
        Files files,
        List<NamelessFile> namelessFiles,
        boolean mapsMissing,
        boolean mapsCut,
        OptionalLong samples,
        long javaSamples,
        long codeSamples,
        List<Reason> without,
        OptionalLong cutSamples,
        long framesDropped,
        long framesLost,
        OptionalLong samplesBeforeHook,
        Optional<Duration> unprofiledStart,
        Optional<String> parent,
        OptionalLong bytesBefore,
        long corrected,
        long unswept,
        long dropped,
        long foreign,
        boolean mappings,
        OptionalLong rssBytes,
        Optional<String> pid,
        Optional<Double> headerBytes,
        Optional<FilterSummary> leftover) {

    /** The fact that holds the sampling rate that was asked for at the start, in bytes. */
    public static final String RATE_AT_START = ProfileMetadata.RATE_AT_START;

    /** Why samples have no Java frames. */
    public record Reason(String words, long samples) {}

    /**
     * The files that functions' names come from, where no build id tells whether they are the ones that ran.
     *
     * @param elsewhere how many weren't read, since the program ran on another machine
     * @param changed how many weren't read, since they changed after the dump
     * @param unchecked how many were read though nothing tells
     */
    public record Files(long elsewhere, long changed, long unchecked) {

        /** Whether nothing is to be said of them. */
        boolean areSure() {
            return elsewhere == 0 && changed == 0 && unchecked == 0;
        }
    }

    /** The kernel says when a program began in hundredths of a second. Without jemalloc sampling begins later, when the JVM is up. */
    private static final Duration AT_ONCE = Duration.ofMillis(20);

    /**
     * Looks a profile over.
     *
     * @param profile the profile, with its frames known
     * @return what it knows and doesn't
     */
    public static ProfileQuality of(Profile profile) {
        ProfileMetadata facts = profile.metadata();
        Map<String, UnsymbolizedReason> nameless = UnsymbolizedReason.of(facts);
        CoveredBytes bytes = new CoveredBytes(profile, nameless.keySet());
        List<Reason> reasons = reasons(facts);
        long offThreads = count(facts, ProfileMetadata.NATIVE_THREAD_SAMPLES)
                + count(facts, ProfileMetadata.STARTING_THREAD_SAMPLES)
                + count(facts, ProfileMetadata.EMPTY_SAMPLES);
        OptionalLong samples = facts.count(ProfileMetadata.SAMPLES);
        return new ProfileQuality(
                profile.rate(),
                profile.dumpsOfOneProcess(),
                facts.count(RATE_AT_START),
                bytes.total().ofDependent(profile.dumpsOfOneProcess()),
                bytes.live(),
                AllocationSites.hasJvm(profile) || bytes.java() > 0,
                bytes.java(),
                bytes.cut(),
                bytes.lost(),
                bytes.unnamed(),
                bytes.unnamedCallers(),
                bytes.stackless(),
                new Files(
                        count(facts, ProfileMetadata.FILES_ELSEWHERE),
                        count(facts, ProfileMetadata.FILES_CHANGED),
                        count(facts, ProfileMetadata.FILES_UNCHECKED)),
                NamelessFile.of(nameless, bytes.files()),
                ProfileMetadata.MISSING.equals(facts.facts().get(ProfileMetadata.MAPS)),
                ProfileMetadata.CUT_SHORT.equals(facts.facts().get(ProfileMetadata.MAPS)),
                samples,
                count(facts, ProfileMetadata.JAVA_SAMPLES),
                Math.max(0, samples.orElse(0) - offThreads),
                List.copyOf(reasons),
                facts.count(ProfileMetadata.CUT_SAMPLES),
                count(facts, ProfileMetadata.FRAMES_DROPPED),
                count(facts, ProfileMetadata.FRAMES_LOST),
                facts.count(ProfileMetadata.SAMPLES_BEFORE_HOOK),
                unprofiledStart(facts),
                facts.get(ProfileMetadata.FORKED_FROM),
                facts.count(ProfileMetadata.BYTES_BEFORE),
                count(facts, ProfileMetadata.CORRECTED_SAMPLES),
                count(facts, ProfileMetadata.UNSWEPT_SAMPLES),
                count(facts, ProfileMetadata.DROPPED_SAMPLES),
                count(facts, ProfileMetadata.FOREIGN_OBJECTS),
                facts.get(ProfileMetadata.MAPPINGS_COUNTED).isPresent(),
                facts.count(ProfileMetadata.RSS),
                facts.get(ProfileMetadata.PID),
                headerBytes(facts),
                FilterSummary.of(profile));
    }

    private static List<Reason> reasons(ProfileMetadata facts) {
        List<Reason> reasons = new ArrayList<>();
        add(
                reasons,
                facts,
                ProfileMetadata.NATIVE_THREAD_SAMPLES,
                "on threads the JVM doesn't know as Java's (GC, libraries' own)");
        add(
                reasons,
                facts,
                ProfileMetadata.EMPTY_SAMPLES,
                "on JVM threads that ran no Java code (compilers, services)");
        add(reasons, facts, ProfileMetadata.STARTING_THREAD_SAMPLES, "on threads just starting or ending");
        add(reasons, facts, ProfileMetadata.COLLECTOR_SAMPLES, "while the garbage collector ran");
        for (Map.Entry<String, String> fact : facts.facts().entrySet()) {
            if (fact.getKey().startsWith(ProfileMetadata.FAILED_SAMPLES)) {
                String name = fact.getKey().substring(ProfileMetadata.FAILED_SAMPLES.length());
                add(reasons, facts, fact.getKey(), "the JVM couldn't walk the stack (" + name.replace('_', ' ') + ")");
            }
        }
        reasons.sort((one, other) -> Long.compare(other.samples, one.samples));
        return reasons;
    }

    private static void add(List<Reason> reasons, ProfileMetadata facts, String key, String words) {
        long samples = count(facts, key);
        if (samples > 0) {
            reasons.add(new Reason(words, samples));
        }
    }

    private static long count(ProfileMetadata facts, String key) {
        return facts.count(key).orElse(0);
    }

    private static Optional<Duration> unprofiledStart(ProfileMetadata facts) {
        Optional<Instant> begin = facts.instant(ProfileMetadata.PROGRAM_START);
        Optional<Instant> active = facts.instant(ProfileMetadata.ACTIVE_SINCE);
        if (begin.isEmpty() || active.isEmpty()) {
            return Optional.empty();
        }
        Duration span = Duration.between(begin.get(), active.get());
        return Optional.of(span.compareTo(AT_ONCE) < 0 ? Duration.ZERO : span);
    }

    private static Optional<Double> headerBytes(ProfileMetadata facts) {
        String text = facts.facts().get(ProfileMetadata.HEADER_BYTES);
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Double.valueOf(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
