package io.jemscope.symbols.elf;

import io.jemscope.profile.BuildId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The file header, the program headers and the section headers (System V ABI, "Object Files"; ELF-64 Object File Format,
 * version 1.5). Only 64-bit little-endian files are read: x86-64 and arm64.
 *
 * <p>A damaged table of program headers is an error, since addresses mean nothing without it. Section headers only help to find
 * symbols: damaged ones are skipped.
 */
final class ElfHeaders {

    private static final int HEADER_BYTES = 64;
    private static final int PROGRAM_HEADER_BYTES = 56;
    private static final int SECTION_HEADER_BYTES = 64;
    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'E' << 8 | 0x7f;
    private static final int CLASS_64 = 2;
    private static final int LITTLE_ENDIAN = 1;
    private static final int TYPE_NONE = 0;
    private static final int TYPE_EXECUTABLE = 2;
    private static final int TYPE_SHARED = 3;
    private static final int PT_LOAD = 1;
    private static final int PT_NOTE = 4;
    private static final int PT_GNU_EH_FRAME = 0x6474e550;
    private static final int EXECUTABLE = 1;
    private static final int EXTENDED_INDEX = 0xffff;
    // Linkers write dozens of sections; compilers with a section for each function some ten thousand.
    private static final long MAX_SECTIONS = 1 << 17;
    private static final int MAX_NOTE_BYTES = 1 << 16;
    private static final long MAX_NAMES_BYTES = 1 << 20;
    private static final int MAX_NAME_BYTES = 256;

    private final FileBytes file;
    private final List<Segment> segments = new ArrayList<>();
    private final List<Segment> notes = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();
    private @Nullable Segment unwinding;

    private ElfHeaders(FileBytes file) {
        this.file = file;
    }

    /** Reads the headers of an executable or library. */
    static ElfHeaders read(FileBytes file) throws IOException {
        ByteBuffer header = header(file);
        int type = header.getShort(16);
        if (type != TYPE_EXECUTABLE && type != TYPE_SHARED) {
            throw file.unsupported("it is an ELF file of type " + type + ", neither an executable nor a library");
        }
        return read(file, header);
    }

    /** Reads the headers of a file that may also be an object file, as split debug files are ({@code .dwo}, {@code .dwp}). */
    static ElfHeaders readDebugFile(FileBytes file) throws IOException {
        ByteBuffer header = header(file);
        int type = header.getShort(16);
        if (type < TYPE_NONE || type > TYPE_SHARED || (type == TYPE_NONE && header.getShort(56) != 0)) {
            throw file.unsupported("it is an ELF file of type " + type + ", which holds no debug information");
        }
        return read(file, header);
    }

    private static ElfHeaders read(FileBytes file, ByteBuffer header) throws IOException {
        ElfHeaders headers = new ElfHeaders(file);
        headers.readSegments(header);
        headers.readSections(header);
        return headers;
    }

    private static ByteBuffer header(FileBytes file) throws IOException {
        if (!file.has(0, HEADER_BYTES)) {
            throw file.unsupported("it is too short for an ELF file");
        }
        ByteBuffer header = file.read(0, HEADER_BYTES, "its header");
        if (header.getInt(0) != MAGIC) {
            throw file.unsupported("it is not an ELF file");
        }
        if (header.get(4) != CLASS_64 || header.get(5) != LITTLE_ENDIAN) {
            throw file.unsupported(
                    "it is a 32-bit or big-endian ELF file, and only 64-bit little-endian ones are read");
        }
        return header;
    }

    /** The {@code PT_LOAD} segments, in the file's order. */
    List<Segment> segments() {
        return segments;
    }

    /** Reads the build id; null if the file has none. */
    @Nullable
    BuildId buildId() throws IOException {
        for (Segment note : notes) {
            BuildId id = buildId(note.fileOffset(), note.fileBytes());
            if (id != null) {
                return id;
            }
        }
        for (Section section : sections) {
            if (section.type() == Section.NOTE && section.isPlain()) {
                BuildId id = buildId(section.fileOffset(), section.bytes());
                if (id != null) {
                    return id;
                }
            }
        }
        return null;
    }

    private @Nullable BuildId buildId(long offset, long length) throws IOException {
        // The build id is the first note; SystemTap's notes behind it can be long.
        int bytes = (int) Math.min(length, MAX_NOTE_BYTES);
        return file.has(offset, bytes) ? Notes.buildId(file.read(offset, bytes, "its notes")) : null;
    }

    /** The {@code PT_GNU_EH_FRAME} segment, a part of another one; null if there is none. */
    @Nullable
    Segment unwinding() {
        return unwinding;
    }

    /** The sections, index 0 included; empty if the file has none or they can't be read. */
    List<Section> sections() {
        return sections;
    }

    private void readSegments(ByteBuffer header) throws IOException {
        long offset = header.getLong(32);
        int entryBytes = Short.toUnsignedInt(header.getShort(54));
        int count = Short.toUnsignedInt(header.getShort(56));
        if (count == 0) {
            return;
        }
        if (entryBytes < PROGRAM_HEADER_BYTES) {
            throw file.damaged("its program headers are " + entryBytes + " bytes each");
        }
        ByteBuffer table = file.read(offset, entryBytes * count, "its table of program headers");
        for (int at = 0; at < entryBytes * count; at += entryBytes) {
            int type = table.getInt(at);
            if (type == PT_LOAD || type == PT_NOTE || type == PT_GNU_EH_FRAME) {
                boolean executable = (table.getInt(at + 4) & EXECUTABLE) != 0;
                Segment segment =
                        new Segment(table.getLong(at + 8), table.getLong(at + 32), table.getLong(at + 16), executable);
                if (type == PT_GNU_EH_FRAME) {
                    unwinding = segment;
                } else {
                    (type == PT_LOAD ? segments : notes).add(segment);
                }
            }
        }
    }

    private void readSections(ByteBuffer header) throws IOException {
        long offset = header.getLong(40);
        int entryBytes = Short.toUnsignedInt(header.getShort(58));
        long count = Short.toUnsignedInt(header.getShort(60));
        int namesIndex = Short.toUnsignedInt(header.getShort(62));
        if (offset == 0 || entryBytes < SECTION_HEADER_BYTES || !file.has(offset, entryBytes)) {
            return;
        }
        if (count == 0 || namesIndex == EXTENDED_INDEX) {
            // Too many sections for 16 bits: section 0 has the numbers.
            ByteBuffer first = file.read(offset, entryBytes, "its first section header");
            count = count == 0 ? first.getLong(32) : count;
            namesIndex = namesIndex == EXTENDED_INDEX ? first.getInt(40) : namesIndex;
        }
        if (count <= 0 || count > MAX_SECTIONS || !file.has(offset, entryBytes * count)) {
            return;
        }
        ByteBuffer table = file.read(offset, (int) (entryBytes * count), "its table of section headers");
        ByteBuffer names = names(table, entryBytes, namesIndex, count);
        for (int at = 0; at < table.limit(); at += entryBytes) {
            sections.add(new Section(
                    FileBytes.text(names, table.getInt(at), MAX_NAME_BYTES, StandardCharsets.ISO_8859_1),
                    table.getInt(at + 4),
                    table.getLong(at + 8),
                    table.getLong(at + 24),
                    table.getLong(at + 32),
                    table.getInt(at + 40)));
        }
    }

    private ByteBuffer names(ByteBuffer table, int entryBytes, int index, long count) throws IOException {
        if (index > 0 && index < count) {
            long offset = table.getLong(index * entryBytes + 24);
            long bytes = Math.min(table.getLong(index * entryBytes + 32), MAX_NAMES_BYTES);
            if (file.has(offset, bytes)) {
                return file.read(offset, (int) bytes, "its section names");
            }
        }
        return ByteBuffer.allocate(0);
    }
}
