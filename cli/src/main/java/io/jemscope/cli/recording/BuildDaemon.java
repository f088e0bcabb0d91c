package io.jemscope.cli.recording;

import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A build tool whose command hands the build to a daemon: another process, which outlives the command.
 *
 * @param tool its name
 * @param programs what its command is called
 * @param clients the main classes of its command
 * @param daemon the main class of its daemon
 * @param without the option that does without the daemon
 */
record BuildDaemon(String tool, Set<String> programs, Set<String> clients, String daemon, String without) {

    private static final List<BuildDaemon> KNOWN = List.of(
            new BuildDaemon(
                    "Gradle",
                    Set.of("gradle", "gradlew"),
                    Set.of("org.gradle.launcher.GradleMain", "org.gradle.wrapper.GradleWrapperMain"),
                    "org.gradle.launcher.daemon.bootstrap.GradleDaemon",
                    "--no-daemon"),
            new BuildDaemon(
                    "mvnd",
                    Set.of("mvnd", "mvnd.sh"),
                    Set.of("org.mvndaemon.mvnd.client.DefaultClient"),
                    "org.mvndaemon.mvnd.common.MavenDaemon",
                    "-Dmvnd.noDaemon=true"));

    /**
     * What to do where the recording has the command of such a tool and not the JVM that did the work. Without its daemon,
     * too, a tool starts a JVM of its own where the build asks for other JVM options than the command's.
     *
     * @param command the program that was recorded, and its arguments
     * @param followsChildren whether the JVMs that it starts are recorded, too
     * @return two lines; empty where there is nothing to say
     */
    static Optional<String> advice(List<String> command, boolean followsChildren, List<Profile> recorded) {
        for (BuildDaemon build : KNOWN) {
            boolean isClient = recorded.stream().anyMatch(profile -> build.clients.contains(main(profile)));
            boolean isDaemon =
                    recorded.stream().anyMatch(profile -> main(profile).equals(build.daemon));
            boolean isNamed = recorded.isEmpty() && build.programs.contains(fileName(command.get(0)));
            if ((isClient || isNamed) && !isDaemon) {
                return build.advice(build.isOff(command, recorded), followsChildren);
            }
        }
        return Optional.empty();
    }

    private Optional<String> advice(boolean isOff, boolean followsChildren) {
        if (isOff && followsChildren) {
            return Optional.empty();
        }
        String also = followsChildren ? "" : "jemscope record --follow-children" + (isOff ? "" : ", and ");
        String off = isOff ? "" : tool + "'s option " + without;
        return Optional.of((isOff
                        ? "jemscope: " + tool + " may have done the work in a JVM that it started for it"
                        : "jemscope: " + tool + " may have done its work in a daemon, which wasn't recorded")
                + System.lineSeparator() + "  next: " + also + off);
    }

    private boolean isOff(List<String> command, List<Profile> recorded) {
        return command.contains(without)
                || recorded.stream()
                        .map(profile -> profile.metadata().get("command").orElse(""))
                        .anyMatch(words -> List.of(words.split(" ", -1)).contains(without));
    }

    /** The main class of a program: of its jar, where it was started by that. */
    private static String main(Profile profile) {
        ProfileMetadata facts = profile.metadata();
        return facts.get(ProfileMetadata.MAIN_CLASS)
                .or(() -> facts.get(ProfileMetadata.MAIN))
                .orElse("");
    }

    private static String fileName(String program) {
        return String.valueOf(Path.of(program).getFileName());
    }
}
