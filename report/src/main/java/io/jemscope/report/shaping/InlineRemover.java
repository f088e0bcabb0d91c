package io.jemscope.report.shaping;

import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Samples;
import java.util.ArrayList;
import java.util.List;

/** Functions that were inlined left out, for the function that they lie in: pprof's {@code -noinlines}. */
public final class InlineRemover {

    private InlineRemover() {}

    /**
     * Leaves inlined functions out.
     *
     * @param profile the profile, with its frames known
     * @return the profile with one frame an address at most
     */
    public static Profile of(Profile profile) {
        Samples samples = profile.compact();
        List<Location> plain = new ArrayList<>(samples.locations().size());
        for (Location location : samples.locations()) {
            plain.add(location.frames().size() > 1 ? outermost(location) : location);
        }
        return new Profile(profile.rate(), samples.withLocations(plain), profile.mappings(), profile.metadata());
    }

    private static Location outermost(Location location) {
        int frames = location.frames().size();
        return new Location(
                location.address(), location.mapping(), location.frames().subList(frames - 1, frames));
    }
}
