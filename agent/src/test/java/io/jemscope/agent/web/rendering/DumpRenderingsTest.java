package io.jemscope.agent.web.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.FakeAllocator;
import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpFolder;
import io.jemscope.agent.dumps.DumpLimits;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.dumps.PrivateFolder;
import io.jemscope.agent.events.EventLog;
import io.jemscope.agent.history.OwnBinaries;
import io.jemscope.agent.profiling.Permit;
import io.jemscope.allocator.DumpKind;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.RoleRateLimiter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DumpRenderingsTest {

    private static final String HEAP = """
            heap_v2/524288
              t*: 1: 1999993 [0: 0]
            @ 0x1000 0x2000
              t*: 1: 1999993 [0: 0]

            MAPPED_LIBRARIES:
            """;

    /** Of what is made, no two together. */
    private static final DumpLimits TIGHT = new DumpLimits(5, 4);

    private final FakeAllocator allocator = new FakeAllocator();
    private final RenderExecutor renderExecutor = new RenderExecutor(Executors.defaultThreadFactory());

    @TempDir
    private Path folder;

    private DumpStore store;

    @BeforeEach
    void open() {
        allocator.heap.set(HEAP);
        store = store(DumpLimits.DEFAULT);
    }

    @AfterEach
    void close() {
        renderExecutor.close();
    }

    @Test
    void whatIsMadeIsKeptForTheNextWhoAsks() throws Exception {
        Renderings renderings = renderings();
        Dump dump = store.write(DumpKind.ASKED);

        Rendering first = make(renderings, dump, ViewFormat.COLLAPSED);
        Rendering again = make(renderings, dump, ViewFormat.COLLAPSED);

        assertThat(first.bytes()).isEqualTo(Files.size(first.file())).isPositive();
        assertThat(again).isEqualTo(first);
    }

    @Test
    void eachViewIsKeptByItself() throws Exception {
        Renderings renderings = renderings();
        Dump dump = store.write(DumpKind.ASKED);
        Rendering whole = make(renderings, dump, ViewFormat.COLLAPSED);

        Rendering some =
                make(renderings, dump, ViewFormat.COLLAPSED, new View(Map.of("focus", "nothing", "hide", "a")));
        Rendering again =
                make(renderings, dump, ViewFormat.COLLAPSED, new View(Map.of("hide", "a", "focus", "nothing")));
        Rendering others = make(renderings, dump, ViewFormat.COLLAPSED, new View(Map.of("focus", "nothing")));

        assertThat(again).isEqualTo(some);
        assertThat(some.file()).isNotEqualTo(whole.file()).isNotEqualTo(others.file());
        assertThat(some.unmatched()).containsExactly("focus", "hide");
        assertThat(some.bytes()).isZero();
        assertThat(whole.bytes()).isPositive();
        assertThat(make(renderings, dump, ViewFormat.COLLAPSED)).isEqualTo(whole);
    }

    @Test
    void allThatIsMadeAnewCounts() throws Exception {
        Renderings renderings = renderings();
        Dump dump = store.write(DumpKind.ASKED);
        View view = new View(Map.of("focus", "0x1000"));
        Permit<ApiException> two = permit(2);
        assertThat(renderings.of(dump, Optional.empty(), ViewFormat.COLLAPSED, view, Role.READ, two))
                .succeedsWithin(Duration.ofSeconds(30));
        assertThat(renderings.of(dump, Optional.empty(), ViewFormat.JSON, View.WHOLE, Role.READ, two))
                .succeedsWithin(Duration.ofSeconds(30));

        assertThat(renderings.of(dump, Optional.empty(), ViewFormat.COLLAPSED, view, Role.READ, two))
                .succeedsWithin(Duration.ofSeconds(30));
        assertThat(renderings.of(dump, Optional.empty(), ViewFormat.JSON, View.WHOLE, Role.READ, two))
                .succeedsWithin(Duration.ofSeconds(30));
        assertThatThrownBy(() -> renderings.of(dump, Optional.empty(), ViewFormat.JSON, view, Role.READ, two))
                .isInstanceOf(ApiException.class);
        assertThatThrownBy(() -> renderings.of(dump, Optional.empty(), ViewFormat.TEXT, View.WHOLE, Role.READ, two))
                .isInstanceOf(ApiException.class);
    }

    /** Who asks without waiting, again and again, is to see it once it is known. */
    @Test
    void whyNothingCanBeMadeIsKept() throws Exception {
        Renderings renderings = renderings();
        Dump dump = store.write(DumpKind.ASKED);
        View none = new View(Map.of("focus", "(a{1000}){1000}"));
        Permit<ApiException> one = permit(1);
        CompletionStage<Rendering> first = renderings.of(dump, Optional.empty(), ViewFormat.TEXT, none, Role.READ, one);
        assertThat(first).failsWithin(Duration.ofSeconds(30));

        CompletionStage<Rendering> again = renderings.of(dump, Optional.empty(), ViewFormat.TEXT, none, Role.READ, one);

        assertThat(again.toCompletableFuture()).isCompletedExceptionally();
        assertThat(again)
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .withMessageContaining("is not a valid pattern");
    }

    /** No thread that answers requests compiles patterns: that takes a while, and no rate bounds it. */
    @Test
    void patternsAreReadInTheirTurnOnly() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<String> before = renderExecutor.begin(Role.READ, Permit.ALWAYS, () -> {
            end.await();
            return "";
        });
        Renderings renderings = renderings();
        Dump dump = store.write(DumpKind.ASKED);
        View none = new View(Map.of("focus", "("));

        CompletionStage<Rendering> made =
                renderings.of(dump, Optional.empty(), ViewFormat.TEXT, none, Role.READ, permit(1));

        assertThat(before).isNotDone();
        assertThat(made.toCompletableFuture()).isNotDone();
        end.countDown();
        assertThat(made).failsWithin(Duration.ofSeconds(30));
    }

    @Test
    void whatTakesTooMuchTogetherGoesAndIsMadeAnew() throws Exception {
        store = store(TIGHT);
        Renderings renderings = renderings();
        Dump dump = store.write(DumpKind.ASKED);
        Rendering first = make(renderings, dump, ViewFormat.COLLAPSED);

        Rendering second = make(renderings, dump, ViewFormat.JSON);
        assertThat(first.file()).doesNotExist();
        assertThat(second.file()).exists();

        assertThat(make(renderings, dump, ViewFormat.COLLAPSED).file()).exists();
        assertThat(second.file()).doesNotExist();
    }

    @Test
    void whatWentWithItsDumpPushesNothingOut() throws Exception {
        Dump first = store.write(DumpKind.ASKED);
        Rendering sample = make(renderings(), first, ViewFormat.JSON);
        long roomForTwo = 2 * sample.bytes() + 64;
        store = store(new DumpLimits(5, 4 * roomForTwo));
        Renderings renderings = renderings();
        Dump second = store.write(DumpKind.ASKED);
        Dump third = store.write(DumpKind.ASKED);
        Rendering kept = make(renderings, first, ViewFormat.JSON);
        make(renderings, second, ViewFormat.JSON);
        store.delete(second);

        make(renderings, third, ViewFormat.JSON);

        assertThat(store.made(second)).doesNotExist();
        assertThat(kept.file()).exists();
    }

    @Test
    void whatAnAgentThatHasLeftMadeGoesWithTheFirstThatIsMade() throws Exception {
        Dump dump = store.write(DumpKind.ASKED);
        PrivateFolder.ensure(store.made(dump));
        Path left = Files.writeString(store.made(dump).resolve("since-another.txt"), "text");

        make(renderings(), dump, ViewFormat.COLLAPSED);

        assertThat(left).doesNotExist();
    }

    @Test
    void withoutRoomNothingIsMade() throws Exception {
        store.write(DumpKind.ASKED);

        assertThatThrownBy(() -> store.checkRoom(Long.MAX_VALUE)).hasMessageContaining("has no room");
    }

    private Renderings renderings() {
        return new DumpRenderings(store, new OwnBinaries(4711), renderExecutor);
    }

    private DumpStore store(DumpLimits limits) {
        return new DumpStore(
                new DumpFolder(folder, folder.resolve("dumps")),
                4711,
                allocator,
                Clock.systemUTC(),
                notice -> {},
                limits,
                EventLog.NONE);
    }

    private static Rendering make(Renderings renderings, Dump dump, ViewFormat format) throws ApiException {
        return make(renderings, dump, format, View.WHOLE);
    }

    private static Rendering make(Renderings renderings, Dump dump, ViewFormat format, View view) throws ApiException {
        return renderings
                .of(dump, Optional.empty(), format, view, Role.OPERATE, permit(100))
                .toCompletableFuture()
                .join();
    }

    /** For so many in a row, and no more. */
    private static Permit<ApiException> permit(int times) {
        RoleRateLimiter limiter = new RoleRateLimiter(Duration.ofHours(1), times, "Wait.");
        Principal caller = new Principal("somebody", "127.0.0.1", Role.READ);
        return () -> limiter.take(caller, "It isn't made");
    }
}
