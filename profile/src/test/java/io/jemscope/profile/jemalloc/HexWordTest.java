package io.jemscope.profile.jemalloc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HexWordTest {

    private static long value(String text) {
        return HexWord.value(HexWord.at(text.getBytes(StandardCharsets.ISO_8859_1), 0));
    }

    @Test
    void readsEightDigits() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 10_000; i++) {
            String digits = String.format("%08x", random.nextInt());
            assertThat(value(digits)).as(digits).isEqualTo(Long.parseLong(digits, 16));
        }
    }

    @Test
    void takesNothingElseForADigit() {
        for (int place = 0; place < 8; place++) {
            for (int other = 0; other < 256; other++) {
                StringBuilder text = new StringBuilder("09af5b6e");
                text.setCharAt(place, (char) other);
                boolean digit = (other >= '0' && other <= '9') || (other >= 'a' && other <= 'f');
                assertThat(value(text.toString()) != HexWord.NONE)
                        .as("%d at %d", other, place)
                        .isEqualTo(digit);
            }
        }
    }
}
