package io.jemscope.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserEnvironmentTest {

    @Test
    void whatTheLauncherChangedIsAsItWas() {
        Map<String, String> own = Map.of(
                "JEMSCOPE_USER", " LC_ALL JAVA_TOOL_OPTIONS",
                "LC_ALL", "C.UTF-8",
                "JEMSCOPE_USER_JAVA_TOOL_OPTIONS", "-Xmx1g",
                "PATH", "/bin");

        assertThat(UserEnvironment.of(own))
                .containsExactlyInAnyOrderEntriesOf(Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g", "PATH", "/bin"));
    }

    @Test
    void whatTheShellCannotHoldComesBack() {
        String pairs = "spring.datasource.url=jdbc:x=größe\n2\0" + "1st=\0";
        Map<String, String> own = Map.of(
                "JEMSCOPE_DROPPED", Base64.getMimeEncoder().encodeToString(pairs.getBytes(StandardCharsets.UTF_8)));

        assertThat(UserEnvironment.of(own))
                .containsExactlyInAnyOrderEntriesOf(Map.of("spring.datasource.url", "jdbc:x=größe\n2", "1st", ""));
    }

    @Test
    void withoutTheLauncherNothingChanges() {
        Map<String, String> own = Map.of("LC_ALL", "C", "JAVA_TOOL_OPTIONS", "-Xmx1g");

        assertThat(UserEnvironment.of(own)).isEqualTo(own);
    }
}
