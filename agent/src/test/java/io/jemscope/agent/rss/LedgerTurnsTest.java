package io.jemscope.agent.rss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LedgerTurnsTest {

    private static final Principal OPERATOR = new Principal("operator", "127.0.0.1", Role.OPERATE);
    private static final Principal READER = new Principal("reader", "127.0.0.1", Role.READ);

    @Test
    void aSecondCallerAtTheSameTimeIsRefusedAndHasHadNoTurn() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        LedgerTurns serialQueue = serialQueue(2, () -> {
            begun.countDown();
            await(goOn);
            return ledger(Duration.ZERO);
        });
        CompletableFuture<Ledger> first = CompletableFuture.supplyAsync(() -> read(serialQueue));
        await(begun);

        ApiException refused = catchThrowableOfType(ApiException.class, () -> serialQueue.read(OPERATOR));
        goOn.countDown();

        assertThat(refused.status()).isEqualTo(503);
        assertThat(first.get(20, TimeUnit.SECONDS).complete()).isTrue();
        assertThat(serialQueue.read(OPERATOR).complete()).isTrue();
        assertThat(catchThrowableOfType(ApiException.class, () -> serialQueue.read(OPERATOR))
                        .status())
                .isEqualTo(429);
    }

    @Test
    void aFailureLetsTheNextOneIn() throws Exception {
        boolean[] isBroken = {true};
        LedgerTurns serialQueue = serialQueue(2, () -> {
            if (isBroken[0]) {
                throw new IOException("as meant");
            }
            return ledger(Duration.ZERO);
        });

        assertThatThrownBy(() -> serialQueue.read(OPERATOR)).hasMessage("as meant");
        isBroken[0] = false;

        assertThat(serialQueue.read(OPERATOR).complete()).isTrue();
    }

    @Test
    void afterALongReadingTheProgramIsLeftAlone() throws Exception {
        LedgerTurns serialQueue = serialQueue(10, () -> ledger(Duration.ofHours(1)));
        serialQueue.read(READER);

        ApiException refused = catchThrowableOfType(ApiException.class, () -> serialQueue.read(READER));

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.why()).contains("left alone");
        assertThat(serialQueue.read(OPERATOR).complete()).isTrue();
        assertThat(catchThrowableOfType(ApiException.class, () -> serialQueue.read(OPERATOR))
                        .status())
                .isEqualTo(429);
    }

    private static LedgerTurns serialQueue(int inARow, LedgerSource source) {
        return new LedgerTurns(source, new RoleRateLimiter(Duration.ofHours(1), inARow, "Wait."));
    }

    private static Ledger read(LedgerTurns serialQueue) {
        try {
            return serialQueue.read(OPERATOR);
        } catch (ApiException | IOException e) {
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
