package io.jemscope.agent.web.rendering;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.httpd.ApiException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeapRoomTest {

    private final HeapRoom room = new HeapRoom(Runtime.getRuntime());

    @Test
    void refusesMoreThanThereCanBe() {
        long most = Runtime.getRuntime().maxMemory();
        int addresses = (int) Math.min(Integer.MAX_VALUE, most / 1024);

        assertThatThrownBy(() -> room.check(most, false, View.WHOLE))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("The dump isn't analysed in the program");
        assertThatThrownBy(() -> room.checkNames(1, most))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("Send fewer at once");
        assertThatThrownBy(() -> room.checkNames(addresses, 0)).isInstanceOf(ApiException.class);
    }

    @Test
    void countsWhatIsWantedOfADump() {
        Runtime runtime = Runtime.getRuntime();
        long free = runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
        long wholly = free / 5;

        assertThatCode(() -> room.check(wholly, false, View.WHOLE)).doesNotThrowAnyException();
        assertThatThrownBy(() -> room.check(wholly, false, new View(Map.of("focus", "a"))))
                .isInstanceOf(ApiException.class);
        assertThatCode(() -> room.check(free / 10, false, new View(Map.of("focus", "a"))))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> room.check(free / 10, false, new View(Map.of("call_tree", "true"))))
                .isInstanceOf(ApiException.class);
        assertThatCode(() -> room.check(free / 10, false, new View(Map.of("call_tree", "false"))))
                .doesNotThrowAnyException();
    }

    @Test
    void drawsNoGraphThatThereIsNoRoomFor() {
        assertThatCode(() -> room.checkGraph(80, 400)).doesNotThrowAnyException();
        assertThatCode(() -> room.checkGraph(3, 2_500)).doesNotThrowAnyException();
        long most = Runtime.getRuntime().maxMemory();
        int lines = (int) Math.min(Integer.MAX_VALUE, most / 128 / 100);

        assertThatThrownBy(() -> room.checkGraph(1_000, lines))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("The call graph isn't drawn in the program")
                .hasMessageContaining("fewer boxes by nodecount");
    }

    @Test
    void letsAFewPass() {
        assertThatCode(() -> room.checkNames(1000, 1 << 20)).doesNotThrowAnyException();
    }
}
