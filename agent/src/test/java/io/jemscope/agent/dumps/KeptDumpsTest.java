package io.jemscope.agent.dumps;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.allocator.DumpKind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeptDumpsTest {

    private static final List<KeptDumps.Sized> NONE_LEFT = List.of();

    private final KeptDumps dumps = new KeptDumps(4, 1000);

    @Test
    void keepsAsManyAsAllowed() {
        Dump first = asked("1");
        assertThat(dumps.add(first, 10, NONE_LEFT)).isEmpty();
        assertThat(dumps.add(asked("2"), 10, NONE_LEFT)).isEmpty();
        assertThat(dumps.add(asked("3"), 10, NONE_LEFT)).isEmpty();
        assertThat(dumps.add(asked("4"), 10, NONE_LEFT)).isEmpty();
        assertThat(dumps.add(asked("5"), 10, NONE_LEFT)).containsExactly(first);
    }

    @Test
    void keepsAsManyBytesAsAllowed() {
        Dump first = asked("1");
        Dump second = asked("2");
        dumps.add(first, 400, NONE_LEFT);
        dumps.add(second, 300, NONE_LEFT);
        assertThat(dumps.add(asked("3"), 300, NONE_LEFT)).isEmpty();

        assertThat(dumps.add(asked("4"), 401, NONE_LEFT)).containsExactly(first, second);
    }

    @Test
    void theNewestStaysWhateverItsSize() {
        Dump small = asked("1");
        dumps.add(small, 1, NONE_LEFT);

        assertThat(dumps.add(asked("2"), 5000, NONE_LEFT)).containsExactly(small);
        assertThat(dumps.all()).hasSize(1);
    }

    @Test
    void bothKindsCount() {
        Dump snapshot = dump("1", DumpKind.SNAPSHOT);
        dumps.add(snapshot, 600, NONE_LEFT);

        assertThat(dumps.add(asked("2"), 600, NONE_LEFT)).containsExactly(snapshot);
    }

    @Test
    void ofTheSnapshotsTwoStay() {
        Dump first = dump("1", DumpKind.SNAPSHOT);
        dumps.add(asked("0"), 1, NONE_LEFT);
        dumps.add(first, 1, NONE_LEFT);
        dumps.add(dump("2", DumpKind.SNAPSHOT), 1, NONE_LEFT);

        assertThat(dumps.add(dump("3", DumpKind.SNAPSHOT), 1, NONE_LEFT)).containsExactly(first);
        assertThat(dumps.all()).hasSize(3);
    }

    @Test
    void aPinnedOneStaysAndTheNextGoesInItsStead() {
        Dump baseline = dump("1", DumpKind.BASELINE);
        Dump second = asked("2");
        dumps.add(baseline, 600, NONE_LEFT);
        dumps.pin("1", 1);
        dumps.add(second, 300, NONE_LEFT);

        assertThat(dumps.add(asked("3"), 300, NONE_LEFT)).containsExactly(second);

        dumps.pin("1", -1);
        assertThat(dumps.add(asked("4"), 300, NONE_LEFT)).containsExactly(baseline);
    }

    @Test
    void aPinnedSnapshotIsNoneOfTheTwo() {
        Dump first = dump("1", DumpKind.SNAPSHOT);
        dumps.add(first, 1, NONE_LEFT);
        dumps.pin("1", 1);
        dumps.add(dump("2", DumpKind.SNAPSHOT), 1, NONE_LEFT);

        assertThat(dumps.add(dump("3", DumpKind.SNAPSHOT), 1, NONE_LEFT)).isEmpty();
        assertThat(dumps.all()).contains(first).hasSize(3);
    }

    @Test
    void onePinnedTwiceNeedsTwoUnpinnings() {
        Dump first = asked("1");
        dumps.add(first, 600, NONE_LEFT);
        dumps.pin("1", 1);
        dumps.pin("1", 1);
        dumps.pin("1", -1);

        assertThat(dumps.add(asked("2"), 600, NONE_LEFT)).isEmpty();
    }

    @Test
    void whatIsForgottenNoLongerCounts() {
        dumps.add(asked("1"), 999, NONE_LEFT);
        dumps.forget("1");

        assertThat(dumps.add(asked("2"), 999, NONE_LEFT)).isEmpty();
    }

    @Test
    void whatIsLeftCountsAndGoesWhenItIsTheOldest() {
        Dump own = made("own", 20);
        KeptDumps.Sized older = new KeptDumps.Sized(made("older", 10), 1);
        KeptDumps.Sized younger = new KeptDumps.Sized(made("younger", 30), 1);
        dumps.add(own, 1, NONE_LEFT);
        dumps.add(made("next", 40), 1, NONE_LEFT);

        assertThat(dumps.add(made("last", 50), 1, List.of(younger, older))).containsExactly(older.dump());
        assertThat(dumps.add(made("one more", 60), 1, List.of(younger))).containsExactly(own);
    }

    @Test
    void whatIsLeftCountsWithItsBytes() {
        KeptDumps.Sized older = new KeptDumps.Sized(made("older", 10), 400);
        KeptDumps.Sized younger = new KeptDumps.Sized(made("younger", 30), 400);

        assertThat(dumps.add(made("1", 40), 300, List.of(younger, older))).containsExactly(older.dump());
    }

    @Test
    void whereAllElseIsPinnedWhatIsLeftGoesThoughItIsYounger() {
        dumps.add(made("1", 10), 600, NONE_LEFT);
        dumps.pin("1", 1);
        KeptDumps.Sized left = new KeptDumps.Sized(made("left", 20), 300);

        assertThat(dumps.add(made("2", 30), 300, List.of(left))).containsExactly(left.dump());
    }

    @Test
    void whatIsLeftGoesWhollyBeforeTheNewestDoes() {
        KeptDumps.Sized left = new KeptDumps.Sized(made("left", 70), 300);

        assertThat(dumps.add(made("1", 60), 5000, List.of(left))).containsExactly(left.dump());
        assertThat(dumps.all()).hasSize(1);
    }

    private static Dump made(String id, long second) {
        return new Dump(
                id, Path.of("/dumps/" + id + ".heap"), 1, DumpKind.ASKED, Instant.ofEpochSecond(second), 0, true);
    }

    private static Dump asked(String id) {
        return dump(id, DumpKind.ASKED);
    }

    private static Dump dump(String id, DumpKind kind) {
        return new Dump(id, Path.of("/dumps/" + id + ".heap"), 1, kind, Instant.EPOCH, 0, true);
    }
}
