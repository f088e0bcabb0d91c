package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;

/** Why the verbs that read profiles refuse files that lack what a report needs, or don't belong together. */
final class IncompatibleFiles {

    private IncompatibleFiles() {}

    static CommandFailure withoutFreed(String file, String instead) {
        return failure(
                file + " doesn't know what was freed",
                "the program ran without prof_accum",
                "record it with --accumulated, or " + instead);
    }

    static CommandFailure oneIsALog(String what, String next) {
        return failure(
                what, "one is a log of allocations, which has freed memory only, and the other has live memory", next);
    }

    static CommandFailure isDifference(String file) {
        return failure(
                "can't compare " + file,
                "the file is a difference of two profiles: it has negative figures",
                "name the two profiles that it was made from");
    }

    static CommandFailure failure(String what, String why, String next) {
        return new CommandFailure(ExitCode.WANTING, what, why, next);
    }
}
