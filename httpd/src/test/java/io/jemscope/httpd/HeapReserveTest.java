package io.jemscope.httpd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapReserveTest {

    private long freeBytes;

    private final HeapReserve reserve = new HeapReserve(() -> freeBytes);

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void whatTakesHeapHasNoRoomWhereThereIsTooLittle(String method) {
        freeBytes = 2 << 20;
        assertThat(reserve.hasRoom(method, true)).isTrue();
        freeBytes--;
        assertThat(reserve.hasRoom(method, true)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "DELETE"})
    void whatLessensIsDoneWithoutAny(String method) {
        freeBytes = -1;

        assertThat(reserve.hasRoom(method, true)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "DELETE"})
    void whatWouldHaveToBeMadeFirstNeedsRoom(String method) {
        freeBytes = (2 << 20) - 1;

        assertThat(reserve.hasRoom(method, false)).isFalse();
    }

    @Test
    void someOfThisHeapIsFree() {
        assertThat(new FreeHeap().getAsLong()).isLessThan(Runtime.getRuntime().maxMemory());
    }
}
