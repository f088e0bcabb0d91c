package io.jemscope.agent.rss;

import com.sun.management.GcInfo;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.util.Map;

/**
 * Reads the JVM's beans. A class of its own, because a runtime need not have the module. No MBean server is made for it, which
 * would set the program's logging up as well.
 */
final class ManagementPools {

    private ManagementPools() {}

    static JvmFigures.Pools read() {
        long metaspace = 0;
        long classSpace = 0;
        long code = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage usage = pool.getUsage();
            String name = pool.getName();
            if (usage == null) {
                continue;
            }
            if (name.equals("Metaspace")) {
                metaspace = usage.getCommitted();
            } else if (name.equals("Compressed Class Space")) {
                classSpace = usage.getCommitted();
            } else if (name.startsWith("Code")) {
                code += usage.getCommitted();
            }
        }
        long[] direct = new long[2];
        long[] mapped = new long[2];
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            // There are two of mapped files: the second one's name begins alike.
            long[] sum = pool.getName().equals("direct") ? direct : mapped;
            sum[0] += Math.max(0, pool.getMemoryUsed());
            sum[1] += Math.max(0, pool.getCount());
        }
        // The pool Metaspace has the class space in it.
        return new JvmFigures.Pools(
                Math.max(0, metaspace - classSpace), classSpace, code, direct[0], direct[1], mapped[0], mapped[1]);
    }

    /** Collections and loaded classes. */
    static void addCollections(Map<String, Double> figures) {
        figures.put("classes.count", (double)
                ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
        long started = ManagementFactory.getRuntimeMXBean().getStartTime();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            figures.put("gc." + collector.getName() + ".count", (double) Math.max(0, collector.getCollectionCount()));
            figures.put("gc." + collector.getName() + ".ms", (double) Math.max(0, collector.getCollectionTime()));
            if (isOfWholeHeap(collector.getName()) && collector.getCollectionCount() > 0) {
                addLast(collector, started, figures);
            }
        }
    }

    /** By the names of HotSpot's collectors. */
    private static boolean isOfWholeHeap(String collector) {
        return collector.endsWith("Old Generation")
                || collector.endsWith("MarkSweep")
                || collector.equals("MarkSweepCompact")
                || collector.endsWith("Major Cycles")
                || collector.equals("ZGC Cycles")
                || collector.equals("Shenandoah Cycles");
    }

    private static void addLast(GarbageCollectorMXBean collector, long started, Map<String, Double> figures) {
        if (collector instanceof com.sun.management.GarbageCollectorMXBean detailed) {
            GcInfo last = detailed.getLastGcInfo();
            if (last != null) {
                figures.put("gc.whole.last.epochMs", (double) (started + last.getEndTime()));
            }
        }
    }
}
