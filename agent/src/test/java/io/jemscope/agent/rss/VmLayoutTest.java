package io.jemscope.agent.rss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** That it finds them in real JVMs is seen to by {@code MemoryInTargetTest}. */
class VmLayoutTest {

    private final Map<String, Long> fields = new HashMap<>(Map.of(
            "Universe._collectedHeap", 0x1000L,
            "CollectedHeap._reserved", 0x20L,
            "MemRegion._start", 0L,
            "MemRegion._word_size", 8L,
            "CodeCache._low_bound", 0x1008L,
            "CodeCache._high_bound", 0x1010L));

    private final Map<Long, Long> words = new HashMap<>(Map.of(
            0x1000L, 0x5000L,
            0x1008L, 0x70000L,
            0x1010L, 0x90000L,
            0x5020L, 0x100000L,
            0x5028L, 0x2000L));

    @Test
    void followsTheVariablesToTheRanges() throws IOException {
        assertThat(read())
                .isEqualTo(
                        new VmLayout(new AddressRange(0x100000, 0x110000), new AddressRange(0x70000, 0x90000), null));
    }

    @Test
    void saysWhatAJvmLacks() {
        fields.remove("CollectedHeap._reserved");

        assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessage("it has no CollectedHeap._reserved");
    }

    @Test
    void aPlaceThatIsNoMemoryIsAnError() {
        words.remove(0x5028L);

        assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessage("not mapped");
    }

    @Test
    void readsItsOwnMemoryAndNoneThatIsntThere() throws IOException {
        try (ProcessMemory memory = ProcessMemory.own()) {
            assertThatThrownBy(() -> memory.word(8)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> memory.word(-8)).isInstanceOf(IOException.class);
        }
    }

    private VmLayout read() throws IOException {
        try (ProcessMemory memory = new Scattered(words)) {
            return VmLayout.read(memory, (type, field) -> {
                Long place = fields.get(type + "." + field);
                return place == null ? OptionalLong.empty() : OptionalLong.of(place);
            });
        }
    }

    /** Some words, and nothing between them. */
    private record Scattered(Map<Long, Long> words) implements ProcessMemory {

        @Override
        public long word(long address) throws IOException {
            Long word = words.get(address);
            if (word == null) {
                throw new IOException("not mapped");
            }
            return word;
        }

        @Override
        public void close() {}
    }
}
