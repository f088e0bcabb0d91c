package io.jemscope.symbols;

import io.jemscope.profile.BuildId;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.UnknownFrame;
import io.jemscope.profile.UnsymbolizedReason;
import io.jemscope.symbols.binaries.Binaries;
import io.jemscope.symbols.demangle.Demangler;
import io.jemscope.symbols.elf.ElfException;
import io.jemscope.symbols.elf.ElfFile;
import io.jemscope.symbols.elf.Symbol;
import io.jemscope.symbols.elf.SymbolSearch;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The functions of the addresses that lie in one mapping. */
final class MappingSymbols {

    private final Mapping mapping;
    private final AddressSpace.PlainMapping plain;
    private final @Nullable ElfFile binary;
    private final SymbolSearch search;
    private final @Nullable UnsymbolizedReason reason;
    private final @Nullable SourceLines lines;
    private boolean nameless;
    private final Map<Symbol, NativeFrame> functions = new HashMap<>();

    private MappingSymbols(
            Mapping mapping,
            AddressSpace space,
            @Nullable ElfFile binary,
            SymbolSearch search,
            @Nullable UnsymbolizedReason reason,
            @Nullable SourceLines lines) {
        this.mapping = mapping;
        this.plain = space.plain(mapping);
        this.binary = binary;
        this.search = search;
        this.reason = reason;
        this.lines = lines;
    }

    static MappingSymbols resolve(
            Mapping mapping, AddressSpace space, List<Location> locations, SymbolSources sources) {
        Binaries binaries = sources.binaries();
        ElfFile binary = mapping.file() == null ? null : binaries.open(mapping);
        if (binary == null) {
            return unreadable(mapping, space, binaries.absence(mapping));
        }
        if (!isBuildOf(mapping, binary)) {
            return unreadable(mapping, space, UnsymbolizedReason.REPLACED);
        }
        long[] addresses = addresses(mapping, binary, locations);
        SymbolSearch search = new SymbolSearch(addresses);
        LazyDebugFile debugFile = new LazyDebugFile(binaries, mapping, binary);
        UnsymbolizedReason reason = search(search, binary, debugFile);
        Mapping identified = withBuildId(mapping, binary.buildId());
        SourceLines lines = sources.detail() == Detail.LINES && addresses.length > 0
                ? SourceLines.find(identified, debugFile, binary, addresses, sources)
                : null;
        return new MappingSymbols(identified, space, binary, search, reason, lines);
    }

    /** Returns the symbols of a mapping whose file isn't used. */
    static MappingSymbols unreadable(Mapping mapping, AddressSpace space, UnsymbolizedReason reason) {
        return new MappingSymbols(mapping, space, null, new SymbolSearch(new long[0]), reason, null);
    }

    /** Returns why some of the locations named so far have no function; null if all have one, or the file has all its symbols. */
    @Nullable
    UnsymbolizedReason unsymbolizedReason() {
        return nameless ? reason : null;
    }

    /** Returns whether the mapping's file was read. */
    boolean isRead() {
        return binary != null;
    }

    /** Returns the locations' addresses in the file, for those in a segment. */
    private static long[] addresses(Mapping mapping, ElfFile binary, List<Location> locations) {
        long[] addresses = new long[locations.size()];
        int count = 0;
        for (Location location : locations) {
            OptionalLong address = binary.addressOf(fileOffset(mapping, location));
            if (address.isPresent()) {
                addresses[count++] = address.getAsLong();
            }
        }
        return Arrays.copyOf(addresses, count);
    }

    /** Searches the file and its debug file; returns why addresses may stay without a name. */
    private static @Nullable UnsymbolizedReason search(SymbolSearch search, ElfFile binary, LazyDebugFile debug) {
        boolean stripped = !binary.hasFullTable();
        try {
            if (stripped) {
                // First the debug file: its table has all exported symbols, and more names for the same address.
                ElfFile debugFile = debug.get();
                if (debugFile != null) {
                    stripped = !debugFile.hasFullTable();
                    debugFile.search(search);
                }
            }
            binary.search(search);
            return stripped ? UnsymbolizedReason.STRIPPED : null;
        } catch (ElfException e) {
            // The file was truncated meanwhile: names found so far are right, the other addresses stay without.
            return UnsymbolizedReason.UNREADABLE;
        }
    }

    /** Returns whether the file is the mapped build: a file that replaced it has other functions at the same addresses. */
    private static boolean isBuildOf(Mapping mapping, ElfFile binary) {
        BuildId mapped = mapping.buildId();
        if (mapped != null && binary.buildId() != null) {
            return mapped.equals(binary.buildId());
        }
        return mapped == null && mapping.fileOffset() >= 0 && mapping.fileOffset() < binary.bytes();
    }

    private static Mapping withBuildId(Mapping mapping, @Nullable BuildId buildId) {
        return new Mapping(
                mapping.start(), mapping.limit(), mapping.fileOffset(), mapping.file(), mapping.deleted(), buildId);
    }

    private static long fileOffset(Mapping mapping, Location location) {
        return AddressSpace.callSite(location.address()) - mapping.start() + mapping.fileOffset();
    }

    /** The mapping, with its file's build id if known. */
    Mapping mapping() {
        return mapping;
    }

    /** Returns why the file's source lines couldn't be read; null if they could, or if it has none. */
    @Nullable
    String lineProblem() {
        return lines == null ? null : lines.problem();
    }

    /** Returns a location of this mapping with its frames. */
    Location name(Location location) {
        return new Location(location.address(), mapping, frames(location));
    }

    private List<Frame> frames(Location location) {
        OptionalLong address = binary == null ? OptionalLong.empty() : binary.addressOf(fileOffset(mapping, location));
        if (address.isEmpty()) {
            Frame frame = plain.frame(AddressSpace.callSite(location.address()));
            nameless |= frame instanceof UnknownFrame unknown && unknown.library() != null;
            return List.of(frame);
        }
        Symbol symbol = search.symbol(address.getAsLong());
        NativeFrame function = symbol == null ? null : function(symbol);
        List<Frame> frames = lines == null ? List.of() : lines.frames(address.getAsLong(), function);
        if (!frames.isEmpty()) {
            return frames;
        }
        return List.of(function == null ? unknown(binary, address.getAsLong()) : function);
    }

    /** Returns one frame for all call sites in a function without a name, if its bounds are known. */
    private UnknownFrame unknown(@Nullable ElfFile file, long address) {
        nameless = true;
        OptionalLong start = file == null ? OptionalLong.empty() : file.functionStart(address);
        return new UnknownFrame(mapping.file(), start.orElse(address));
    }

    /** Returns one frame for all call sites in a function, so that its name is demangled and stored once. */
    private NativeFrame function(Symbol symbol) {
        NativeFrame frame = functions.get(symbol);
        if (frame == null) {
            frame = new NativeFrame(Demangler.name(symbol.name()), symbol.name(), mapping.file(), null);
            functions.put(symbol, frame);
        }
        return frame;
    }
}
