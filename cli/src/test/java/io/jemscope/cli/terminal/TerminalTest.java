package io.jemscope.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {

    @ParameterizedTest
    @CsvSource({"132, 132", "90, 90", "60, 60", "20, 40", "0, 100", "wide, 100", "-5, 100"})
    void theShellTellsHowWideItIs(String told, int columns) {
        assertThat(Terminal.columns(Map.of("COLUMNS", told))).isEqualTo(columns);
    }

    @ParameterizedTest
    @CsvSource({"132, '', 132", "132, 120, 120", "132, wide, 132", "'', '', 100"})
    void theScriptFindsHowWideItIsWhereTheShellDoesNotTell(String found, String told, int columns) {
        System.setProperty("jemscope.columns", found);
        try {
            assertThat(Terminal.columns(Map.of("COLUMNS", told))).isEqualTo(columns);
        } finally {
            System.clearProperty("jemscope.columns");
        }
    }

    @Test
    void aHundredColumnsAreUsual() {
        assertThat(Terminal.columns(Map.of())).isEqualTo(100);
    }
}
