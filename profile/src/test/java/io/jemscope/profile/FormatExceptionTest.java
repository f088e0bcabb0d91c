package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FormatExceptionTest {

    @Test
    void quotesNothingThatSteersATerminal() {
        FormatException e = new FormatException("It can't be read", "the type is 'a\u001b[2J\n'", "Try another");

        assertThat(e.why()).isEqualTo("the type is 'a?[2J?'");
        assertThat(e).hasMessage("It can't be read: the type is 'a?[2J?'. Try another.");
    }
}
