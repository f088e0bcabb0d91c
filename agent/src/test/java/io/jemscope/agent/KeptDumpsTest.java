package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.agent.KeptDumps.Kept;
import io.jemscope.allocator.DumpKind;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class KeptDumpsTest {

    private final KeptDumps dumps = new KeptDumps(4, 1000);

    @Test
    void keepsAsManyAsAllowed() {
        Kept first = asked("1", 10);
        assertThat(dumps.add(first)).isEmpty();
        assertThat(dumps.add(asked("2", 10))).isEmpty();
        assertThat(dumps.add(asked("3", 10))).isEmpty();
        assertThat(dumps.add(asked("4", 10))).isEmpty();
        assertThat(dumps.add(asked("5", 10))).containsExactly(first);
    }

    @Test
    void keepsAsManyBytesAsAllowed() {
        Kept first = asked("1", 400);
        Kept second = asked("2", 300);
        dumps.add(first);
        dumps.add(second);
        assertThat(dumps.add(asked("3", 300))).isEmpty();

        assertThat(dumps.add(asked("4", 401))).containsExactly(first, second);
    }

    @Test
    void theNewestStaysWhateverItsSize() {
        Kept small = asked("1", 1);
        dumps.add(small);

        assertThat(dumps.add(asked("2", 5000))).containsExactly(small);
        assertThat(dumps.all()).hasSize(1);
    }

    @Test
    void bothKindsCount() {
        Kept snapshot = kept("1", DumpKind.SNAPSHOT, 600);
        dumps.add(snapshot);

        assertThat(dumps.add(asked("2", 600))).containsExactly(snapshot);
    }

    @Test
    void ofTheSnapshotsTwoStay() {
        Kept first = kept("1", DumpKind.SNAPSHOT, 1);
        dumps.add(asked("0", 1));
        dumps.add(first);
        dumps.add(kept("2", DumpKind.SNAPSHOT, 1));

        assertThat(dumps.add(kept("3", DumpKind.SNAPSHOT, 1))).containsExactly(first);
        assertThat(dumps.all()).hasSize(3);
    }

    @Test
    void whatIsForgottenNoLongerCounts() {
        Kept large = asked("1", 999);
        dumps.add(large);
        dumps.forget(large);

        assertThat(dumps.add(asked("2", 999))).isEmpty();
    }

    private static Kept asked(String id, long bytes) {
        return kept(id, DumpKind.ASKED, bytes);
    }

    private static Kept kept(String id, DumpKind kind, long bytes) {
        return new Kept(new Dump(id, Path.of("/dumps/" + id + ".heap"), bytes), kind, bytes);
    }
}
