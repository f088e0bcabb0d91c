package io.jemscope.agent.web.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RenderCacheTest {

    private static final Path FIRST = Path.of("/dumps/1.made/all.txt");
    private static final Path SECOND = Path.of("/dumps/1.made/all.svg");
    private static final Path THIRD = Path.of("/dumps/2.made/all.txt");

    private final RenderCache made = new RenderCache(1000);

    @Test
    void whatWasAskedForLongestAgoGoesFirst() {
        assertThat(made.add(FIRST, 500)).isEmpty();
        assertThat(made.add(SECOND, 500)).isEmpty();
        made.touch(FIRST);

        assertThat(made.add(THIRD, 1)).containsExactly(SECOND);
    }

    @Test
    void asManyGoAsAreInTheWay() {
        made.add(FIRST, 300);
        made.add(SECOND, 300);

        assertThat(made.add(THIRD, 900)).containsExactly(FIRST, SECOND);
    }

    @Test
    void theNewestStaysWhateverItsSize() {
        made.add(FIRST, 1);

        assertThat(made.add(SECOND, 5000)).containsExactly(FIRST);
        assertThat(made.add(THIRD, 1)).containsExactly(SECOND);
    }

    @Test
    void smallOnesAreBoundedByTheirNumber() {
        for (int i = 0; i < 200; i++) {
            assertThat(made.add(Path.of("/dumps/3.made/all.view-" + i + ".txt"), 1))
                    .isEmpty();
        }

        assertThat(made.add(FIRST, 1)).containsExactly(Path.of("/dumps/3.made/all.view-0.txt"));
        assertThat(made.add(SECOND, 1)).containsExactly(Path.of("/dumps/3.made/all.view-1.txt"));
    }

    @Test
    void whatIsMadeAnewCountsOnce() {
        made.add(FIRST, 600);
        made.add(FIRST, 600);

        assertThat(made.add(SECOND, 400)).isEmpty();
    }

    @Test
    void whatIsGoneNoLongerCounts() {
        made.add(FIRST, 600);
        made.forget(FIRST);
        made.forget(THIRD);

        assertThat(made.add(SECOND, 1000)).isEmpty();
    }
}
