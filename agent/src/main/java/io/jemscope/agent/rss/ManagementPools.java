package io.jemscope.agent.rss;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;

/**
 * Reads the JVM's beans. Apart from who uses it: a runtime need not have the module. No MBean server is made for it, which
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
}
