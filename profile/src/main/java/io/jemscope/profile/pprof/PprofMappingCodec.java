package io.jemscope.profile.pprof;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.PseudoAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Mappings of pprof files. Java frames and markers have no file. For readers that group by file they get mappings of their
 * own over the range of their pseudo-addresses, which are removed on reading.
 */
final class PprofMappingCodec {

    /** The mapping of Java frames. */
    static final Mapping JAVA =
            new Mapping(PseudoAddress.JAVA_START, PseudoAddress.JAVA_LIMIT, 0, "[java]", false, null);

    /** The mapping of markers. */
    static final Mapping MARKERS =
            new Mapping(PseudoAddress.MARKER_START, PseudoAddress.MARKER_LIMIT, 0, "[jemscope markers]", false, null);

    private PprofMappingCodec() {}

    /** The mapping of a location in a pprof file; null if unknown. */
    static @Nullable Mapping of(Location location) {
        if (location.mapping() != null) {
            return location.mapping();
        }
        if (PseudoAddress.isPseudo(location.address())) {
            return PseudoAddress.isJava(location.address()) ? JAVA : MARKERS;
        }
        List<Frame> frames = location.frames();
        if (frames.isEmpty()) {
            return null;
        }
        Frame innermost = frames.get(0);
        if (innermost instanceof JavaFrame) {
            return JAVA;
        }
        return innermost instanceof MarkerFrame ? MARKERS : null;
    }

    /** Whether a mapping stands for frames that lie in no file. */
    static boolean isPseudo(Mapping mapping) {
        return mapping.equals(JAVA) || mapping.equals(MARKERS);
    }
}
