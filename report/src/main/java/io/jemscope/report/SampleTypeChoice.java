package io.jemscope.report;

import io.jemscope.profile.SampleType;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is to be counted, by words of which several may be said: our own, and those of jeprof and pprof.
 *
 * @param live whether what is still held was asked for
 * @param accumulated whether what was ever asked for was
 * @param objects whether objects were asked for, and not bytes
 * @param named what was asked for by a name of its own, such as {@code alloc_objects}
 */
public record SampleTypeChoice(boolean live, boolean accumulated, boolean objects, List<SampleType> named) {

    /**
     * Makes the list unchangeable.
     *
     * @param live whether what is still held was asked for
     * @param accumulated whether what was ever asked for was
     * @param objects whether objects were asked for
     * @param named what was asked for by a name of its own; copied
     */
    public SampleTypeChoice {
        named = List.copyOf(named);
    }

    /**
     * What pprof calls a measure.
     *
     * @param name the name of a sample type: inuse_space, inuse_objects, alloc_space or alloc_objects
     * @return the measure; empty where there is none of that name
     */
    public static Optional<SampleType> ofSampleIndex(String name) {
        return switch (name) {
            case "inuse_space" -> Optional.of(SampleType.LIVE_BYTES);
            case "inuse_objects" -> Optional.of(SampleType.LIVE_OBJECTS);
            case "alloc_space" -> Optional.of(SampleType.ACCUMULATED_BYTES);
            case "alloc_objects" -> Optional.of(SampleType.ACCUMULATED_OBJECTS);
            default -> Optional.empty();
        };
    }

    /**
     * The one measure that was chosen.
     *
     * @return the measure, bytes still held where nothing was said; empty where the words contradict each other
     */
    public Optional<SampleType> measure() {
        Set<SampleType> asked = EnumSet.noneOf(SampleType.class);
        asked.addAll(named);
        if (accumulated) {
            asked.add(objects ? SampleType.ACCUMULATED_OBJECTS : SampleType.ACCUMULATED_BYTES);
        }
        if (live || (objects && !accumulated)) {
            asked.add(objects ? SampleType.LIVE_OBJECTS : SampleType.LIVE_BYTES);
        }
        if (asked.size() > 1) {
            return Optional.empty();
        }
        return Optional.of(
                asked.isEmpty() ? SampleType.LIVE_BYTES : asked.iterator().next());
    }
}
