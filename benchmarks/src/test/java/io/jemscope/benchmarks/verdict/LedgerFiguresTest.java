package io.jemscope.benchmarks.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LedgerFiguresTest {

    private static final Offset<Double> EXACT = Offset.offset(1e-9);

    @Test
    void whatNoRowHasAndAnonymousMemoryOfUnknownOwnerAreUnnamed() {
        LedgerFigures figures = LedgerFigures.of(ledger(1_000, 40, 30), "");

        assertThat(figures.remainder()).isCloseTo(0.04, EXACT);
        assertThat(figures.other()).isCloseTo(0.07, EXACT);
        assertThat(figures.isComplete()).isFalse();
        assertThat(figures.isNamed()).isFalse();
        assertThat(figures.growth()).isEmpty();
    }

    @Test
    void rowsThatSumUpToMoreThanResidentMemoryHideNothing() {
        LedgerFigures figures = LedgerFigures.of(ledger(1_000, -20, 30), "");

        assertThat(figures.remainder()).isCloseTo(-0.02, EXACT);
        assertThat(figures.other()).isCloseTo(0.03, EXACT);
        assertThat(figures.isComplete()).isTrue();
        assertThat(figures.isNamed()).isTrue();
    }

    @Test
    void theGrowthOfARowIsPrintedBesideThatOfTheRowThatGrewMost() {
        assertThat(LedgerFigures.of(ledger(1_000, 0, 30), "dirty").growth())
                .isEqualTo("dirty +1.0 MiB; most of all rows jemalloc +2.0 MiB; RSS +3.0 MiB");
    }

    private static String ledger(int resident, int remainder, int other) {
        return """
                {"residentBytes": %d, "remainderBytes": %d, "growthBytes": 3145728, "rows": [
                  {"name": "jemalloc", "residentBytes": 500, "growthBytes": 2097152,
                   "of": [{"name": "dirty", "growthBytes": 1048576}]},
                  {"name": "otherAnonymous", "residentBytes": %d, "growthBytes": 0}]}
                """.formatted(resident, remainder, other);
    }
}
