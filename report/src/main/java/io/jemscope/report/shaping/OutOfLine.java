package io.jemscope.report.shaping;

import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import java.util.HashMap;
import java.util.Map;

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
        Map<Location, Location> plain = new HashMap<>();
        for (Location location : profile.locations()) {
            if (location.frames().size() > 1) {
                plain.put(location, outermost(location));
            }
        }
        return new Profile(
                profile.rate(), profile.compact().withLocations(plain), profile.mappings(), profile.provenance());
    }

    private static Location outermost(Location location) {
        int frames = location.frames().size();
        return new Location(
                location.address(), location.mapping(), location.frames().subList(frames - 1, frames));
    }
}
