package io.jemscope.agent.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.agent.dumps.PrivateFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuntimeFolderTest {

    @Test
    void isWhereTheEnvironmentSays() throws IOException {
        assertThat(RuntimeFolder.of(Map.of("JEMSCOPE_RUNTIME_DIR", "/own", "XDG_RUNTIME_DIR", "/run/user/7")))
                .isEqualTo(Path.of("/own"));
        assertThat(RuntimeFolder.of(Map.of("XDG_RUNTIME_DIR", "/run/user/7")))
                .isEqualTo(Path.of("/run/user/7/jemscope"));
        assertThat(RuntimeFolder.of(Map.of("JEMSCOPE_RUNTIME_DIR", "")))
                .isEqualTo(Path.of("/tmp/jemscope-" + PrivateFolder.ownUid()));
    }
}
