package io.jemscope.agent.rss;

import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Finds the platform's MBean server. To make it loads a thousand classes and sets up {@code java.util.logging}, which servers
 * want to do themselves as they start. So the program's own is taken; where it has none, one is made only of a program that
 * has run for a while.
 */
public final class MBeanServers {

    private static final long SETTLED_MILLIS = 60_000;

    private MBeanServers() {}

    /**
     * The server.
     *
     * @param name a bean that the platform's server has
     * @return null if the program has none and has run for less than a minute
     */
    public static @Nullable MBeanServer find(ObjectName name) {
        List<MBeanServer> made = MBeanServerFactory.findMBeanServer(null);
        // The program may have made others, with unknown behaviour.
        for (MBeanServer server : made) {
            if (isOfTheJdk(server) && server.isRegistered(name)) {
                return server;
            }
        }
        for (MBeanServer server : made) {
            if (!isOfTheJdk(server) && server.isRegistered(name)) {
                return server;
            }
        }
        boolean settled = ManagementFactory.getRuntimeMXBean().getUptime() >= SETTLED_MILLIS;
        return settled ? ManagementFactory.getPlatformMBeanServer() : null;
    }

    private static boolean isOfTheJdk(MBeanServer server) {
        return server.getClass().getModule().equals(MBeanServer.class.getModule());
    }
}
