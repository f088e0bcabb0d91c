package io.jemscope.agent.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.profile.SampleRate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

class ProfiledMemoryTest {

    @Test
    void scalesEachStackByItselfAndPassesOverTheTotalAndThreads() throws IOException {
        String dump = """
                heap_v2/524288
                  t*: 3: 1049600 [0: 0]
                  t1: 3: 1049600 [0: 0]
                @ 0x1 0x2
                  t*: 2: 1024 [0: 0]
                  t1: 2: 1024 [0: 0]
                @ 0x3
                  t*: 1: 1048576 [5: 5]

                MAPPED_LIBRARIES:
                @ 0x4
                  t*: 1: 1048576 [0: 0]
                """;
        SampleRate rate = new SampleRate(524288);

        assertThat(bytes(dump))
                .isEqualTo(Math.round(
                        rate.scale(2, 1024).bytes() + rate.scale(1, 1048576).bytes()));
    }

    @Test
    void whatIsNoDumpIsRefused() {
        assertThatThrownBy(() -> bytes("")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> bytes("heap profile: 1: 2")).isInstanceOf(IOException.class);
    }

    @Test
    void brokenLinesCountNothing() throws IOException {
        assertThat(bytes("heap_v2/1\n@\n  t*: \n  t*: 5\n  t*: x: y\n  t*: 99999999999999999999: 1\n"))
                .isZero();
    }

    private static long bytes(String dump) throws IOException {
        return ProfiledMemory.liveBytes(new BufferedReader(new StringReader(dump)));
    }
}
