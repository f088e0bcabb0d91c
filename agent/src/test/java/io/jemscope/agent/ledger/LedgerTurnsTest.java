package io.jemscope.agent.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jemscope.agent.http.Access;
import io.jemscope.agent.http.Caller;
import io.jemscope.agent.http.CallerThrottle;
import io.jemscope.agent.http.Problem;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LedgerTurnsTest {

    private static final Caller OPERATOR = new Caller("operator", "127.0.0.1", Access.OPERATE);
    private static final Caller READER = new Caller("reader", "127.0.0.1", Access.READ);

    @Test
    void aSecondCallerAtTheSameTimeIsRefusedAndHasHadNoTurn() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        LedgerTurns turns = turns(2, () -> {
            begun.countDown();
            await(goOn);
            return ledger(Duration.ZERO);
        });
        CompletableFuture<Ledger> first = CompletableFuture.supplyAsync(() -> read(turns));
        await(begun);

        Problem refused = catchThrowableOfType(Problem.class, () -> turns.read(OPERATOR));
        goOn.countDown();

        assertThat(refused.status()).isEqualTo(503);
        assertThat(first.get(20, TimeUnit.SECONDS).complete()).isTrue();
        assertThat(turns.read(OPERATOR).complete()).isTrue();
        assertThat(catchThrowableOfType(Problem.class, () -> turns.read(OPERATOR))
                        .status())
                .isEqualTo(429);
    }

    @Test
    void aFailureLetsTheNextOneIn() throws Exception {
        boolean[] isBroken = {true};
        LedgerTurns turns = turns(2, () -> {
            if (isBroken[0]) {
                throw new IOException("as meant");
            }
            return ledger(Duration.ZERO);
        });

        assertThatThrownBy(() -> turns.read(OPERATOR)).hasMessage("as meant");
        isBroken[0] = false;

        assertThat(turns.read(OPERATOR).complete()).isTrue();
    }

    @Test
    void afterALongReadingTheProgramIsLeftAlone() throws Exception {
        LedgerTurns turns = turns(10, () -> ledger(Duration.ofHours(1)));
        turns.read(READER);

        Problem refused = catchThrowableOfType(Problem.class, () -> turns.read(READER));

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.why()).contains("left alone");
        assertThat(turns.read(OPERATOR).complete()).isTrue();
        assertThat(catchThrowableOfType(Problem.class, () -> turns.read(OPERATOR))
                        .status())
                .isEqualTo(429);
    }

    private static LedgerTurns turns(int inARow, LedgerSource source) {
        return new LedgerTurns(source, new CallerThrottle(Duration.ofHours(1), inARow, "Wait."));
    }

    private static Ledger read(LedgerTurns turns) {
        try {
            return turns.read(OPERATOR);
        } catch (Problem | IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Ledger ledger(Duration counting) {
        return new Ledger(
                Instant.EPOCH,
                new ProcessStatus(1, 1, 0, 1),
                ContainerMemory.unknown("None."),
                new MappingSums(),
                counting,
                true,
                List.of(),
                null,
                NativeTracking.without("off", "Off."));
    }
}
