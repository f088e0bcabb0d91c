package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.profile.Profile;
import io.jemscope.report.comparison.BothSides;
import java.nio.file.Path;

/** A file that has the difference of two profiles, as {@code pprof -proto -base} writes it. */
final class DifferenceFile {

    private DifferenceFile() {}

    /** Refuses a difference where a profile is wanted to compare with. */
    static void refuse(Profile profile, Path file) throws CommandFailure {
        if (BothSides.isDifference(profile)) {
            throw asBase(file.toString());
        }
    }

    /** Why a difference is no base. */
    static CommandFailure asBase(String file) {
        return new CommandFailure(
                ExitCode.WANTING,
                "can't compare " + file,
                "the file is a difference of two profiles: it has negative figures",
                "name the two profiles that it was made from");
    }
}
