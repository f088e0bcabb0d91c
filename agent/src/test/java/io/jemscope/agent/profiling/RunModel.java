package io.jemscope.agent.profiling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the profiler is to do, told as plainly as can be: no dumps, no threads, no timer. Takes what came in, one after
 * the other, and says what has to come out.
 */
final class RunModel {

    /** What the world is like while something is asked. */
    record World(
            long nanos,
            long epochSecond,
            boolean readRefused,
            boolean switchRefused,
            boolean resetRefused,
            boolean dumpRefused) {}

    private static final class ModelRun {
        long id;
        RunState state = RunState.RUNNING;
        boolean awaitsDump;
        int snapshots;
        boolean timed;
        long deadlineNanos;

        @Override
        public String toString() {
            return id + " " + state + (awaitsDump ? " awaits" : "") + " " + snapshots
                    + (timed ? " until " + deadlineNanos : "");
        }
    }

    private final int most;
    private final List<ModelRun> newestFirst = new ArrayList<>();
    private long lastId;

    /** What jemalloc has. */
    boolean active;

    long rate = 19;

    private boolean switchedByUs;
    private boolean switchedTo;
    private boolean leaveOn;
    private boolean rateOwed;
    private long rateFound;
    private long rateSet;

    RunModel(int most) {
        this.most = most;
    }

    /** The runs as they stand. */
    String runs() {
        return newestFirst.toString();
    }

    /** The same of real ones. */
    static String runs(List<Run> real) {
        List<ModelRun> runs = new ArrayList<>();
        for (Run run : real) {
            ModelRun model = new ModelRun();
            model.id = run.id();
            model.state = run.state();
            model.awaitsDump = run.awaitsDump();
            model.snapshots = run.dumps().count();
            model.timed = run.times().deadlineNanos().isPresent();
            model.deadlineNanos = run.times().deadlineNanos().orElse(0);
            runs.add(model);
        }
        return runs.toString();
    }

    /** The run that is on, by its id; 0 for none. */
    long running() {
        return isRunning() ? newestFirst.get(0).id : 0;
    }

    String start(RunRequest request, World world) {
        if (world.readRefused()) {
            return "refused";
        }
        loseWhatIsOff(world);
        if (isRunning()) {
            return "already on " + running();
        }
        if (active && !(switchedByUs && switchedTo)) {
            return "external";
        }
        if (request.sampleBytes().isPresent()) {
            if (world.resetRefused()) {
                return "refused";
            }
            long wanted = Long.numberOfTrailingZeros(request.sampleBytes().getAsLong());
            if (!rateOwed || rate != rateSet) {
                rateFound = rate;
            }
            rateOwed = true;
            rateSet = wanted;
            rate = wanted;
            for (ModelRun run : newestFirst) {
                run.awaitsDump = false;
            }
        }
        if ((request.baseline() && world.dumpRefused()) || (!active && world.switchRefused())) {
            if (!(request.baseline() && world.dumpRefused())) {
                nextId(world);
            }
            settle(world);
            return "refused";
        }
        ModelRun run = add(nextId(world));
        run.timed = request.length().isPresent();
        run.deadlineNanos = run.timed ? world.nanos() + request.length().get().toNanos() : 0;
        leaveOn = active;
        if (!active) {
            turn(true);
        }
        return "started " + run.id;
    }

    String stop(World world) {
        if (isRunning()) {
            return end(newestFirst.get(0), world);
        }
        if (world.readRefused()) {
            return "refused";
        }
        if (active && !(switchedByUs && switchedTo)) {
            return "external";
        }
        if (!newestFirst.isEmpty() && newestFirst.get(0).awaitsDump) {
            return dump(newestFirst.get(0), world);
        }
        for (ModelRun run : newestFirst) {
            if (run.state == RunState.FINISHED) {
                return "already " + run.id;
            }
        }
        return "none";
    }

    String stop(long id, World world) {
        Optional<ModelRun> run = find(id);
        if (run.isEmpty()) {
            return "none";
        }
        if (run.get().state == RunState.RUNNING) {
            return end(run.get(), world);
        }
        return run.get().awaitsDump ? dump(run.get(), world) : "already " + id;
    }

    String stopExternal(World world) {
        if (world.readRefused()) {
            return "refused";
        }
        loseWhatIsOff(world);
        if (isRunning() || !active) {
            return "none";
        }
        if (world.switchRefused()) {
            return "refused";
        }
        turn(false);
        return dump(add(nextId(world)), world);
    }

    String snapshot(long id, World world) {
        Optional<ModelRun> run = find(id);
        if (run.isEmpty()) {
            return "none";
        }
        if (world.readRefused()) {
            return "refused";
        }
        loseWhatIsOff(world);
        if (run.get().state != RunState.RUNNING) {
            return "ended " + id;
        }
        if (world.dumpRefused()) {
            return "refused";
        }
        run.get().snapshots++;
        return "made " + id + " " + run.get().snapshots;
    }

    String forget(long id, World world) {
        Optional<ModelRun> run = find(id);
        if (run.isEmpty()) {
            return "NONE";
        }
        if (run.get().state == RunState.RUNNING) {
            return "STILL_ON";
        }
        newestFirst.remove(run.get());
        settle(world);
        return "FORGOTTEN";
    }

    String switchTo(boolean on, boolean force, World world) {
        if (world.readRefused()) {
            return "refused";
        }
        boolean before = active;
        loseWhatIsOff(world);
        if (isRunning() && !force) {
            return "run is on " + running();
        }
        if (isRunning() && on) {
            leaveOn = true;
        } else if (before != on) {
            if (world.switchRefused()) {
                return "refused";
            }
            turn(on);
            if (isRunning()) {
                lose(newestFirst.get(0));
                settle(world);
            }
        }
        return "now " + on + " changed " + (before != on);
    }

    /** An alarm goes off. */
    String expire(World world) {
        if (isRunning() && newestFirst.get(0).timed && newestFirst.get(0).deadlineNanos - world.nanos() <= 0) {
            end(newestFirst.get(0), world);
        }
        return "expired";
    }

    private String end(ModelRun run, World world) {
        if (!world.readRefused() && !active) {
            lose(run);
            settle(world);
            return "lost " + run.id;
        }
        if (world.readRefused() || (!leaveOn && world.switchRefused())) {
            run.timed = true;
            run.deadlineNanos = world.nanos() + 5_000_000_000L;
            return "still on " + run.id;
        }
        if (!leaveOn) {
            turn(false);
        }
        return dump(run, world);
    }

    private String dump(ModelRun run, World world) {
        run.timed = false;
        run.deadlineNanos = 0;
        run.awaitsDump = world.dumpRefused();
        run.state = world.dumpRefused() ? RunState.FAILED : RunState.FINISHED;
        settle(world);
        return (world.dumpRefused() ? "not dumped " : "finished ") + run.id;
    }

    private void loseWhatIsOff(World world) {
        if (isRunning() && !active) {
            lose(newestFirst.get(0));
            settle(world);
        }
    }

    private static void lose(ModelRun run) {
        run.state = RunState.LOST;
        run.timed = false;
        run.deadlineNanos = 0;
    }

    private void settle(World world) {
        boolean needed = newestFirst.stream().anyMatch(run -> run.awaitsDump || run.state == RunState.RUNNING);
        if (!rateOwed || needed) {
            return;
        }
        if (rateFound != rateSet && rate == rateSet) {
            if (world.resetRefused()) {
                return;
            }
            rate = rateFound;
        }
        rateOwed = false;
    }

    private void turn(boolean on) {
        active = on;
        switchedByUs = true;
        switchedTo = on;
    }

    private long nextId(World world) {
        lastId = Math.max(lastId + 1, world.epochSecond());
        return lastId;
    }

    private ModelRun add(long id) {
        ModelRun run = new ModelRun();
        run.id = id;
        newestFirst.add(0, run);
        if (newestFirst.size() > most) {
            newestFirst.remove(newestFirst.size() - 1);
        }
        return run;
    }

    private Optional<ModelRun> find(long id) {
        return newestFirst.stream().filter(run -> run.id == id).findFirst();
    }

    private boolean isRunning() {
        return !newestFirst.isEmpty() && newestFirst.get(0).state == RunState.RUNNING;
    }
}
