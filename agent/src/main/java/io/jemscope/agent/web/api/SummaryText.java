package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.allocator.AllocatorStatistics;
import io.jemscope.allocator.ArenaStatistics;
import io.jemscope.allocator.MemorySummary;
import io.jemscope.allocator.SizeClassStatistics;
import io.jemscope.httpd.JsonText;
import java.io.IOException;

/** The statistics' summary in JSON. */
final class SummaryText {

    private SummaryText() {}

    static JsonText of(AllocatorStatistics statistics) throws IOException {
        JsonText json = new JsonText();
        json.beginObject();
        write(json, statistics.memory());
        json.name("fragmentationRatio").value(statistics.fragmentationRatio());
        json.name("residentRatio").value(statistics.residentRatio());
        json.name("sizeClasses").beginArray();
        for (SizeClassStatistics one : statistics.sizeClasses()) {
            write(json, one);
        }
        json.endArray().name("arenas").beginArray();
        for (ArenaStatistics arena : statistics.arenas()) {
            write(json, arena);
        }
        json.endArray().endObject();
        return json;
    }

    /** Writes the members of an object. */
    static void write(JsonWriter json, MemorySummary memory) throws IOException {
        json.name("allocatedBytes").value(memory.allocatedBytes());
        json.name("activeBytes").value(memory.activeBytes());
        json.name("metadataBytes").value(memory.metadataBytes());
        json.name("residentBytes").value(memory.residentBytes());
        json.name("mappedBytes").value(memory.mappedBytes());
        json.name("retainedBytes").value(memory.retainedBytes());
    }

    private static void write(JsonWriter json, SizeClassStatistics one) throws IOException {
        json.beginObject();
        json.name("sizeBytes").value(one.sizeBytes());
        json.name("small").value(one.small());
        json.name("count").value(one.count());
        json.name("bytes").value(one.bytes());
        json.name("allocations").value(one.allocations());
        json.name("releases").value(one.releases());
        json.name("slabBytes").value(one.slabBytes());
        json.endObject();
    }

    private static void write(JsonWriter json, ArenaStatistics arena) throws IOException {
        json.beginObject();
        json.name("index").value(arena.index());
        json.name("threads").value(arena.threads());
        json.name("smallBytes").value(arena.smallBytes());
        json.name("largeBytes").value(arena.largeBytes());
        json.name("activeBytes").value(arena.activeBytes());
        json.name("dirtyBytes").value(arena.dirtyBytes());
        json.name("muzzyBytes").value(arena.muzzyBytes());
        json.name("residentBytes").value(arena.residentBytes());
        json.name("mappedBytes").value(arena.mappedBytes());
        json.name("retainedBytes").value(arena.retainedBytes());
        json.endObject();
    }
}
