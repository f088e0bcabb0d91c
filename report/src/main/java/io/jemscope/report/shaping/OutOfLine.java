package io.jemscope.report.shaping;

import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** Functions that were inlined left out, for the function that they lie in: pprof's {@code -noinlines}. */
public final class OutOfLine {

    private OutOfLine() {}

    /**
     * Leaves inlined functions out.
     *
     * @param profile the profile, with its frames known
     * @return the profile with one frame an address at most
     */
    public static Profile of(Profile profile) {
        IdentityHashMap<Location, Location> plain = new IdentityHashMap<>();
        List<Sample> samples = new ArrayList<>(profile.samples().size());
        for (Sample sample : profile.samples()) {
            List<Location> stack = new ArrayList<>(sample.stack().size());
            for (Location location : sample.stack()) {
                stack.add(plain.computeIfAbsent(location, OutOfLine::outermost));
            }
            samples.add(new Sample(stack, sample.live(), sample.accumulated(), sample.labels()));
        }
        return new Profile(profile.rate(), samples, profile.mappings(), profile.provenance());
    }

    private static Location outermost(Location location) {
        int frames = location.frames().size();
        return frames < 2
                ? location
                : new Location(
                        location.address(),
                        location.mapping(),
                        location.frames().subList(frames - 1, frames));
    }
}
