package io.jemscope.agent.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NoticeTest {

    @Test
    void isOneLineWhateverIsInIt() {
        assertThat(new String(Notice.line("the folder /a\r\nb\u001b[31m \u00e9 isn't used"), StandardCharsets.UTF_8))
                .isEqualTo("jemscope: the folder /a  b [31m \u00e9 isn't used\n");
    }
}
