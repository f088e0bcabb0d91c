package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Which words are long options with one dash. */
class OneDashTest {

    private final CommandSpec verb = CommandSpec.create()
            .addOption(OptionSpec.builder("--top").build())
            .addOption(
                    OptionSpec.builder("--focus").type(String.class).arity("1").build())
            .addOption(OptionSpec.builder("-o", "--output")
                    .type(String.class)
                    .arity("1")
                    .build());

    @ParameterizedTest
    @CsvSource({
        "-top x,                --top x",
        "-focus=a x,            --focus=a x",
        "-focus a x,            --focus a x",
        "-output=y x,           --output=y x",
        "--top -top,            --top --top",
        // what an option takes
        "-focus -top -top,      --focus -top --top",
        "--output -top,         --output -top",
        "-o -top -top,          -o -top --top",
        // short options, and what nobody knows
        "-o y -oy -t -topp -,   -o y -oy -t -topp -",
        "-focus=-top -focus= x, --focus=-top --focus= x",
        // files, and what can be nothing else
        "top focus -top,        top focus --top",
        "-top -- -top,          --top -- -top",
    })
    void aLongOptionIsKnownByItsName(String words, String widened) {
        assertThat(OneDash.widen(words.split(" ", -1), verb)).containsExactly(widened.split(" ", -1));
    }

    @Test
    void theCommandLineStaysAsItIs() {
        String[] words = {"-top"};

        assertThat(OneDash.widen(words, verb)).containsExactly("--top");
        assertThat(words).containsExactly("-top");
    }
}
