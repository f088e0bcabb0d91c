package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AgentOptionsTest {

    @Test
    void readsTheFolders() {
        AgentOptions options = AgentOptions.parse("final=true,folder=/a%20b%2Cc%25/%C3%A9,descriptor=/d,hook=false");

        assertThat(options.folder()).contains(Path.of("/a b,c%/\u00e9"));
        assertThat(options.descriptor()).contains(Path.of("/d"));
        assertThat(options.complaints()).isEmpty();
    }

    @Test
    void noneIsFine() {
        assertThat(AgentOptions.parse("").folder()).isEmpty();
        assertThat(AgentOptions.parse(",,").complaints()).isEmpty();
    }

    @Test
    void aSlipIsAnsweredWithTheNearestName() {
        assertThat(AgentOptions.parse("foldr=/x").complaints())
                .containsExactly("the option foldr is ignored: there is none. Did you mean folder?");
        assertThat(AgentOptions.parse("finale=true,descripter=/d").complaints())
                .hasSize(2)
                .first()
                .asString()
                .endsWith("Did you mean final?");
    }

    @Test
    void aValueThatIsNoPathIsIgnored() {
        for (String text : new String[] {"folder=%zz", "folder=%4", "folder=", "folder", "folder=a%00b"}) {
            AgentOptions options = AgentOptions.parse("folder=/before," + text);

            assertThat(options.folder()).as(text).contains(Path.of("/before"));
            assertThat(options.complaints()).as(text).hasSize(1);
        }
    }

    @Test
    void whatTheNativeAgentHasComplainedOfIsntComplainedOfAgain() {
        assertThat(AgentOptions.parse("foldr=/x,native=/lib/libjemscope.so").complaints())
                .isEmpty();
    }
}
