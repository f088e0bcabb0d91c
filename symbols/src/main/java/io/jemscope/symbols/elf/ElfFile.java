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
 * An executable or shared library: which function covers an address, and which build it is. The symbol tables are
 * mapped, not loaded, and stay readable when the file is deleted or replaced by a new one; no descriptor is kept open.
 *
 * <p>Safe for use by several threads. The mappings go when the garbage collector finds this object.
 */
public final class ElfFile {

    // A table of this many entries belongs to no program known; Chromium with all symbols has some two million.
    private static final long MOST_SYMBOLS = 1 << 24;
    private static final int MOST_NOTE_BYTES = 1 << 16;
    private static final int MOST_LINK_BYTES = 1 << 12;

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
        this.buildId = buildId(file, headers);
        this.debugLink = debugLink(file, headers);
        this.full = table(file, headers.sections(), Section.SYMTAB);
        this.dynamic = table(file, headers.sections(), Section.DYNSYM);
        this.unwinding = unwinding(file, headers);
    }

    /**
     * Opens a file.
     *
     * @return the file, its tables mapped
     * @throws ElfException where it is no regular file, no 64-bit little-endian ELF executable or library, or damaged
     * @throws IOException where it can't be opened or read
     */
    public static ElfFile open(Path path) throws IOException {
        try (FileBytes file = FileBytes.open(path)) {
            return new ElfFile(path, file);
        }
    }

    /**
     * Where the file was opened.
     *
     * @return the path; it may name another file by now
     */
    public Path path() {
        return path;
    }

    /** The file's length. */
    public long bytes() {
        return bytes;
    }

    /**
     * Which build of the file it is.
     *
     * @return the build id; null where the file has none
     */
    public @Nullable BuildId buildId() {
        return buildId;
    }

    /**
     * The link to the file that its debug information was moved to.
     *
     * @return the link; null where the file has none
     */
    public @Nullable DebugLink debugLink() {
        return debugLink;
    }

    /**
     * Says whether the file still has its whole symbol table, and not only what it exports.
     *
     * @return whether there is a {@code .symtab}
     */
    public boolean hasFullTable() {
        return full != null;
    }

    /**
     * The address that a byte of the file has in the file's own terms (what {@code nm} prints).
     *
     * @param fileOffset the byte's offset in the file
     * @return the address; empty where no {@code PT_LOAD} segment holds the byte. Where several do, as neighbouring
     *     segments can share a page, an executable one counts.
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
     * The mappings that the file's executable segments have in a process that runs it where it is linked to.
     *
     * @param file the path that the mappings have
     * @return a mapping for each executable segment, without a build id, since nothing tells which build ran; none for
     *     libraries and programs that the kernel puts anywhere
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
     * Answers what this file's symbol tables can of what a search still misses: {@code .symtab} first, then
     * {@code .dynsym}.
     *
     * @throws ElfException where the file was cut short since it was opened
     */
    public void search(AddressSearch search) throws ElfException {
        try {
            if (full != null) {
                full.search(search);
            }
            if (dynamic != null) {
                dynamic.search(search);
            }
        } catch (InternalError e) {
            throw cutShort(path, e);
        }
    }

    /**
     * Where the function begins that covers an address, also where its name was stripped off.
     *
     * @param address the address, in the file's own terms
     * @return the function's first address; empty where the file doesn't tell
     */
    public OptionalLong functionStart(long address) {
        try {
            return unwinding == null ? OptionalLong.empty() : unwinding.functionStart(address);
        } catch (InternalError e) {
            // How the JVM reports that a mapped page has no file behind it any more.
            return OptionalLong.empty();
        }
    }

    private static @Nullable UnwindTable unwinding(FileBytes file, ElfHeaders headers) throws IOException {
        Segment table = headers.unwinding();
        for (Segment segment : headers.segments()) {
            if (table != null
                    && segment.holds(table.fileOffset())
                    && segment.fileBytes() <= Integer.MAX_VALUE
                    && file.has(segment.fileOffset(), segment.fileBytes())) {
                return UnwindTable.read(
                        file.map(segment.fileOffset(), segment.fileBytes(), "its segment of unwinding tables"),
                        segment.address(),
                        (int) (table.fileOffset() - segment.fileOffset()));
            }
        }
        return null;
    }

    /** What to throw for the error by which the JVM reports that a mapped page has no file behind it any more. */
    static ElfException cutShort(Path path, InternalError error) {
        ElfException cut = new ElfException(
                path + " can't be read for symbols: it was cut short meanwhile. Try again once it is whole.");
        cut.initCause(error);
        return cut;
    }

    private static @Nullable SymbolTable table(FileBytes file, List<Section> sections, int type) throws IOException {
        for (Section section : sections) {
            if (section.type() == type && section.link() > 0 && section.link() < sections.size()) {
                Section strings = sections.get(section.link());
                long entries = section.bytes() / SymbolTable.ENTRY_BYTES;
                if (isUsable(file, section)
                        && isUsable(file, strings)
                        && entries > 0
                        && entries <= MOST_SYMBOLS
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

    static @Nullable BuildId buildId(FileBytes file, ElfHeaders headers) throws IOException {
        for (Segment note : headers.notes()) {
            BuildId id = buildId(file, note.fileOffset(), note.fileBytes());
            if (id != null) {
                return id;
            }
        }
        for (Section section : headers.sections()) {
            if (section.type() == Section.NOTE && section.isPlain()) {
                BuildId id = buildId(file, section.fileOffset(), section.bytes());
                if (id != null) {
                    return id;
                }
            }
        }
        return null;
    }

    private static @Nullable BuildId buildId(FileBytes file, long offset, long length) throws IOException {
        // The build id leads its notes; those with SystemTap probes can be long.
        int bytes = (int) Math.min(length, MOST_NOTE_BYTES);
        return file.has(offset, bytes) ? Notes.buildId(file.read(offset, bytes, "its notes")) : null;
    }

    private static @Nullable DebugLink debugLink(FileBytes file, ElfHeaders headers) throws IOException {
        for (Section section : headers.sections()) {
            boolean fits = section.bytes() > 8 && section.bytes() <= MOST_LINK_BYTES;
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
        // The name goes into a path: no folders, and nothing that leads out of one.
        boolean plain = !name.isEmpty() && name.indexOf('/') < 0 && !name.equals(".") && !name.equals("..");
        return plain && crc + 4 <= link.limit() ? new DebugLink(name, link.getInt(crc)) : null;
    }
}
