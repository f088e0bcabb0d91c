package io.jemscope.testkit.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.Plant;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class KindTest {

    private static final double BYTES_A_SECOND = 1 << 20;
    private static final double SECONDS = 3;

    /** One of its blocks is a large part of what leaks in this time. */
    private static final Set<Kind> COARSE = EnumSet.of(Kind.DEFLATERS, Kind.GZIP_STREAMS);

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"JNI", "MAPPINGS", "GLIBC"})
    void leaksWhatItsTruthSaysAndNothingElse(Kind kind) throws Throwable {
        Ledger ledger = new Ledger();
        Workload workload = kind.workload().apply(new Setting(new Random(1), BYTES_A_SECOND, SECONDS, ledger));

        for (double second = 0; second <= SECONDS; second += 0.01) {
            workload.advance(second);
        }

        double planted = ledger.plants().stream().mapToLong(Plant::bytes).sum();
        if (kind.truth() == Kind.Truth.LEAK) {
            double most = COARSE.contains(kind) ? 1.3 : 1.2;
            assertThat(planted / (BYTES_A_SECOND * SECONDS)).isBetween(1.0 / most, most);
        } else {
            assertThat(planted).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByItsName(Kind kind) {
        assertThat(Kind.of(kind.toString())).isEqualTo(kind);
    }
}
