package io.jemscope.symbols.elf;

import io.jemscope.profile.BuildId;
import io.jemscope.profile.Mapping;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * An executable or shared library: its build id, and the function at an address. The symbol tables are mapped, not loaded, and
 * stay readable after the file is deleted or replaced; no descriptor is kept open.
 *
 * <p>Safe for use by several threads. The garbage collector unmaps the tables with this object.
 */
public final class ElfFile {

    // Chromium with all symbols has some two million.
    private static final long MAX_SYMBOLS = 1 << 24;
    private static final int MAX_LINK_BYTES = 1 << 12;

    /**
     * The link of a stripped file to its debug file: the section {@code .gnu_debuglink} (GDB manual, "Debugging Information in
     * Separate Files").
     *
     * @param fileName the debug file's name, without a folder
     * @param crc32 the CRC-32 of the debug file's whole content
     */
    public record DebugLink(String fileName, int crc32) {}

    private final Path path;
    private final long bytes;
    private final List<Segment> segments;
    private final @Nullable BuildId buildId;
    private final @Nullable DebugLink debugLink;
    private final @Nullable SymbolTable full;
    private final @Nullable SymbolTable dynamic;
    private final @Nullable UnwindTable unwinding;

    private ElfFile(Path path, FileBytes file) throws IOException {
        ElfHeaders headers = ElfHeaders.read(file);
        this.path = path;
        this.bytes = file.size();
        this.segments = List.copyOf(headers.segments());
        this.buildId = headers.buildId();
        this.debugLink = debugLink(file, headers);
        this.full = table(file, headers.sections(), Section.SYMTAB);
        this.dynamic = table(file, headers.sections(), Section.DYNSYM);
        this.unwinding = unwinding(file, headers);
    }

    /**
     * Opens a file and maps its tables.
     *
     * @throws ElfException if it is not a regular file, not a 64-bit little-endian ELF executable or library, or damaged
     * @throws IOException if it can't be opened or read
     */
    public static ElfFile open(Path path) throws IOException {
        try (FileBytes file = FileBytes.open(path)) {
            return new ElfFile(path, file);
        }
    }

    /** The path at which the file was opened; it may name another file by now. */
    public Path path() {
        return path;
    }

    /** The file's length in bytes. */
    public long bytes() {
        return bytes;
    }

    /** The build id; null if the file has none. */
    public @Nullable BuildId buildId() {
        return buildId;
    }

    /** The link to the debug file; null if the file has none. */
    public @Nullable DebugLink debugLink() {
        return debugLink;
    }

    /** Returns whether the file has its full symbol table ({@code .symtab}), and not only exported symbols. */
    public boolean hasFullTable() {
        return full != null;
    }

    /**
     * Returns the address of a byte of the file, as {@code nm} prints addresses.
     *
     * @return the address; empty if no {@code PT_LOAD} segment has the byte. Neighbouring segments can share a page; then the
     *     executable one counts.
     */
    public OptionalLong addressOf(long fileOffset) {
        OptionalLong address = OptionalLong.empty();
        for (Segment segment : segments) {
            if (segment.holds(fileOffset) && (address.isEmpty() || segment.executable())) {
                address = OptionalLong.of(segment.address() + (fileOffset - segment.fileOffset()));
            }
        }
        return address;
    }

    /**
     * Returns the mappings of the file's executable segments at the addresses that the file is linked to.
     *
     * @param file the path of the mappings
     * @return a mapping for each executable segment, without a build id, since it isn't known which build ran; empty for
     *     position-independent libraries and programs
     */
    public List<Mapping> linkedMappings(String file) {
        List<Mapping> mappings = new ArrayList<>();
        for (Segment segment : segments) {
            if (segment.executable() && segment.address() != 0 && segment.address() != segment.fileOffset()) {
                mappings.add(new Mapping(
                        segment.address(),
                        segment.address() + segment.fileBytes(),
                        segment.fileOffset(),
                        file,
                        false,
                        null));
            }
        }
        return mappings;
    }

    /**
     * Looks up the search's missing addresses in {@code .symtab}, then in {@code .dynsym}.
     *
     * @throws ElfException if the file was truncated after it was opened
     */
    public void search(SymbolSearch search) throws ElfException {
        try {
            if (full != null) {
                full.search(search);
            }
            if (dynamic != null) {
                dynamic.search(search);
            }
        } catch (InternalError e) {
            throw truncated(path, e);
        }
    }

    /**
     * Returns the first address of the function that covers an address, which may have no symbol.
     *
     * @param address an address in the file
     * @return the function's first address; empty if the file doesn't have it
     */
    public OptionalLong functionStart(long address) {
        try {
            return unwinding == null ? OptionalLong.empty() : unwinding.functionStart(address);
        } catch (InternalError e) {
            // The JVM throws this for a mapped page that a truncated file no longer has.
            return OptionalLong.empty();
        }
    }

    /** Returns the name of a debug file below a debug folder by its build id; null if the id is too short for a name. */
    public static @Nullable String debugFileName(BuildId id) {
        String hex = id.hex();
        return hex.length() > 2 ? ".build-id/" + hex.substring(0, 2) + "/" + hex.substring(2) + ".debug" : null;
    }

    private static @Nullable UnwindTable unwinding(FileBytes file, ElfHeaders headers) throws IOException {
        Segment table = headers.unwinding();
        for (Segment segment : headers.segments()) {
            if (table != null
                    && segment.holds(table.fileOffset())
                    && segment.fileBytes() <= Integer.MAX_VALUE
                    && file.has(segment.fileOffset(), segment.fileBytes())) {
                return new UnwindTable(
                        file.map(segment.fileOffset(), segment.fileBytes(), "its segment of unwinding tables"),
                        segment.address(),
                        (int) (table.fileOffset() - segment.fileOffset()));
            }
        }
        return null;
    }

    /** Converts the error that the JVM throws for a mapped page that a truncated file no longer has. */
    static ElfException truncated(Path path, InternalError error) {
        ElfException exception = new ElfException(
                path + " can't be read for symbols: it was truncated meanwhile. Try again when it is complete.");
        exception.initCause(error);
        return exception;
    }

    private static @Nullable SymbolTable table(FileBytes file, List<Section> sections, int type) throws IOException {
        for (Section section : sections) {
            if (section.type() == type && section.link() > 0 && section.link() < sections.size()) {
                Section strings = sections.get(section.link());
                long entries = section.bytes() / SymbolTable.ENTRY_BYTES;
                if (isUsable(file, section)
                        && isUsable(file, strings)
                        && entries > 0
                        && entries <= MAX_SYMBOLS
                        && strings.bytes() <= Integer.MAX_VALUE) {
                    return new SymbolTable(
                            file.map(section.fileOffset(), entries * SymbolTable.ENTRY_BYTES, "its symbol table"),
                            file.map(strings.fileOffset(), strings.bytes(), "its symbol names"));
                }
            }
        }
        return null;
    }

    private static boolean isUsable(FileBytes file, Section section) {
        return section.isPlain() && file.has(section.fileOffset(), section.bytes());
    }

    private static @Nullable DebugLink debugLink(FileBytes file, ElfHeaders headers) throws IOException {
        for (Section section : headers.sections()) {
            boolean fits = section.bytes() > 8 && section.bytes() <= MAX_LINK_BYTES;
            if (section.name().equals(".gnu_debuglink") && fits && isUsable(file, section)) {
                return parseLink(file.read(section.fileOffset(), (int) section.bytes(), "its link to a debug file"));
            }
        }
        return null;
    }

    /** A name, its NUL, padding to a multiple of 4, and the CRC. */
    private static @Nullable DebugLink parseLink(ByteBuffer link) {
        String name = FileBytes.text(link, 0, link.limit(), StandardCharsets.UTF_8);
        int crc = (name.getBytes(StandardCharsets.UTF_8).length + 4) & ~3;
        // The name becomes part of a path: a folder, or a way out of one, is refused.
        boolean plain = !name.isEmpty() && name.indexOf('/') < 0 && !name.equals(".") && !name.equals("..");
        return plain && crc + 4 <= link.limit() ? new DebugLink(name, link.getInt(crc)) : null;
    }
}
