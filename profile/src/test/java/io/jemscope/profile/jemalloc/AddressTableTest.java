package io.jemscope.profile.jemalloc;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.PseudoAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class AddressTableTest {

    @Test
    void numbersAddressesInTheOrderTheyCome() {
        SplittableRandom random = new SplittableRandom(3);
        AddressTable table = new AddressTable();
        Map<Long, Integer> numbers = new LinkedHashMap<>();
        for (int i = 0; i < 100_000; i++) {
            long address = switch (random.nextInt(4)) {
                case 0 -> random.nextLong(3);
                case 1 -> PseudoAddress.JAVA_START + random.nextInt(1 << 18);
                case 2 -> 0x7f3a_0000_0000L + 16L * random.nextInt(20_000);
                default -> random.nextLong();
            };
            Integer known = numbers.get(address);
            assertThat(table.known(address)).isEqualTo(known == null ? AddressTable.NONE : known);
            numbers.putIfAbsent(address, numbers.size());
            assertThat(table.number(address)).isEqualTo(numbers.get(address));
        }
        assertThat(table.size()).isEqualTo(numbers.size());
        numbers.forEach((address, number) -> {
            assertThat(table.address(number)).isEqualTo(address);
            assertThat(table.known(address)).isEqualTo(number);
        });
    }

    @Test
    void takesNoLongerForChosenAddresses() {
        // Multiples of the golden ratio's inverse, which a hash by the golden ratio would put into one slot.
        long inverse = 0x9E37_79B9_7F4A_7C15L;
        for (int i = 0; i < 6; i++) {
            inverse *= 2 - 0x9E37_79B9_7F4A_7C15L * inverse;
        }
        long chosen = inverse;
        assertThat(chosen * 0x9E37_79B9_7F4A_7C15L).isEqualTo(1);
        AddressTable table = new AddressTable();
        // Seconds if all addresses share a slot; else some ten milliseconds.
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            for (int i = 1; i <= 300_000; i++) {
                table.number(i * chosen);
            }
        });
        assertThat(table.size()).isEqualTo(300_000);
    }
}
