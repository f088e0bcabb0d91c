package io.jemscope.agent.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jemscope.agent.http.Problem;
import org.junit.jupiter.api.Test;

class LedgerResourceTest {

    @Test
    void aLargeProcessIsntHeldUpUnasked() {
        Problem refused = catchThrowableOfType(Problem.class, () -> LedgerResource.checkSize(6L << 30));

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.next()).contains("large=true");
        assertThatCode(() -> LedgerResource.checkSize(3L << 30)).doesNotThrowAnyException();
    }
}
