package io.jemscope.cli.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.cli.exit.CommandFailure;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExactWordsTest {

    private static final byte[] LINE = "java\0-jar\0cli.jar\0record\0--\0prog\0größe?\0".getBytes(UTF_8);

    @Test
    void wordsThatTheLocaleCanExpressPass() {
        assertThatCode(() -> ExactWords.check(List.of("prog", "größe?"), LINE, UTF_8))
                .doesNotThrowAnyException();
        assertThatCode(() -> ExactWords.check(List.of("a"), new byte[0], UTF_8)).doesNotThrowAnyException();
    }

    @Test
    void wordsThatItCannotAreRefusedRatherThanChanged() {
        // As the C locale has it: a question mark for each byte that is no letter.
        assertThatThrownBy(() -> ExactWords.check(List.of("prog", "gr????e?"), LINE, US_ASCII))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("größe")
                .hasMessageContaining("export LC_ALL=C.UTF-8");
    }

    @Test
    void variablesLikewise() {
        assertThatCode(() -> ExactWords.check("LD_PRELOAD", "/größe.so", UTF_8)).doesNotThrowAnyException();
        assertThatThrownBy(() -> ExactWords.check("LD_PRELOAD", "/größe.so", US_ASCII))
                .hasMessageContaining("variable LD_PRELOAD");
        assertThatThrownBy(() -> ExactWords.check("LD_PRELOAD", "/gr\uFFFDe.so", UTF_8))
                .hasMessageContaining("variable LD_PRELOAD");
    }
}
