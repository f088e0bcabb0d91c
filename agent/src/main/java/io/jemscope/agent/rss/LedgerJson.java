package io.jemscope.agent.rss;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.events.UtcTime;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ledger in JSON. */
final class LedgerJson {

    private LedgerJson() {}

    /** Writes the ledger as an object. */
    static void write(Ledger ledger, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("time").value(UtcTime.iso(ledger.time()));
        json.name("residentBytes").value(ledger.status().residentBytes());
        json.name("peakResidentBytes").value(ledger.status().peakResidentBytes());
        json.name("swappedBytes").value(ledger.status().swappedBytes());
        json.name("proportionalBytes").value(ledger.sums().proportionalBytes());
        json.name("hugetlbBytes").value(ledger.hugetlbBytes());
        json.name("retainedBytes").value(ledger.retainedBytes());
        json.name("threads").value(ledger.status().threads());
        json.name("processors").value(Runtime.getRuntime().availableProcessors());
        json.name("mappings").value(ledger.sums().mappings());
        json.name("complete").value(ledger.complete());
        write(json.name("container"), ledger.container());
        write(json.name("rows"), ledger.rows());
        json.name("remainderBytes").value(ledger.remainderBytes());
        write(json.name("nativeMemoryTracking"), ledger.tracking());
        json.endObject();
    }

    private static void write(JsonWriter json, ContainerMemory container) throws IOException {
        json.beginObject();
        json.name("version").value(container.version());
        json.name("usedBytes").value(container.usedBytes());
        json.name("limitBytes").value(container.limitBytes());
        json.name("highBytes").value(container.highBytes());
        json.name("inactiveFileBytes").value(container.inactiveFileBytes());
        json.name("why").value(container.why());
        json.endObject();
    }

    private static void write(JsonWriter json, List<LedgerRow> rows) throws IOException {
        json.beginArray();
        for (LedgerRow row : rows) {
            json.beginObject();
            json.name("name").value(row.name());
            write(json, row.memory());
            write(json, row.counted());
            json.name("count").value(row.count());
            json.name("note").value(row.note());
            write(json.name("of"), row.of());
            json.endObject();
        }
        json.endArray();
    }

    private static void write(JsonWriter json, @Nullable RowMemory memory) throws IOException {
        json.name("residentBytes").value(memory == null ? null : (Long) memory.residentBytes());
        json.name("bound").value(memory == null ? null : memory.bound().word());
        json.name("mostBytes").value(memory == null ? null : memory.mostBytes());
        json.name("swappedBytes").value(memory == null ? null : (Long) memory.swappedBytes());
        json.name("hugetlbBytes").value(memory == null ? null : (Long) memory.hugetlbBytes());
    }

    private static void write(JsonWriter json, LedgerRow.@Nullable Counted counted) throws IOException {
        json.name("countedBytes").value(counted == null ? null : (Long) counted.bytes());
        json.name("countedAs").value(counted == null ? null : counted.as().word());
    }

    private static void write(JsonWriter json, NativeTracking tracking) throws IOException {
        json.beginObject();
        json.name("level").value(tracking.level());
        json.name("why").value(tracking.why());
        json.name("categories").beginArray();
        for (NativeTracking.Category category : tracking.categories()) {
            json.beginObject();
            json.name("name").value(category.name());
            json.name("reservedBytes").value(category.reservedBytes());
            json.name("committedBytes").value(category.committedBytes());
            json.name("mallocBytes").value(category.mallocBytes());
            json.name("mappedBytes").value(category.mappedBytes());
            json.endObject();
        }
        json.endArray().endObject();
    }
}
