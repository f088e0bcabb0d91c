package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.agent.dump.SetupException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentOptionsTest {

    @Test
    void readsTheFolders() throws SetupException {
        AgentOptions options =
                AgentOptions.parse("final=true,folder=/a%20b%2Cc%25/%C3%A9,descriptor=/\ud83d\ude00,hook=false");

        assertThat(options.folder()).contains(Path.of("/a b,c%/\u00e9"));
        assertThat(options.descriptor()).contains(Path.of("/\ud83d\ude00"));
    }

    @Test
    void noneIsFine() throws SetupException {
        assertThat(AgentOptions.parse("").folder()).isEmpty();
        assertThat(AgentOptions.parse(",,").descriptor()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"folder=%zz", "folder=%4", "folder=", "folder", "folder=a%00b", "foldr=/x"})
    void whatTheNativeAgentIgnoresIsPassedOverHereToo(String text) throws SetupException {
        assertThat(AgentOptions.parse("folder=/before," + text).folder()).contains(Path.of("/before"));
    }
}
