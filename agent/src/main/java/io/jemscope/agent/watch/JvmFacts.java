package io.jemscope.agent.watch;

import com.google.gson.stream.JsonWriter;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.MallocOption;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;

/** What this JVM and its jemalloc were started with. A class of its own, because a runtime need not have the module. */
final class JvmFacts {

    private JvmFacts() {}

    static void write(Allocator allocator, JsonWriter json) throws IOException {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        json.beginObject();
        json.name("java").value(System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        json.name("uptimeMillis").value(runtime.getUptime());
        json.name("processors").value(Runtime.getRuntime().availableProcessors());
        json.name("maxHeapBytes").value(Runtime.getRuntime().maxMemory());
        json.name("threads").value(ManagementFactory.getThreadMXBean().getThreadCount());
        json.name("classes").value(ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
        json.name("collectors").beginArray();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            json.value(collector.getName() + ": " + collector.getCollectionCount() + " collections, "
                    + collector.getCollectionTime() + " ms");
        }
        json.endArray();
        json.name("options").beginArray();
        for (String option : runtime.getInputArguments()) {
            json.value(withoutSecret(option));
        }
        json.endArray();
        json.name("jemalloc").beginObject();
        try {
            for (MallocOption option : allocator.options()) {
                json.name(option.name()).value(String.valueOf(option.value()));
            }
        } catch (AllocatorException e) {
            json.name("missing").value(e.getMessage());
        }
        json.endObject();
        json.endObject();
    }

    /**
     * Whether the JVM's log leaves out what concerns its tool interface: for each error it tells an agent of, the JVM would
     * print a line.
     */
    static boolean isSilent() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().contains("-Xlog:jvmti=off");
    }

    /** A bundle is sent to others: only the JVM's own options have their values, of others the name is left. */
    static String withoutSecret(String option) {
        boolean isJvms = option.startsWith("-X") || option.startsWith("-verbose") || option.startsWith("--add-");
        int value = option.indexOf('=') + 1;
        return isJvms || value == 0 ? option : option.substring(0, value) + "(left out)";
    }
}
