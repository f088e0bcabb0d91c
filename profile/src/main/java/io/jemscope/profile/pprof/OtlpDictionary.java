package io.jemscope.profile.pprof;

import io.jemscope.profile.BuildId;
import io.jemscope.profile.Frame;
import io.jemscope.profile.IdAssigner;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.MarkerFrame;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tables that the profiles of one OTLP message share ({@code ProfilesDictionary}). An entry is its encoded message, so equal ones
 * have one number. Number 0 of each table is the empty message, which stands for "not set". Only what is asked for gets a number.
 */
final class OtlpDictionary {

    private static final byte[] NO_TRACE = new byte[16];
    private static final byte[] NO_SPAN = new byte[8];

    private final IdAssigner<ByteBuffer> mappings = table();
    private final IdAssigner<ByteBuffer> locations = table();
    private final IdAssigner<ByteBuffer> functions = table();
    private final IdAssigner<ByteBuffer> attributes = table();
    private final IdAssigner<ByteBuffer> stacks = table();
    private final IdAssigner<String> strings = new IdAssigner<>();

    private final MappingTally tally;

    /** The numbers of the profile's locations; samples share these. */
    private final Map<Location, Integer> known = new HashMap<>();

    OtlpDictionary(MappingTally tally) {
        this.tally = tally;
        strings.of("");
    }

    private static IdAssigner<ByteBuffer> table() {
        IdAssigner<ByteBuffer> table = new IdAssigner<>();
        table.of(ByteBuffer.wrap(new byte[0]));
        return table;
    }

    private static int number(IdAssigner<ByteBuffer> table, ProtobufWriter message) {
        return table.of(ByteBuffer.wrap(message.toBytes()));
    }

    int string(String text) {
        return strings.of(text);
    }

    int attribute(String key, String value) {
        ProtobufWriter any = new ProtobufWriter();
        any.text(1, value);
        return attribute(key, any, "");
    }

    /** An attribute with several values. */
    int attribute(String key, List<String> values) {
        if (values.size() == 1) {
            return attribute(key, values.get(0));
        }
        ProtobufWriter list = new ProtobufWriter();
        for (String value : values) {
            ProtobufWriter any = new ProtobufWriter();
            any.text(1, value);
            list.message(1, any);
        }
        ProtobufWriter any = new ProtobufWriter();
        any.message(5, list);
        return attribute(key, any, "");
    }

    /** An attribute that is a number, with its unit as UCUM writes it. */
    int attribute(String key, long value, String unit) {
        ProtobufWriter any = new ProtobufWriter();
        any.choice(3, value);
        return attribute(key, any, unit);
    }

    private int attribute(String key, ProtobufWriter any, String unit) {
        ProtobufWriter entry = new ProtobufWriter();
        entry.number(1, string(key));
        entry.message(2, any);
        entry.number(3, string(unit));
        return number(attributes, entry);
    }

    int stack(List<Location> stack) {
        ProtobufWriter entry = new ProtobufWriter();
        entry.packed(1, stack.stream().mapToLong(this::location).toArray());
        return number(stacks, entry);
    }

    private int location(Location location) {
        Integer number = known.get(location);
        if (number == null) {
            ProtobufWriter entry = new ProtobufWriter();
            int mapping = tally.id(location);
            entry.number(1, mapping == 0 ? 0 : mapping(tally.entries().get(mapping - 1)));
            entry.number(2, location.address());
            for (Frame frame : location.frames()) {
                ProtobufWriter line = new ProtobufWriter();
                line.number(1, function(PprofFunctionCodec.of(frame)));
                line.number(2, frame.line());
                entry.message(3, line);
            }
            String type = type(location);
            if (type != null) {
                entry.packed(4, new long[] {attribute("profile.frame.type", type)});
            }
            number = number(locations, entry);
            known.put(location, number);
        }
        return number;
    }

    /** The frames' origin as OpenTelemetry's conventions name it; null for a mark. */
    private static @Nullable String type(Location location) {
        Frame innermost = location.frames().isEmpty() ? null : location.frames().get(0);
        if (innermost instanceof JavaFrame || location.isJava()) {
            return "jvm";
        }
        return innermost instanceof MarkerFrame ? null : "native";
    }

    private int function(PprofFunctionCodec function) {
        ProtobufWriter entry = new ProtobufWriter();
        entry.number(1, string(function.name()));
        entry.number(2, string(function.systemName()));
        entry.number(3, string(function.file()));
        return number(functions, entry);
    }

    private int mapping(MappingTally.Entry each) {
        Mapping mapping = each.mapping();
        List<Integer> facts = new ArrayList<>();
        BuildId buildId = mapping.buildId();
        if (buildId != null) {
            facts.add(attribute("process.executable.build_id.gnu", buildId.hex()));
        }
        addFlag(facts, "pprof.mapping.has_functions", each.hasFunctions());
        addFlag(facts, "pprof.mapping.has_filenames", each.hasFiles());
        addFlag(facts, "pprof.mapping.has_line_numbers", each.hasLines());
        addFlag(facts, "pprof.mapping.has_inline_frames", each.hasInlines());
        ProtobufWriter entry = new ProtobufWriter();
        entry.number(1, mapping.start());
        entry.number(2, mapping.limit());
        entry.number(3, mapping.fileOffset());
        entry.number(4, string(mapping.shownName()));
        entry.packed(5, facts.stream().mapToLong(Integer::longValue).toArray());
        return number(mappings, entry);
    }

    private void addFlag(List<Integer> facts, String key, boolean isSet) {
        if (isSet) {
            ProtobufWriter any = new ProtobufWriter();
            any.truth(2, true);
            facts.add(attribute(key, any, ""));
        }
    }

    /** The tables, once everything else is written. */
    ProtobufWriter message() {
        ProtobufWriter message = new ProtobufWriter();
        add(message, 1, mappings);
        add(message, 2, locations);
        add(message, 3, functions);
        ProtobufWriter noLink = new ProtobufWriter();
        noLink.bytes(1, NO_TRACE);
        noLink.bytes(2, NO_SPAN);
        message.message(4, noLink);
        for (String text : strings.inOrder()) {
            message.text(5, text);
        }
        add(message, 6, attributes);
        add(message, 7, stacks);
        return message;
    }

    private static void add(ProtobufWriter message, int field, IdAssigner<ByteBuffer> table) {
        for (ByteBuffer entry : table.inOrder()) {
            message.bytes(field, bytes(entry));
        }
    }

    static byte[] bytes(ByteBuffer entry) {
        byte[] bytes = new byte[entry.remaining()];
        entry.duplicate().get(bytes);
        return bytes;
    }
}
