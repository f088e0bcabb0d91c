package io.jemscope.agent.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.allocator.DumpKind;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class KeptDumpsTest {

    private final KeptDumps dumps = new KeptDumps(4, 1000);

    @Test
    void keepsAsManyAsAllowed() {
        Dump first = asked("1");
        assertThat(dumps.add(first, 10)).isEmpty();
        assertThat(dumps.add(asked("2"), 10)).isEmpty();
        assertThat(dumps.add(asked("3"), 10)).isEmpty();
        assertThat(dumps.add(asked("4"), 10)).isEmpty();
        assertThat(dumps.add(asked("5"), 10)).containsExactly(first);
    }

    @Test
    void keepsAsManyBytesAsAllowed() {
        Dump first = asked("1");
        Dump second = asked("2");
        dumps.add(first, 400);
        dumps.add(second, 300);
        assertThat(dumps.add(asked("3"), 300)).isEmpty();

        assertThat(dumps.add(asked("4"), 401)).containsExactly(first, second);
    }

    @Test
    void theNewestStaysWhateverItsSize() {
        Dump small = asked("1");
        dumps.add(small, 1);

        assertThat(dumps.add(asked("2"), 5000)).containsExactly(small);
        assertThat(dumps.all()).hasSize(1);
    }

    @Test
    void bothKindsCount() {
        Dump snapshot = dump("1", DumpKind.SNAPSHOT);
        dumps.add(snapshot, 600);

        assertThat(dumps.add(asked("2"), 600)).containsExactly(snapshot);
    }

    @Test
    void ofTheSnapshotsTwoStay() {
        Dump first = dump("1", DumpKind.SNAPSHOT);
        dumps.add(asked("0"), 1);
        dumps.add(first, 1);
        dumps.add(dump("2", DumpKind.SNAPSHOT), 1);

        assertThat(dumps.add(dump("3", DumpKind.SNAPSHOT), 1)).containsExactly(first);
        assertThat(dumps.all()).hasSize(3);
    }

    @Test
    void aPinnedOneStaysAndTheNextGoesInItsStead() {
        Dump baseline = dump("1", DumpKind.BASELINE);
        Dump second = asked("2");
        dumps.add(baseline, 600);
        dumps.pin("1", 1);
        dumps.add(second, 300);

        assertThat(dumps.add(asked("3"), 300)).containsExactly(second);

        dumps.pin("1", -1);
        assertThat(dumps.add(asked("4"), 300)).containsExactly(baseline);
    }

    @Test
    void aPinnedSnapshotIsNoneOfTheTwo() {
        Dump first = dump("1", DumpKind.SNAPSHOT);
        dumps.add(first, 1);
        dumps.pin("1", 1);
        dumps.add(dump("2", DumpKind.SNAPSHOT), 1);

        assertThat(dumps.add(dump("3", DumpKind.SNAPSHOT), 1)).isEmpty();
        assertThat(dumps.all()).contains(first).hasSize(3);
    }

    @Test
    void onePinnedTwiceNeedsTwoUnpinnings() {
        Dump first = asked("1");
        dumps.add(first, 600);
        dumps.pin("1", 1);
        dumps.pin("1", 1);
        dumps.pin("1", -1);

        assertThat(dumps.add(asked("2"), 600)).isEmpty();
    }

    @Test
    void whatIsForgottenNoLongerCounts() {
        dumps.add(asked("1"), 999);
        dumps.forget("1");

        assertThat(dumps.add(asked("2"), 999)).isEmpty();
    }

    private static Dump asked(String id) {
        return dump(id, DumpKind.ASKED);
    }

    private static Dump dump(String id, DumpKind kind) {
        return new Dump(id, Path.of("/dumps/" + id + ".heap"), 1, kind, Instant.EPOCH, 0, true);
    }
}
