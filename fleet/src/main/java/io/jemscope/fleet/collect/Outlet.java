package io.jemscope.fleet.collect;

import io.jemscope.fleet.sink.Delivery;
import io.jemscope.fleet.sink.Sink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Carries profiles from the spool to the sink, in batches, on the thread that calls it. */
final class Outlet {

    /** A batch of 200 profiles is some ten MB, and takes DuckDB a second or two. */
    private static final int BATCH = 200;

    private final Spool spool;
    private final Sink sink;
    private final CollectorFigures figures;
    private final Consumer<String> log;

    Outlet(Spool spool, Sink sink, CollectorFigures figures, Consumer<String> log) {
        this.spool = spool;
        this.sink = sink;
        this.figures = figures;
        this.log = log;
    }

    /**
     * Empties the spool.
     *
     * @return false if the sink fails: what is left stays in the spool
     */
    boolean drain() throws InterruptedException {
        while (spool.count() > 0) {
            try {
                drainBatch();
                figures.sinkWorks();
            } catch (IOException | RuntimeException e) {
                // A fault of ours must not end the writing; the profiles stay, and its text is in the log and in
                // /health.
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                String why = e instanceof IOException ? String.valueOf(e.getMessage()) : e.toString();
                if (figures.sinkFails(why)) {
                    log.accept("the profiles stay in the spool: " + why);
                }
                return false;
            }
        }
        return true;
    }

    private void drainBatch() throws IOException {
        Map<String, @Nullable Delivery> batch = spool.oldest(BATCH);
        List<Delivery> deliveries = new ArrayList<>();
        for (Map.Entry<String, @Nullable Delivery> each : batch.entrySet()) {
            Delivery delivery = each.getValue();
            if (delivery == null) {
                figures.refused();
                log.accept("the file " + each.getKey() + " of the spool is damaged, and was deleted");
            } else {
                deliveries.add(delivery);
            }
        }
        List<Sink.Refused> refused = deliveries.isEmpty() ? List.of() : sink.write(deliveries);
        // Only now: until the sink has them, they may be sent again.
        spool.remove(batch.keySet());
        for (Sink.Refused each : refused) {
            figures.refused();
            log.accept("the profile of " + each.delivery().agent() + " wasn't stored: " + each.why());
        }
        figures.stored(deliveries.size() - refused.size());
    }
}
