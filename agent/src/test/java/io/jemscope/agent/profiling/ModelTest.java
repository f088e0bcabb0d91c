package io.jemscope.agent.profiling;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.agent.FakeAllocator;
import io.jemscope.agent.dumps.DumpFolder;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.events.EventLog;
import io.jemscope.allocator.AllocatorException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random calls by many clients, while the time goes by and is set, something else switches sampling, and jemalloc and the
 * disk refuse now and then. Every call notes its turn from inside the profiler, where there is one at a time; afterwards
 * the turns are told to the {@link RunModel} in that order, and each outcome has to be the model's.
 *
 * <p>{@code -Djemscope.model.calls=100000} for more calls, {@code -Djemscope.model.seed=…} for the same again (with one
 * client; with more, threads make their own order).
 */
class ModelTest {

    /** All that can come of a call. Some are rare: then there are as many calls again. */
    private static final List<String> OUTCOMES = List.of(
            "started",
            "already on",
            "external",
            "finished",
            "already",
            "lost",
            "not dumped",
            "still on",
            "none",
            "made",
            "ended",
            "FORGOTTEN",
            "STILL_ON",
            "NONE",
            "run is on",
            "refused",
            "expired");

    private static final int MOST_ROUNDS = 5;

    private static final int CALLS = Integer.getInteger("jemscope.model.calls", 4_000);
    private static final int KEPT = 4;

    /** The call that a thread is in. */
    private static final ThreadLocal<@Nullable Turn> TURN = new ThreadLocal<>();

    @TempDir
    private Path folder;

    /** One call: what the profiler found when its turn came, what was asked, and what came of it. */
    private static final class Turn {
        final Function<Turn, String> real;
        final TurnOfModel model;
        String text;
        boolean begun;
        boolean activeBefore;
        long rateBefore;
        List<Run> runsBefore = List.of();
        boolean active;
        long rate;
        RunModel.@Nullable World world;

        String outcome = "";

        Turn(String text, Function<Turn, String> real, TurnOfModel model) {
            this.text = text;
            this.real = real;
            this.model = model;
        }
    }

    private interface TurnOfModel {
        String take(RunModel model, RunModel.World world);
    }

    private interface Call {
        String answer() throws AllocatorException, RunIsOnException, IOException;
    }

    /** A profiler, and the world around it. */
    private final class Bench implements RunClock, RunTimer {

        final FakeAllocator allocator = new FakeAllocator();
        final List<Turn> serialQueue = new ArrayList<>();
        final Random world;
        final Profiler profiler;

        // What only changes inside the profiler, one thread at a time.
        private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 100_000_000_000L);
        private long epochSecond = 1_700_000_000L;

        private @Nullable Runnable alarm;
        private long alarmNanos;

        Bench(long seed) {
            world = new Random(seed);
            DumpStore dumps =
                    new DumpStore(new DumpFolder(folder, folder), 1, allocator, Clock.systemUTC(), notice -> {});
            profiler = new Profiler(allocator, dumps, this, this, notice -> {}, KEPT, EventLog.NONE);
        }

        @Override
        public Instant now() {
            return Instant.ofEpochSecond(epochSecond);
        }

        @Override
        public long nanos() {
            Turn turn = TURN.get();
            if (turn != null && !turn.begun) {
                turn.begun = true;
                begin(turn);
            }
            return nanos.get();
        }

        private void begin(Turn turn) {
            turn.activeBefore = Boolean.TRUE.equals(allocator.values.get("prof.active"));
            turn.rateBefore = (Long) allocator.values.getOrDefault("prof.lg_sample", 0L);
            turn.runsBefore = profiler.runs();
            long passed = chance(50) ? world.nextInt(3_000) * 1_000_000L : world.nextInt(90) * 1_000_000_000L;
            nanos.addAndGet(chance(3) ? 0 : passed);
            epochSecond += passed / 1_000_000_000L + (chance(2) ? world.nextInt(7200) - 3600 : 0);
            if (chance(4)) {
                allocator.values.put("prof.active", world.nextBoolean());
            }
            if (chance(2)) {
                allocator.values.put("prof.lg_sample", 10L + world.nextInt(10));
            }
            String refused = chance(15)
                    ? List.of("prof.active", "prof.reset", "prof.dump").get(world.nextInt(3))
                    : "";
            allocator.refusal.set(refused);
            allocator.readRefusal.set(chance(4) ? "prof.active" : "");
            turn.active = Boolean.TRUE.equals(allocator.values.get("prof.active"));
            turn.rate = (Long) allocator.values.getOrDefault("prof.lg_sample", 0L);
            turn.world = new RunModel.World(
                    nanos.get(),
                    epochSecond,
                    !allocator.readRefusal.get().isEmpty(),
                    refused.equals("prof.active"),
                    refused.equals("prof.reset"),
                    refused.equals("prof.dump"));
            serialQueue.add(turn);
        }

        private boolean chance(int percent) {
            return world.nextInt(100) < percent;
        }

        @Override
        public synchronized void set(long deadlineNanos, Runnable work) {
            alarm = work;
            alarmNanos = deadlineNanos;
        }

        @Override
        public synchronized void cancel() {
            alarm = null;
        }

        /** The alarm as a call, where one is set and due; or early, so that the profiler has to look. */
        synchronized @Nullable Turn alarm(boolean early) {
            Runnable due = alarm;
            if (due == null || (!early && alarmNanos - nanos.get() > 0)) {
                return null;
            }
            alarm = null;
            return new Turn(
                    "expire",
                    self -> {
                        due.run();
                        return "expired";
                    },
                    (model, found) -> model.expire(found));
        }

        void take(Turn turn) {
            TURN.set(turn);
            turn.outcome = turn.real.apply(turn);
            TURN.remove();
        }
    }

    @Test
    void oneClient() throws Exception {
        check(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 16})
    void manyClients(int clients) throws Exception {
        check(clients);
    }

    private void check(int clients) throws Exception {
        long seed = Long.getLong("jemscope.model.seed", System.nanoTime());
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i == 0 || (i < MOST_ROUNDS && !seen.keySet().containsAll(OUTCOMES)); i++) {
            System.out.println(
                    "ModelTest: " + CALLS + " calls by " + clients + " clients, jemscope.model.seed=" + (seed + i));
            Bench bench = new Bench(seed + i);
            run(bench, clients, seed + i);
            replay(bench, seed + i, seen);
        }
        // What never comes isn't tested.
        assertThat(seen.keySet()).containsAll(OUTCOMES);
    }

    private static void run(Bench bench, int clients, long seed) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(clients);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                Random random = new Random(seed + 1 + i);
                all.add(pool.submit(() -> {
                    for (int call = 0; call < CALLS / clients; call++) {
                        bench.take(next(bench, random));
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static Turn next(Bench bench, Random random) {
        Turn alarm = bench.alarm(random.nextInt(50) == 0);
        if (alarm != null) {
            return alarm;
        }
        Profiler profiler = bench.profiler;
        List<Run> known = profiler.runs();
        long id = known.isEmpty() || random.nextInt(10) == 0
                ? 1_700_000_000L + random.nextInt(1000)
                : known.get(random.nextInt(known.size())).id();
        int kind = random.nextInt(100);
        if (kind < 35) {
            RunRequest request = request(random);
            return turn(
                    "start " + request,
                    () -> told(profiler.start(request, Permit.ALWAYS)),
                    (model, world) -> model.start(request, world));
        } else if (kind < 50) {
            return turn("stop", () -> told(profiler.stop()), (model, world) -> model.stop(world));
        } else if (kind < 65) {
            return turn("stop " + id, () -> told(profiler.stop(id)), (model, world) -> model.stop(id, world));
        } else if (kind < 70) {
            return turn(
                    "stop external", () -> told(profiler.stopExternal()), (model, world) -> model.stopExternal(world));
        } else if (kind < 82) {
            return turn(
                    "snapshot " + id,
                    () -> told(profiler.snapshot(id, Permit.ALWAYS)),
                    (model, world) -> model.snapshot(id, world));
        } else if (kind < 88) {
            return turn("forget " + id, () -> forget(profiler, id), (model, world) -> model.forget(id, world));
        }
        boolean on = random.nextBoolean();
        boolean force = random.nextInt(3) == 0;
        return turn(
                "switch " + on + " force " + force,
                () -> "now " + on + " changed " + profiler.setActive(on, force),
                (model, world) -> model.switchTo(on, force, world));
    }

    private static Turn turn(String text, Call call, TurnOfModel model) {
        return new Turn(
                text,
                self -> {
                    try {
                        return call.answer();
                    } catch (RunIsOnException e) {
                        return "run is on " + e.run().id();
                    } catch (AllocatorException | IOException e) {
                        return "refused";
                    }
                },
                model);
    }

    private static RunRequest request(Random random) {
        boolean rate = random.nextInt(4) == 0;
        return new RunRequest(
                random.nextInt(4) == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(1 + random.nextInt(120))),
                Optional.empty(),
                rate ? OptionalLong.of(1L << (10 + random.nextInt(10))) : OptionalLong.empty(),
                rate,
                random.nextInt(3) > 0);
    }

    private static String told(StartOutcome outcome) {
        if (outcome instanceof StartOutcome.Started started) {
            return "started " + started.run().id();
        }
        return outcome instanceof StartOutcome.AlreadyOn on
                ? "already on " + on.run().id()
                : "external";
    }

    private static String told(StopOutcome outcome) {
        if (outcome instanceof StopOutcome.Finished finished) {
            return "finished " + finished.run().id();
        } else if (outcome instanceof StopOutcome.Already already) {
            return "already " + already.run().id();
        } else if (outcome instanceof StopOutcome.Lost lost) {
            return "lost " + lost.run().id();
        } else if (outcome instanceof StopOutcome.NotDumped failed) {
            return "not dumped " + failed.run().id();
        } else if (outcome instanceof StopOutcome.StillOn on) {
            return "still on " + on.run().id();
        }
        return outcome instanceof StopOutcome.External ? "external" : "none";
    }

    private static String told(Optional<Run> snapshot) {
        if (snapshot.isEmpty()) {
            return "none";
        }
        Run run = snapshot.get();
        return run.isRunning() ? "made " + run.id() + " " + run.dumps().count() : "ended " + run.id();
    }

    private static String forget(Profiler profiler, long id) {
        try {
            return profiler.forget(id) ? "FORGOTTEN" : "NONE";
        } catch (RunIsOnException e) {
            return "STILL_ON";
        }
    }

    /** Counts in {@code seen} what came of the calls. */
    private static void replay(Bench bench, long seed, Map<String, Integer> seen) {
        RunModel model = new RunModel(KEPT);
        String before = "the beginning";
        for (Turn turn : bench.serialQueue) {
            assertState(
                    model, turn.activeBefore, turn.rateBefore, turn.runsBefore, "after " + before + ", seed " + seed);
            model.active = turn.active;
            model.rate = turn.rate;
            RunModel.World world = turn.world;
            if (world == null) {
                throw new IllegalStateException("A turn without a world");
            }
            String expected = turn.model.take(model, world);
            if (!turn.outcome.equals(expected)) {
                assertThat(turn.outcome)
                        .as("%s after %s, in %s, seed %d", turn.text, before, world, seed)
                        .isEqualTo(expected);
            }
            before = turn.text + " -> " + turn.outcome;
            seen.merge(turn.outcome.replaceAll(" [0-9].*", ""), 1, Integer::sum);
        }
        assertThat(bench.serialQueue).hasSizeGreaterThanOrEqualTo(CALLS / 16 * 16);
    }

    private static void assertState(RunModel model, boolean active, long rate, List<Run> runs, String as) {
        String real = active + " " + rate + " " + RunModel.runs(runs);
        String expected = model.active + " " + model.rate + " " + model.runs();
        if (!real.equals(expected)) {
            assertThat(real).as(as).isEqualTo(expected);
        }
    }
}
