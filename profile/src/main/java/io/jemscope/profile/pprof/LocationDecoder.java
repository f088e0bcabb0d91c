package io.jemscope.profile.pprof;

import io.jemscope.profile.BuildId;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes mappings, functions and locations, which refer to each other by their numbers. */
final class LocationDecoder {

    private final PprofDecoder strings;
    private boolean converted;
    private final Map<Long, Mapping> mappings = new HashMap<>();
    private final Map<Long, Function> functions = new HashMap<>();
    private final Map<Long, Location> locations = new HashMap<>();

    /** A function, and its frame if it isn't a native one. */
    private record Function(
            PprofFunctionCodec form, @Nullable Frame special) {}

    LocationDecoder(PprofDecoder strings) {
        this.strings = strings;
    }

    void read(
            List<ProtobufReader> mappingMessages,
            List<ProtobufReader> functionMessages,
            List<ProtobufReader> locationMessages)
            throws FormatException {
        converted = strings.isConverted();
        for (ProtobufReader message : mappingMessages) {
            readMapping(message);
        }
        for (ProtobufReader message : functionMessages) {
            readFunction(message);
        }
        for (ProtobufReader message : locationMessages) {
            readLocation(message);
        }
    }

    /** The mappings of files and memory, by ascending address. */
    List<Mapping> mappings() {
        return mappings.values().stream()
                .filter(mapping -> !PprofMappingCodec.isPseudo(mapping))
                .sorted((one, other) -> Long.compareUnsigned(one.start(), other.start()))
                .toList();
    }

    /** The locations by their numbers. */
    Map<Long, Location> byId() {
        return locations;
    }

    private void readMapping(ProtobufReader message) throws FormatException {
        long id = 0;
        long start = 0;
        long limit = 0;
        long offset = 0;
        String file = "";
        String buildId = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> id = message.number();
                case 2 -> start = message.number();
                case 3 -> limit = message.number();
                case 4 -> offset = message.number();
                case 5 -> file = strings.string(message.number());
                case 6 -> buildId = strings.string(message.number());
                default -> {
                    // Flags about the locations, which the locations have too.
                }
            }
        }
        // Go's own build ids aren't hexadecimal.
        BuildId known = BuildId.isId(buildId) ? new BuildId(buildId) : null;
        put(mappings, id, Mapping.shown(start, limit, offset, file, known), "mapping");
    }

    private void readFunction(ProtobufReader message) throws FormatException {
        long id = 0;
        String name = "";
        String systemName = "";
        String file = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> id = message.number();
                case 2 -> name = strings.string(message.number());
                case 3 -> systemName = strings.string(message.number());
                case 4 -> file = strings.string(message.number());
                default -> {
                    // Where the function begins; the model has no place for it.
                }
            }
        }
        PprofFunctionCodec form = new PprofFunctionCodec(name.isEmpty() ? systemName : name, systemName, file);
        Frame special = form.special();
        if (special == null && converted) {
            special = AsyncProfilerNames.method(form.name());
        }
        put(functions, id, new Function(form, special), "function");
    }

    private void readLocation(ProtobufReader message) throws FormatException {
        long id = 0;
        long address = 0;
        long mappingId = 0;
        List<ProtobufReader> lines = new ArrayList<>(1);
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> id = message.number();
                case 2 -> mappingId = message.number();
                case 3 -> address = message.number();
                case 4 -> lines.add(message.message());
                default -> {
                    // Whether identical functions were folded.
                }
            }
        }
        Mapping mapping = mappingId == 0 ? null : get(mappings, mappingId, "mapping");
        String library = mapping == null || PprofMappingCodec.isPseudo(mapping) ? null : mapping.file();
        List<Frame> frames = new ArrayList<>(lines.size());
        for (ProtobufReader line : lines) {
            Frame frame = frame(line, library);
            if (frame != null) {
                frames.add(frame);
            }
        }
        Mapping real = mapping != null && PprofMappingCodec.isPseudo(mapping) ? null : mapping;
        put(locations, id, new Location(address, real, frames), "location");
    }

    private @Nullable Frame frame(ProtobufReader message, @Nullable String library) throws FormatException {
        long functionId = 0;
        long line = 0;
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                functionId = message.number();
            } else if (field == 2) {
                line = message.number();
            }
        }
        if (functionId == 0) {
            return null;
        }
        Function function = get(functions, functionId, "function");
        int known = (int) Math.min(Math.max(line, 0), Integer.MAX_VALUE);
        return function.form().frame(function.special(), known, library);
    }

    private static <T> void put(Map<Long, T> parts, long id, T part, String what) throws FormatException {
        if (id == 0) {
            throw PprofReader.failure("a " + what + " has no number");
        }
        if (parts.put(id, part) != null) {
            throw PprofReader.failure("two parts have the number of " + what + " " + Long.toUnsignedString(id));
        }
    }

    private static <T> T get(Map<Long, T> parts, long id, String what) throws FormatException {
        T part = parts.get(id);
        if (part == null) {
            throw PprofReader.failure("it refers to " + what + " " + Long.toUnsignedString(id) + ", which isn't there");
        }
        return part;
    }
}
