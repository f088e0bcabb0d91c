package io.jemscope.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.target.JvmProcess;
import io.jemscope.cli.target.ResidentMemory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands in the way of attaching, as far as it can be seen from outside. */
class AttachmentTest {

    private static final Optional<Path> JEMALLOC = Optional.of(Path.of("/usr/lib/libjemalloc.so.2"));

    @ParameterizedTest
    @CsvSource({
        "-XX:+DisableAttachMechanism, doesn't allow attaching",
        "-XX:-EnableDynamicAgentLoading, lets no agent in",
    })
    void whatWasForbiddenIsNotTried(String option, String words) {
        JvmProcess jvm = jvm(List.of("java", option, "a.B"), JEMALLOC, true);

        assertThatThrownBy(() -> attachment(jvm).check())
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining(words)
                .hasMessageContaining("started with " + option);
    }

    @Test
    void aLibraryThatAContainerCannotSeeIsToBeCopied() {
        JvmProcess jvm = jvm(List.of("java", "a.B"), JEMALLOC, false);

        assertThatThrownBy(() -> attachment(jvm).library(Path.of("/opt/jemscope/lib/libjemscope.so")))
                .hasMessageContaining("which is a container's")
                .hasMessageContaining("cp -r /opt/jemscope/lib /proc/99999993/root/tmp/jemscope-lib");
    }

    @ParameterizedTest
    @CsvSource({"'17.0.15\"', 17", "'25\"', 25", "'21.0.1+12\"', 21", "'\"', 0", "'x\"', 0"})
    void aJdksVersionIsRead(String release, int feature) {
        assertThat(JdkVersion.feature(release)).isEqualTo(feature);
    }

    private static Attachment attachment(JvmProcess jvm) {
        return new Attachment(jvm, Map.of("PATH", "/usr/bin:/bin"));
    }

    private static JvmProcess jvm(List<String> command, Optional<Path> jemalloc, boolean sharesFiles) {
        return new JvmProcess(
                99_999_993,
                99_999_993,
                0,
                "a.B",
                command,
                Map.of(),
                new ResidentMemory(0, 0, 0, 0, 0),
                jemalloc,
                "glibc",
                Optional.empty(),
                Optional.empty(),
                sharesFiles,
                true);
    }
}
