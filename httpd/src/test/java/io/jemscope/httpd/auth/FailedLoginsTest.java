package io.jemscope.httpd.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailedLoginsTest {

    private final FailedLogins failedLogins = new FailedLogins();

    @Test
    void aFewAreForgivenAndMoreWait() throws UnknownHostException {
        for (int i = 1; i <= 10; i++) {
            assertThat(FailedLogins.wait(failedLogins.add(address(1), i))).isZero();
        }
        int eleventh = failedLogins.add(address(1), 11);
        assertThat(FailedLogins.isRemarkable(eleventh)).isTrue();
        assertThat(FailedLogins.wait(eleventh)).isPositive();
        assertThat(FailedLogins.isRemarkable(failedLogins.add(address(1), 12))).isFalse();
        assertThat(FailedLogins.wait(failedLogins.add(address(2), 12))).isZero();
    }

    @Test
    void aMinuteLaterItBeginsAnew() throws UnknownHostException {
        for (int i = 0; i < 20; i++) {
            failedLogins.add(address(1), 0);
        }
        assertThat(failedLogins.add(address(1), Duration.ofSeconds(61).toNanos()))
                .isEqualTo(1);
    }

    @Test
    void remembersNoMoreAddressesThanItMay() throws UnknownHostException {
        for (int i = 0; i < 100_000; i++) {
            failedLogins.add(address(i), 0);
        }
        assertThat(failedLogins.add(address(0), 0)).as("forgotten").isEqualTo(1);
        assertThat(failedLogins.add(address(99_999), 0)).as("remembered").isEqualTo(2);
    }

    private static InetAddress address(int number) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {10, (byte) (number >> 16), (byte) (number >> 8), (byte) number});
    }
}
