package io.jemscope.cli.doctor;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.launch.PackageManager;
import io.jemscope.cli.launch.TargetProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The JVM that a command would run.
 *
 * @param launcher its launcher; empty where there is none
 * @param finding the result of the check
 */
record JavaOfTarget(Optional<Path> launcher, Finding finding) {

    private static final int LEAST_FEATURE = 17;

    /** The command's own JVM where it is one, else that of {@code JAVA_HOME}, else the one on {@code PATH}: as scripts do. */
    static JavaOfTarget find(List<String> command, Map<String, String> environment) {
        try {
            if (!command.isEmpty()) {
                TargetProgram program = TargetProgram.find(command.get(0), environment);
                if (program.isJava()) {
                    return of(program.file());
                }
            }
            String home = environment.getOrDefault("JAVA_HOME", "");
            TargetProgram java = TargetProgram.find(home.isEmpty() ? "java" : home + "/bin/java", environment);
            return of(java.file());
        } catch (CommandFailure e) {
            return new JavaOfTarget(
                    Optional.empty(),
                    Finding.missing(
                            "java",
                            "none on PATH or in JAVA_HOME",
                            PackageManager.ofThisMachine().installJdk()));
        }
    }

    private static JavaOfTarget of(Path launcher) {
        String version = version(launcher);
        int feature = feature(version);
        String detail = launcher + (version.isEmpty() ? "" : ", version " + version);
        Finding finding = feature == 0 || feature >= LEAST_FEATURE
                ? Finding.fine("java", detail)
                : Finding.missing(
                        "java",
                        detail + ": native frames only, no control while it runs",
                        "run the program on Java 17 or later: "
                                + PackageManager.ofThisMachine().installJdk());
        return new JavaOfTarget(Optional.of(launcher), finding);
    }

    /** The version that the JDK's {@code release} file tells; empty where it doesn't. */
    private static String version(Path launcher) {
        Path bin = launcher.getParent();
        Path home = bin == null ? null : bin.getParent();
        if (home == null) {
            return "";
        }
        try {
            for (String line : Files.readAllLines(home.resolve("release"))) {
                if (line.startsWith("JAVA_VERSION=")) {
                    return line.substring("JAVA_VERSION=".length()).replace("\"", "");
                }
            }
        } catch (IOException e) {
            return "";
        }
        return "";
    }

    /** The feature release: 17 of {@code 17.0.15}, 8 of {@code 1.8.0_402}; 0 where it isn't known. */
    static int feature(String version) {
        String number = version.startsWith("1.") ? version.substring(2) : version;
        int end = 0;
        while (end < number.length() && Character.isDigit(number.charAt(end))) {
            end++;
        }
        return end == 0 || end > 4 ? 0 : Integer.parseInt(number.substring(0, end));
    }
}
