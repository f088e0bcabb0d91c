package io.jemscope.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleRate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A build tool's command that isn't what did the work. */
class BuildDaemonTest {

    private static final Profile GRADLE = jvm("org.gradle.launcher.GradleMain", "gradle build");
    private static final Profile DAEMON = jvm("org.gradle.launcher.daemon.bootstrap.GradleDaemon", "4.4.1");

    private static Profile jvm(String main, String command) {
        return new Profile(
                new SampleRate(1), List.of(), List.of(), new ProfileMetadata(Map.of("main", main, "command", command)));
    }

    @Test
    void theDaemonsOptionIsNamed() {
        assertThat(BuildDaemon.advice(List.of("./build.sh"), false, List.of(GRADLE)))
                .hasValueSatisfying(advice -> assertThat(advice)
                        .contains("Gradle may have done its work in a daemon", "--follow-children", "--no-daemon"));
        assertThat(BuildDaemon.advice(List.of("gradle"), true, List.of(GRADLE)))
                .hasValueSatisfying(
                        advice -> assertThat(advice).contains("--no-daemon").doesNotContain("--follow-children"));
    }

    /** The wrapper is a jar, whose main class the recording names beside it. */
    @Test
    void theWrapperIsKnownByItsJarsMainClass() {
        Profile wrapper = new Profile(
                new SampleRate(1),
                List.of(),
                List.of(),
                new ProfileMetadata(
                        Map.of("main", "/x/gradle-wrapper.jar", "main.class", "org.gradle.wrapper.GradleWrapperMain")));

        assertThat(BuildDaemon.advice(List.of("./gradlew"), false, List.of(wrapper)))
                .isPresent();
    }

    /** Without its daemon Gradle starts a JVM for the build where that asks for other options than the command's. */
    @Test
    void aJvmForOneBuildIsRecordedWithItsParent() {
        Profile without =
                jvm("org.gradle.launcher.GradleMain", "java org.gradle.launcher.GradleMain --no-daemon build");

        assertThat(BuildDaemon.advice(List.of("./build.sh"), false, List.of(without)))
                .hasValueSatisfying(advice -> assertThat(advice)
                        .contains("may have done the work in a JVM", "--follow-children")
                        .doesNotContain("--no-daemon"));
        assertThat(BuildDaemon.advice(List.of("gradle", "--no-daemon"), true, List.of(GRADLE)))
                .isEmpty();
    }

    @Test
    void nothingIsSaidWhereTheDaemonWasRecordedOrThereIsNone() {
        assertThat(BuildDaemon.advice(List.of("gradle"), false, List.of(GRADLE, DAEMON)))
                .isEmpty();
        assertThat(BuildDaemon.advice(List.of("gradle"), false, List.of(jvm("com.example.Main", "java"))))
                .isEmpty();
        assertThat(BuildDaemon.advice(List.of("java"), false, List.of())).isEmpty();
    }

    /** mvnd's command is no JVM. */
    @Test
    void aCommandThatStartedNoJvmIsKnownByItsName() {
        assertThat(BuildDaemon.advice(List.of("/opt/mvnd/bin/mvnd", "verify"), false, List.of()))
                .hasValueSatisfying(
                        advice -> assertThat(advice).contains("mvnd may have done its work", "-Dmvnd.noDaemon=true"));
    }
}
