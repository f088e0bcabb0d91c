package io.jemscope.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapReserveTest {

    private long freeBytes;

    private final HeapReserve reserve = new HeapReserve(() -> freeBytes);

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void whatTakesHeapIsRefusedWhereThereIsTooLittle(String method) throws Problem {
        freeBytes = 2 << 20;
        reserve.check(method, true);
        freeBytes--;

        Problem refused = catchThrowableOfType(Problem.class, () -> reserve.check(method, true));

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused).hasMessageContaining("Java heap is all but full");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "DELETE"})
    void whatLessensIsDoneWithoutAny(String method) {
        freeBytes = -1;

        assertThatCode(() -> reserve.check(method, true)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "DELETE"})
    void whatWouldHaveToBeMadeFirstIsRefused(String method) {
        freeBytes = (2 << 20) - 1;

        assertThatThrownBy(() -> reserve.check(method, false)).isInstanceOf(Problem.class);
    }

    @Test
    void someOfThisHeapIsFree() {
        assertThat(new FreeHeap().getAsLong()).isLessThan(Runtime.getRuntime().maxMemory());
    }
}
