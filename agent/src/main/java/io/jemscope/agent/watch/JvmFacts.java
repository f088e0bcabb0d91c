package io.jemscope.agent.watch;

import com.google.gson.stream.JsonWriter;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.MallocOption;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.util.Locale;

/** What this JVM and its jemalloc were started with. A class of its own, because a runtime need not have the module. */
final class JvmFacts {

    private static final String[] SECRETS = {"password", "passwd", "secret", "token", "credential", "apikey", "api.key"
    };

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

    /** A bundle is sent to others. */
    static String withoutSecret(String option) {
        int value = option.indexOf('=') + 1;
        String name = option.substring(0, value).toLowerCase(Locale.ROOT);
        for (String secret : SECRETS) {
            if (name.contains(secret)) {
                return option.substring(0, value) + "(left out)";
            }
        }
        return option;
    }
}
