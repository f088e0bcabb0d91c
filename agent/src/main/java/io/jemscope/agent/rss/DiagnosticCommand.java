package io.jemscope.agent.rss;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.jemscope.agent.rss.NativeTracking.Category;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Asks the JVM by the MBean that takes jcmd's commands. A class of its own, because a runtime need not have the modules.
 */
final class DiagnosticCommand {

    private DiagnosticCommand() {}

    /** What tracking was switched on with: {@code off}, {@code summary} or {@code detail}; null where this JVM hasn't it. */
    static @Nullable String level() {
        try {
            return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .getVMOption("NativeMemoryTracking")
                    .getValue();
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** What is tracked. The JVM has a lock for this question: may take its time. */
    static NativeTracking tracked(String level) {
        try {
            ObjectName name = new ObjectName("com.sun.management:type=DiagnosticCommand");
            MBeanServer server = MBeanServers.find(name);
            if (server == null) {
                return NativeTracking.without(
                        level,
                        "The program has no MBean server yet, and none is made for it in its first minute. Ask again"
                                + " then, or: jcmd PID VM.native_memory summary.");
            }
            Object text = server.invoke(
                    name, "vmNativeMemory", new Object[] {new String[] {"summary", "scale=b"}}, new String[] {
                        String[].class.getName()
                    });
            List<Category> categories = NativeTrackingParser.parse(String.valueOf(text));
            return categories.isEmpty()
                    ? NativeTracking.without(level, "What the JVM says of Native Memory Tracking can't be read.")
                    : new NativeTracking(level, categories, null);
        } catch (JMException | RuntimeException e) {
            return NativeTracking.without(
                    level, "The JVM's MBean for commands can't be asked; jcmd PID VM.native_memory summary may tell.");
        }
    }
}
