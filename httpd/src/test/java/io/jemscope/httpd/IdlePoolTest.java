package io.jemscope.httpd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class IdlePoolTest {

    @Test
    void hasNoThreadThatIdlesForLong() {
        ThreadPoolExecutor pool = IdlePool.of(2, 3, Executors.defaultThreadFactory());

        assertThat(pool.getPoolSize()).isZero();
        assertThat(pool.allowsCoreThreadTimeOut()).isTrue();
        assertThat(pool.getKeepAliveTime(TimeUnit.SECONDS)).isEqualTo(10);
        assertThat(pool.getMaximumPoolSize()).isEqualTo(2);
        assertThat(pool.getQueue().remainingCapacity()).isEqualTo(3);
        pool.shutdown();
    }
}
