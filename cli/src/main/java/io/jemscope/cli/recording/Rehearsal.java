package io.jemscope.cli.recording;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.launch.Image;
import io.jemscope.cli.launch.Jemalloc;
import io.jemscope.cli.launch.Launch;
import io.jemscope.cli.launch.LaunchOptions;
import io.jemscope.cli.launch.SampleDistance;
import io.jemscope.cli.launch.TargetProgram;
import io.jemscope.profile.Profile;
import io.jemscope.profile.file.ProfileFile;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A recording of a small program for its own sake: whether this machine's parts work together. */
public final class Rehearsal {

    private Rehearsal() {}

    /**
     * Runs a program under the profiler and reads its last dump.
     *
     * @param command the program
     * @param distance how densely to sample
     * @param jemalloc the library to preload
     * @param image the product's files
     * @return the dump; empty where the program left none
     * @throws CommandFailure where the program can't be started
     * @throws IOException where the dump can't be read
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public static Optional<Profile> run(
            List<String> command,
            SampleDistance distance,
            Jemalloc jemalloc,
            Image image,
            Map<String, String> environment)
            throws CommandFailure, IOException, InterruptedException {
        TargetProgram program = TargetProgram.find(command.get(0), environment);
        DumpFolder folder = DumpFolder.create(environment);
        // Ctrl-C ends the command before its time.
        Runtime.getRuntime().addShutdownHook(new Thread(folder::delete, "jemscope-clean"));
        try {
            LaunchOptions options =
                    new LaunchOptions(distance, true, false, false, Optional.of(folder.path()), false, "");
            Launch launch = Launch.of(command, program, Optional.of(jemalloc), image, options, environment);
            int unused = TargetProcess.start(launch, Optional.of(line -> {})).exitCode();
            IOException[] damaged = new IOException[1];
            Collection<DumpFile> dumps = folder.bestOfEach((file, why) -> damaged[0] = why);
            if (damaged[0] != null) {
                throw damaged[0];
            }
            return dumps.isEmpty()
                    ? Optional.empty()
                    : Optional.of(ProfileFile.read(dumps.iterator().next().heap()));
        } finally {
            folder.delete();
        }
    }
}
