package io.jemscope.agent.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LedgerTurnsTest {

    private static final Principal OPERATOR = new Principal("operator", "127.0.0.1", Role.OPERATE);

    @Test
    void aSecondCallerAtTheSameTimeIsRefusedAndHasHadNoTurn() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        LedgerTurns turns = turns(2, json -> {
            begun.countDown();
            await(goOn);
            return Duration.ZERO;
        });
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> status(turns));
        await(begun);

        int second = status(turns);
        goOn.countDown();

        assertThat(second).isEqualTo(503);
        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo(200);
        assertThat(status(turns)).isEqualTo(200);
        assertThat(status(turns)).isEqualTo(429);
    }

    @Test
    void aFailureLetsTheNextOneIn() {
        boolean[] isBroken = {true};
        LedgerTurns turns = turns(2, json -> {
            if (isBroken[0]) {
                throw new IOException("as meant");
            }
            return Duration.ZERO;
        });

        assertThatThrownBy(() -> turns.write(OPERATOR, new JsonText())).hasMessage("as meant");
        isBroken[0] = false;

        assertThat(status(turns)).isEqualTo(200);
    }

    @Test
    void afterALongReadingTheProgramIsLeftAlone() {
        LedgerTurns turns = turns(10, json -> Duration.ofHours(1));
        assertThat(status(turns)).isEqualTo(200);

        ApiException refused = catchThrowableOfType(ApiException.class, () -> turns.write(OPERATOR, new JsonText()));

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.why()).contains("took long");
    }

    @Test
    void aReadingHasATenthOfTheTimeAtMost() {
        assertThat(LedgerTurns.pause(Duration.ofSeconds(4))).isEqualTo(Duration.ofSeconds(36));
        assertThat(LedgerTurns.pause(Duration.ofMillis(40))).isZero();
    }

    private static LedgerTurns turns(int inARow, LedgerTurns.Source source) {
        return new LedgerTurns(source, new RoleRateLimiter(Duration.ofHours(1), inARow, "Wait."));
    }

    private static int status(LedgerTurns turns) {
        try {
            turns.write(OPERATOR, new JsonText());
            return 200;
        } catch (ApiException e) {
            return e.status();
        } catch (IOException e) {
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
}
