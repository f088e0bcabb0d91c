package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.SourceLine;
import io.jemscope.profile.filter.NamePattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Certain functions line by line. Flat is what a line asked for itself; cumulative is what was asked for through it, each
 * stack counted once a line and once a function. A function's cumulative figure is therefore no sum of its lines' where it
 * calls itself (pprof's and jeprof's are).
 *
 * @param routines the functions, those with the greatest cumulative figures first, their signs aside
 * @param measure what is counted
 * @param pattern what their names match
 * @param total all of it, in the measure's unit
 */
public record Listing(List<Routine> routines, SampleType measure, String pattern, double total) {

    /**
     * One function as far as it lies in one file: where others are inlined into it, they are routines of their own.
     *
     * @param file the path of its source, see {@link Sources#lines}; null where it isn't known
     * @param flat what it asked for itself
     * @param cumulative what was asked for with it on the stack
     * @param lines the lines that have anything of the measure, ascending
     */
    public record Routine(String name, @Nullable String file, double flat, double cumulative, List<Line> lines) {

        /**
         * Makes the list unchangeable.
         *
         * @param file the path of its source
         * @param flat what it asked for itself
         * @param cumulative what was asked for with it on the stack
         * @param lines the lines; copied
         */
        public Routine {
            lines = List.copyOf(lines);
        }
    }

    /**
     * One line.
     *
     * @param number its number from 1; 0 for what no line is known of
     * @param flat what it asked for itself
     * @param cumulative what was asked for through it
     */
    public record Line(int number, double flat, double cumulative) {}

    /** What stands behind a name that is counted by. */
    private record Position(String function, @Nullable String file, int line) {

        static Position of(Frame frame) {
            SourceLine source = frame.source();
            return new Position(frame.label(), SourceFiles.path(frame), source == null ? 0 : source.line());
        }

        String routineKey() {
            return function + '\0' + (file == null ? "" : file);
        }

        String lineKey() {
            return routineKey() + '\0' + line;
        }
    }

    /**
     * Makes the list unchangeable.
     *
     * @param routines the functions; copied
     * @param measure what is counted
     * @param pattern what their names match
     * @param total all of it
     */
    public Listing {
        routines = List.copyOf(routines);
    }

    /**
     * The same in another order.
     *
     * @param order what functions are ordered by
     * @return the functions, the greatest first
     */
    public Listing ordered(Top.Order order) {
        List<Routine> ordered = new ArrayList<>(routines);
        ordered.sort((one, other) ->
                order.compare(one.flat, one.cumulative, one.name, other.flat, other.cumulative, other.name));
        return new Listing(ordered, measure, pattern, total);
    }

    /**
     * The functions that are to be shown.
     *
     * @param layout how many, and the least cumulative share of one
     * @return the first functions that are great enough
     */
    public List<Routine> shown(TextOptions layout) {
        return layout.shown(routines, Routine::cumulative, total);
    }

    /**
     * Counts the lines of the functions that match a pattern.
     *
     * @param profile the profile, with its frames known
     * @param measure what to count
     * @param pattern what is to be found anywhere in their names
     * @return the functions that have anything of the measure
     */
    public static Listing of(Profile profile, SampleType measure, NamePattern pattern) {
        FrameTable frames = new FrameTable(profile.compact().locations());
        Map<String, Position> positions = new HashMap<>();
        FlatAndCumulative byLine = figures(profile, measure, frames, frame -> {
            Position position = Position.of(frame);
            positions.put(position.lineKey(), position);
            return position.lineKey();
        });
        // A function recurs with each of its lines.
        Map<String, Boolean> known = new HashMap<>();
        Map<String, List<Line>> lines = new HashMap<>();
        for (int i = 0; i < byLine.names().size(); i++) {
            Position position = positions.get(byLine.names().name(i));
            if (position != null && byLine.isAny(i) && known.computeIfAbsent(position.function, pattern::isIn)) {
                lines.computeIfAbsent(position.routineKey(), any -> new ArrayList<>())
                        .add(new Line(position.line, byLine.flat(i), byLine.cumulative(i)));
                positions.put(position.routineKey(), position);
            }
        }
        FlatAndCumulative byRoutine =
                figures(profile, measure, frames, frame -> Position.of(frame).routineKey());
        List<Routine> routines = new ArrayList<>(lines.size());
        for (int i = 0; i < byRoutine.names().size(); i++) {
            List<Line> ofRoutine = lines.get(byRoutine.names().name(i));
            Position position = positions.get(byRoutine.names().name(i));
            if (ofRoutine != null && position != null) {
                ofRoutine.sort((one, other) -> Integer.compare(one.number, other.number));
                routines.add(new Routine(
                        position.function, position.file, byRoutine.flat(i), byRoutine.cumulative(i), ofRoutine));
            }
        }
        routines.sort((one, other) -> Top.Order.CUMULATIVE.compare(
                one.flat, one.cumulative, one.name, other.flat, other.cumulative, other.name));
        return new Listing(routines, measure, pattern.text(), byLine.total());
    }

    private static FlatAndCumulative figures(
            Profile profile, SampleType measure, FrameTable frames, Function<Frame, String> key) {
        FrameNames names = new FrameNames(frames, (location, frame) -> key.apply(frame));
        return FlatAndCumulative.of(profile, measure, new StackNames(profile.compact(), names));
    }
}
