package io.jemscope.report;

import io.jemscope.profile.Measure;
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
public record MeasureChoice(boolean live, boolean accumulated, boolean objects, List<Measure> named) {

    /**
     * Makes the list unchangeable.
     *
     * @param live whether what is still held was asked for
     * @param accumulated whether what was ever asked for was
     * @param objects whether objects were asked for
     * @param named what was asked for by a name of its own; copied
     */
    public MeasureChoice {
        named = List.copyOf(named);
    }

    /**
     * What pprof calls a measure.
     *
     * @param name the name of a sample type: inuse_space, inuse_objects, alloc_space or alloc_objects
     * @return the measure; empty where there is none of that name
     */
    public static Optional<Measure> ofSampleIndex(String name) {
        return switch (name) {
            case "inuse_space" -> Optional.of(Measure.LIVE_BYTES);
            case "inuse_objects" -> Optional.of(Measure.LIVE_OBJECTS);
            case "alloc_space" -> Optional.of(Measure.ACCUMULATED_BYTES);
            case "alloc_objects" -> Optional.of(Measure.ACCUMULATED_OBJECTS);
            default -> Optional.empty();
        };
    }

    /**
     * The one measure that was chosen.
     *
     * @return the measure, bytes still held where nothing was said; empty where the words contradict each other
     */
    public Optional<Measure> measure() {
        Set<Measure> asked = EnumSet.noneOf(Measure.class);
        asked.addAll(named);
        if (accumulated) {
            asked.add(objects ? Measure.ACCUMULATED_OBJECTS : Measure.ACCUMULATED_BYTES);
        }
        if (live || (objects && !accumulated)) {
            asked.add(objects ? Measure.LIVE_OBJECTS : Measure.LIVE_BYTES);
        }
        if (asked.size() > 1) {
            return Optional.empty();
        }
        return Optional.of(
                asked.isEmpty() ? Measure.LIVE_BYTES : asked.iterator().next());
    }
}
