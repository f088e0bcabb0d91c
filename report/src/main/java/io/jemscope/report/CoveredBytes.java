package io.jemscope.report;

import io.jemscope.profile.Estimate;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleErrors;
import io.jemscope.profile.Samples;
import io.jemscope.profile.StackCursor;
import io.jemscope.profile.UnknownFrame;
import java.util.List;
import java.util.Set;

/** A profile's live bytes by what is known of their stacks. */
final class CoveredBytes {

    // What the frames of a stack tell, in bits.
    private static final int JAVA = 1;
    private static final int CUT = 1 << 1;
    private static final int LOST = 1 << 2;
    private static final int UNNAMED = 1 << 3;
    private static final int INNERMOST_UNNAMED = 1 << 4;
    private static final int ANY = 1 << 5;

    /** It goes through files without names. */
    private static final int IN_FILES = 1 << 6;

    private final StackCursor stacks;

    /** By location, what its frames tell. */
    private final byte[] ofLocations;

    private final NamelessBytes files;

    private final Estimate.Sum total = new Estimate.Sum();
    private double live;
    private double java;
    private double cut;
    private double lost;
    private double unnamed;
    private double unnamedCallers;
    private double stackless;

    /** Adds a profile up; of stacks that go through certain files without a name there, the files are told as well. */
    CoveredBytes(Profile profile, Set<String> nameless) {
        Samples all = profile.compact();
        files = new NamelessBytes(all.locations(), nameless);
        stacks = all.stacks();
        ofLocations = new byte[all.locations().size()];
        for (int i = 0; i < ofLocations.length; i++) {
            ofLocations[i] = (byte) (traits(all.locations().get(i)) | (files.concerns(i) ? IN_FILES : 0));
        }
        stacks.lookFor(ofLocations, IN_FILES);
        SampleErrors errors = new SampleErrors(profile.rate());
        int traits = 0;
        for (int i = 0; i < all.size(); i++) {
            if (stacks.moveTo(i)) {
                traits = traits();
                files.moveTo(stacks.kept(), stacks.keptCount());
            }
            double bytes = all.liveBytes(i);
            if (bytes > 0) {
                double block = all.liveBlockBytes(i);
                double variancePerByte = errors.variancePerByte(block);
                total.add(bytes, bytes * variancePerByte, variancePerByte, block);
            } else {
                total.add(bytes, 0, 0, 0);
            }
            live += bytes;
            add(traits, bytes);
            files.add(bytes);
        }
    }

    /** What the frames of the stack at hand tell; those that lie in the files are left of it then. */
    private int traits() {
        int traits = stacks.unite();
        int innermost = stacks.innermost();
        return innermost == StackCursor.NONE ? 0 : (traits & ~INNERMOST_UNNAMED) | ofLocations[innermost];
    }

    private static int traits(Location location) {
        List<Frame> frames = location.frames();
        int traits = ANY;
        if (frames.isEmpty() || frames.get(0) instanceof UnknownFrame) {
            traits |= UNNAMED | INNERMOST_UNNAMED;
        }
        for (int i = 0; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            if (frame instanceof JavaFrame) {
                traits |= JAVA;
            } else if (frame instanceof UnknownFrame) {
                traits |= UNNAMED;
            } else if (frame == MarkerFrame.CUT) {
                traits |= CUT;
            } else if (frame == MarkerFrame.NAME_LOST) {
                traits |= LOST;
            }
        }
        return traits;
    }

    private void add(int traits, double bytes) {
        if (traits == 0) {
            stackless += bytes;
        } else if ((traits & INNERMOST_UNNAMED) != 0) {
            unnamed += bytes;
        } else if ((traits & UNNAMED) != 0) {
            unnamedCallers += bytes;
        }
        java += (traits & JAVA) != 0 ? bytes : 0;
        cut += (traits & CUT) != 0 ? bytes : 0;
        lost += (traits & LOST) != 0 ? bytes : 0;
    }

    /** All of them, with the error. */
    Estimate total() {
        return total.total();
    }

    double live() {
        return live;
    }

    double java() {
        return java;
    }

    double cut() {
        return cut;
    }

    double lost() {
        return lost;
    }

    /** What functions without a name asked for. */
    double unnamed() {
        return unnamed;
    }

    /** What functions with a name asked for that were called through one without. */
    double unnamedCallers() {
        return unnamedCallers;
    }

    double stackless() {
        return stackless;
    }

    /** What goes through the files. */
    NamelessBytes files() {
        return files;
    }
}
