package io.jemscope.agent.web.api;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.Events;
import io.jemscope.agent.rss.ProcessStatus;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.Detection;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonObjectBody;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * {@code POST /api/v1/purges}: the allocator gives unused pages back, or the JVM collects its heap. If a purge lowers resident
 * memory, the allocator merely kept those pages; if a collection does, the memory belonged to direct buffers and streams of dead
 * objects. Neither is a leak. Threads' caches stay: only a thread can empty its own. While a dump is written a purge waits,
 * because jemalloc then holds its figures back. On glibc a purge is {@code malloc_trim}, and resident memory the whole process's.
 */
record PurgeResource(Allocator allocator, DumpStore dumps, Events events) implements Handler {

    /** The index that stands for all arenas: {@code MALLCTL_ARENAS_ALL}. */
    private static final String ALL_ARENAS = "arena.4096.";

    /** Frees what cleaners hold for dead Java objects. */
    private static final String COLLECT = "collect";

    private static final long CLEANERS_MILLIS = 500;

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException, IOException {
        request.allowParameters();
        String action = action(request);
        Detection detection = allocator.detection();
        boolean isJemalloc = detection.present();
        boolean isGlibc = detection.isGlibc();
        long before;
        long after;
        if (action.equals(COLLECT)) {
            before = lockedResident(isJemalloc);
            // Without the lock: a dump needn't wait for a collection.
            collect();
            after = lockedResident(isJemalloc);
        } else {
            dumps.between().lock();
            try {
                Control<Void> purge =
                        isGlibc && action.equals("purge") ? Control.TRIM : Control.action(ALL_ARENAS + action);
                before = resident(isJemalloc);
                allocator.run(purge);
                after = resident(isJemalloc);
            } catch (AllocatorException e) {
                events.record(EventKind.REFUSAL, e.what() + ": " + e.why());
                throw e;
            } finally {
                dumps.between().unlock();
            }
        }
        events.record(EventKind.PURGE, action + ": resident memory went from " + before + " to " + after + " bytes");
        JsonText json = new JsonText();
        json.beginObject();
        json.name("action").value(action);
        json.name("residentBefore").value(before);
        json.name("residentAfter").value(after);
        json.name("residentOf").value(isJemalloc ? "allocator" : "process");
        json.endObject();
        return Response.json(200, json);
    }

    private long lockedResident(boolean isJemalloc) throws AllocatorException, IOException {
        dumps.between().lock();
        try {
            return resident(isJemalloc);
        } finally {
            dumps.between().unlock();
        }
    }

    /** jemalloc's own resident memory; other allocators don't count theirs. */
    private long resident(boolean isJemalloc) throws AllocatorException, IOException {
        return isJemalloc
                ? allocator.memory().residentBytes()
                : ProcessStatus.own().residentBytes();
    }

    /** Collects the Java heap, and waits until the JDK's cleaners have had time to free what belonged to dead objects. */
    private static void collect() throws ApiException {
        long collections = collections();
        System.gc();
        if (collections() == collections) {
            throw new ApiException(
                    409,
                    "The Java heap was not collected",
                    "the JVM refuses explicit collections, as with -XX:+DisableExplicitGC",
                    "Wait for a complete collection, or start the program without that option.");
        }
        try {
            Thread.sleep(CLEANERS_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long collections() {
        long sum = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            sum += Math.max(0, collector.getCollectionCount());
        }
        return sum;
    }

    /** What jemalloc calls it, too: all unused pages at once, or what is due by the decay times; or the Java heap's. */
    private static String action(Request request) throws ApiException {
        String action = JsonObjectBody.of(request, "action").text("action").orElse("purge");
        if (!action.equals("purge") && !action.equals("decay") && !action.equals(COLLECT)) {
            throw new ApiException(
                    400,
                    "There is no such action",
                    "the actions are purge, decay and collect",
                    "Send {\"action\":\"purge\"}, {\"action\":\"decay\"} or {\"action\":\"collect\"}.");
        }
        return action;
    }
}
