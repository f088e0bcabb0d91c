package io.jemscope.agent.ledger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the JVM keeps some of its variables, from the table that libjvm exports for debuggers ({@code gHotSpotVMStructs},
 * HotSpot's {@code vmStructs.hpp}). It is read as a debugger would: the JVM isn't asked, and nothing of it waits.
 */
final class VmStructs {

    private static final String PREFIX = "gHotSpotVMStruct";
    private static final int MOST_ENTRIES = 1 << 14;
    private static final int MOST_STRIDE = 1 << 8;

    private final Map<String, Long> variables = new HashMap<>();
    private final Map<String, Long> offsets = new HashMap<>();

    /**
     * Reads the table.
     *
     * @param memory the process's
     * @param libjvm where libjvm begins
     * @param types the types of which the fields are wanted
     * @throws IOException where this JVM has no such table
     */
    VmStructs(ProcessMemory memory, long libjvm, Iterable<String> types) throws IOException {
        Map<String, Long> exports = LibraryExports.find(memory, libjvm, PREFIX);
        long table = memory.word(export(exports, "s"));
        int stride = number(memory, exports, "EntryArrayStride", MOST_STRIDE);
        int last = stride - Long.BYTES;
        int typeAt = number(memory, exports, "EntryTypeNameOffset", last);
        int fieldAt = number(memory, exports, "EntryFieldNameOffset", last);
        int staticAt = number(memory, exports, "EntryIsStaticOffset", last);
        int offsetAt = number(memory, exports, "EntryOffsetOffset", last);
        int addressAt = number(memory, exports, "EntryAddressOffset", last);
        // One type has many fields, and mostly one copy of its name.
        Map<Long, String> names = new HashMap<>();
        for (int i = 0; i < MOST_ENTRIES; i++) {
            ByteBuffer entry = memory.read(table + (long) i * stride, stride);
            long type = entry.getLong(typeAt);
            if (type == 0) {
                return;
            }
            String name = names.get(type);
            if (name == null) {
                name = memory.text(type);
                names.put(type, name);
            }
            for (String wanted : types) {
                if (wanted.equals(name)) {
                    String field = name + "." + memory.text(entry.getLong(fieldAt));
                    boolean isStatic = entry.getInt(staticAt) != 0;
                    (isStatic ? variables : offsets).put(field, entry.getLong(isStatic ? addressAt : offsetAt));
                }
            }
        }
    }

    /** The address of a static field; null where this JVM has none. */
    @Nullable
    Long variable(String name) {
        return variables.get(name);
    }

    /** The offset of a field in its object; null where this JVM has none. */
    @Nullable
    Long offset(String name) {
        return offsets.get(name);
    }

    private static long export(Map<String, Long> exports, String name) throws IOException {
        Long address = exports.get(PREFIX + name);
        if (address == null) {
            throw new IOException("it exports no " + PREFIX + name);
        }
        return address;
    }

    private static int number(ProcessMemory memory, Map<String, Long> exports, String name, int most)
            throws IOException {
        long value = memory.word(export(exports, name));
        if (value < 0 || value > most) {
            throw new IOException("its table of variables has another form");
        }
        return (int) value;
    }
}
