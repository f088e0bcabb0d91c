package io.jemscope.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LaunchTest {

    private static final Jemalloc JEMALLOC =
            new Jemalloc(Path.of("/lib/libjemalloc.so.2"), "5.3.0-0-g54eaed1d", true, false);
    private static final Image IMAGE = new Image(Path.of("/opt/jemscope/lib"));
    private static final TargetProgram JAVA = new TargetProgram(Path.of("/jdk/bin/java"), true);
    private static final TargetProgram SCRIPT = new TargetProgram(Path.of("/opt/start.sh"), false);
    private static final List<String> COMMAND = List.of("java", "-jar", "app.jar");

    @Test
    void theAgentIsTheFirstArgumentOfAJvm() {
        Launch launch = launch(COMMAND, JAVA, options(false), Map.of());

        assertThat(launch.command())
                .containsExactly(
                        "java",
                        "-agentpath:/opt/jemscope/lib/libjemscope.so=folder=/tmp/jemscope-1,final=true,dump.interval=0,dumps.keep=1000000,dumps.bytes=1024t",
                        "-jar",
                        "app.jar");
        assertThat(launch.environment()).doesNotContainKey("JAVA_TOOL_OPTIONS");
    }

    @Test
    void theAgentGoesIntoTheEnvironmentOfAScript() {
        Launch launch = launch(List.of("./start.sh"), SCRIPT, options(false), Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g"));

        assertThat(launch.command()).containsExactly("./start.sh");
        assertThat(launch.environment())
                .containsEntry(
                        "JAVA_TOOL_OPTIONS",
                        "-Xmx1g -agentpath:/opt/jemscope/lib/libjemscope.so=folder=/tmp/jemscope-1,final=true,dump.interval=0,dumps.keep=1000000,dumps.bytes=1024t")
                .containsEntry("JEMSCOPE_SAVED_JAVA_TOOL_OPTIONS", "-Xmx1g");
    }

    @Test
    void childrenThatAreFollowedGetItByTheEnvironmentToo() {
        Launch launch = launch(COMMAND, JAVA, options(true), Map.of());

        assertThat(launch.command()).isEqualTo(COMMAND);
        assertThat(launch.environment().get("JAVA_TOOL_OPTIONS"))
                .endsWith("final=true,dump.interval=0,dumps.keep=1000000,dumps.bytes=1024t,follow=true");
    }

    @Test
    void theUsersOwnSettingsStayAndAreSaved() {
        Launch launch = launch(
                COMMAND,
                JAVA,
                options(false),
                Map.of("LD_PRELOAD", "/lib/libother.so", "MALLOC_CONF", "narenas:2", "PATH", "/bin"));

        assertThat(launch.environment())
                .containsEntry("LD_PRELOAD", "/lib/libjemalloc.so.2:/lib/libother.so")
                .containsEntry("JEMSCOPE_SAVED", "1")
                .containsEntry("JEMSCOPE_SAVED_LD_PRELOAD", "/lib/libother.so")
                .containsEntry("JEMSCOPE_SAVED_MALLOC_CONF", "narenas:2")
                .containsEntry("PATH", "/bin");
        assertThat(launch.environment().get("MALLOC_CONF"))
                .isEqualTo("narenas:2,prof:true,prof_active:true,prof_thread_active_init:true,lg_prof_sample:16,"
                        + "prof_accum:false,prof_final:false,prof_leak:false");
    }

    @Test
    void whatTheUserDidNotSetIsNotSaved() {
        Launch launch = launch(COMMAND, JAVA, options(false), Map.of("JEMSCOPE_SAVED_LD_PRELOAD", "stale"));

        assertThat(launch.environment())
                .containsEntry("JEMSCOPE_SAVED", "1")
                .containsEntry("LD_PRELOAD", "/lib/libjemalloc.so.2")
                .doesNotContainKeys(
                        "JEMSCOPE_SAVED_LD_PRELOAD", "JEMSCOPE_SAVED_MALLOC_CONF", "JEMSCOPE_SAVED_JAVA_TOOL_OPTIONS");
    }

    @Test
    void armedProgramsDontSampleAndLeaveFoldersToTheAgent() {
        LaunchOptions armed =
                new LaunchOptions(new SampleDistance(19), false, false, false, Optional.empty(), false, "");

        Launch launch = launch(COMMAND, JAVA, armed, Map.of());

        assertThat(launch.environment().get("MALLOC_CONF"))
                .contains("prof:true,prof_active:false")
                .contains("lg_prof_sample:19");
        assertThat(launch.command().get(1)).isEqualTo("-agentpath:/opt/jemscope/lib/libjemscope.so");
    }

    @Test
    void whoIsWatchedDoesntPrintTheJvmsLineOfEachError() {
        LaunchOptions watched =
                new LaunchOptions(new SampleDistance(19), true, false, false, Optional.empty(), false, "oom");
        String agent = "-agentpath:/opt/jemscope/lib/libjemscope.so=watch=oom";

        assertThat(launch(COMMAND, JAVA, watched, Map.of()).command().subList(1, 3))
                .containsExactly(agent, "-Xlog:jvmti=off");
        assertThat(launch(List.of("./start.sh"), SCRIPT, watched, Map.of())
                        .environment()
                        .get("JAVA_TOOL_OPTIONS"))
                .isEqualTo(agent + " -Xlog:jvmti=off");
        // An option after the user's would set the form of all lines back.
        Map<String, String> users = Map.of("JAVA_TOOL_OPTIONS", "-Xlog:gc:stdout:utctime");
        assertThat(launch(COMMAND, JAVA, watched, users).command()).doesNotContain("-Xlog:jvmti=off");
    }

    @Test
    void aRecordingReplacesTheAgentThatTheEnvironmentLoads() {
        Map<String, String> users = Map.of(
                "JAVA_TOOL_OPTIONS",
                "-Da='b c' -agentpath:/other/libjemscope.so=listen=7 \"-agentpath:/my tools/libjemscope.so\"  -Xmx1g",
                "JDK_JAVA_OPTIONS",
                "-agentpath:/opt/jemscope/lib/libjemscope.so");

        Launch launch = launch(COMMAND, JAVA, options(false), users);
        Launch script = launch(List.of("./start.sh"), SCRIPT, options(false), users);

        assertThat(launch.replacesAgent(users)).isTrue();
        assertThat(launch.command().get(1)).startsWith("-agentpath:/opt/jemscope/lib/libjemscope.so=folder=");
        assertThat(launch.environment())
                .containsEntry("JAVA_TOOL_OPTIONS", "-Da='b c' -Xmx1g")
                .containsEntry("JEMSCOPE_SAVED_JAVA_TOOL_OPTIONS", users.get("JAVA_TOOL_OPTIONS"))
                .doesNotContainKey("JDK_JAVA_OPTIONS");
        assertThat(script.environment().get("JAVA_TOOL_OPTIONS"))
                .startsWith("-Da='b c' -Xmx1g -agentpath:/opt/jemscope/lib/libjemscope.so=folder=");
    }

    @Test
    void anArmedProgramKeepsTheAgentThatTheEnvironmentLoads() {
        Map<String, String> users = Map.of("JAVA_TOOL_OPTIONS", "-agentpath:/other/libjemscope.so=listen=7");
        LaunchOptions armed =
                new LaunchOptions(new SampleDistance(19), false, false, false, Optional.empty(), false, "");

        Launch launch = launch(COMMAND, JAVA, armed, users);

        assertThat(launch.replacesAgent(users)).isFalse();
        assertThat(launch.command()).isEqualTo(COMMAND);
        assertThat(launch.environment()).containsAllEntriesOf(users);
    }

    @Test
    void otherAgentsStay() {
        Map<String, String> users = Map.of("JAVA_TOOL_OPTIONS", "-agentpath:/x/libother.so=/libjemscope.so  -Xmx1g");

        assertThat(launch(COMMAND, JAVA, options(false), users).environment()).containsAllEntriesOf(users);
    }

    @Test
    void blanksAreQuotedInTheEnvironmentAndEncodedInOptions() {
        Image image = new Image(Path.of("/opt/my tools/lib"));
        LaunchOptions options = new LaunchOptions(
                new SampleDistance(16), true, false, false, Optional.of(Path.of("/tmp/a b,c%d")), true, "");

        Launch launch = Launch.of(List.of("./start.sh"), SCRIPT, Optional.of(JEMALLOC), image, options, Map.of());

        assertThat(launch.environment())
                .containsEntry(
                        "JAVA_TOOL_OPTIONS",
                        "\"-agentpath:/opt/my tools/lib/libjemscope.so=folder=/tmp/a%20b%2Cc%25d,final=true,dump.interval=0,dumps.keep=1000000,dumps.bytes=1024t,mmap=true\"");
    }

    @Test
    void withoutJemallocTheAgentSamplesFromTheStart() {
        Map<String, String> users = Map.of("LD_PRELOAD", "/opt/lib/libother.so");

        Launch launch = Launch.of(COMMAND, JAVA, Optional.empty(), IMAGE, options(false), users);

        assertThat(launch.environment()).containsEntry("LD_PRELOAD", "/opt/lib/libother.so");
        assertThat(launch.environment().get("MALLOC_CONF")).contains("lg_prof_sample:16");
        assertThat(launch.agentOption()).endsWith(",active=true");
    }

    @Test
    void optionsAreEncodedByteForByte() {
        assertThat(AgentOptions.encode("/plain-path_1.2/x")).isEqualTo("/plain-path_1.2/x");
        assertThat(AgentOptions.encode("a,b%c d=\"ü\"")).isEqualTo("a%2Cb%25c%20d%3D%22%C3%BC%22");
    }

    @Test
    void ratesArePowersOfTwo() throws CommandFailure {
        assertThat(SampleDistance.ofBytes(524_288).log2()).isEqualTo(19);
        assertThat(SampleDistance.ofBytes(1).log2()).isZero();
        assertThatThrownBy(() -> SampleDistance.ofBytes(5_000))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("4.0 KiB or 8.0 KiB")
                .satisfies(e -> assertThat(((CommandFailure) e).exitCode()).isEqualTo(ExitCode.USAGE));
        assertThatThrownBy(() -> SampleDistance.ofBytes(0)).isInstanceOf(CommandFailure.class);
        assertThatThrownBy(() -> SampleDistance.ofBytes(Long.MAX_VALUE)).isInstanceOf(CommandFailure.class);
    }

    private static LaunchOptions options(boolean followChildren) {
        return new LaunchOptions(
                new SampleDistance(16),
                true,
                false,
                followChildren,
                Optional.of(Path.of("/tmp/jemscope-1")),
                false,
                "");
    }

    private static Launch launch(
            List<String> command, TargetProgram program, LaunchOptions options, Map<String, String> environment) {
        return Launch.of(command, program, Optional.of(JEMALLOC), IMAGE, options, environment);
    }
}
