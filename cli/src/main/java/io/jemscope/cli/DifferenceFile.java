package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import io.jemscope.report.comparison.BothSides;
import java.nio.file.Path;

/** A file that has the difference of two profiles, as {@code pprof -proto -base} writes it. */
final class DifferenceFile {

    private DifferenceFile() {}

    /** Whether a profile has negative figures. */
    static boolean isOne(Profile profile) {
        return profile.metadata().get(ProfileMetadata.DIFFERENCE).isPresent();
    }

    /** Refuses a difference where a profile is wanted to compare with. */
    static void refuse(Profile profile, Path file) throws CommandFailure {
        if (isOne(profile)) {
            throw new CommandFailure(
                    ExitCode.WANTING,
                    "can't compare " + file,
                    "the file is a difference of two profiles: it has negative figures",
                    "name the two profiles that it was made from");
        }
    }

    /** What shares are taken of, as in pprof: all that was added or taken away, or the base's total where it is marked. */
    static double total(Profile profile, SampleType measure) {
        double all = 0;
        double base = 0;
        for (Sample sample : profile.samples()) {
            double value = Math.abs(measure.of(sample));
            all += value;
            if (BothSides.isBase(sample)) {
                base += value;
            }
        }
        return base > 0 ? base : all;
    }
}
