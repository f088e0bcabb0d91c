package io.jemscope.agent.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jemscope.agent.rss.ProcessStatus;
import io.jemscope.httpd.ApiException;
import org.junit.jupiter.api.Test;

class LedgerResourceTest {

    private static final long GIB = 1L << 30;

    @Test
    void aLargeProcessIsntHeldUpUnasked() {
        ApiException refused =
                catchThrowableOfType(ApiException.class, () -> LedgerResource.checkSize(holding(6 * GIB, 0)));

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.next()).contains("large=true", "operating token");
        assertThatCode(() -> LedgerResource.checkSize(holding(3 * GIB, 0))).doesNotThrowAnyException();
    }

    @Test
    void whatIsSwappedOutMakesItLargeToo() {
        assertThat(catchThrowableOfType(ApiException.class, () -> LedgerResource.checkSize(holding(GIB, 3 * GIB)))
                        .status())
                .isEqualTo(409);
    }

    private static ProcessStatus holding(long residentBytes, long swappedBytes) {
        return new ProcessStatus(residentBytes, residentBytes, swappedBytes, 20);
    }
}
