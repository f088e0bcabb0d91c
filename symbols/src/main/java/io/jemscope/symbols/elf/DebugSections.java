package io.jemscope.symbols.elf;

import io.jemscope.profile.BuildId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The debug sections of an executable, a library or a debug file. The file is mapped once and stays readable after it is deleted
 * or replaced; no descriptor is kept open.
 *
 * <p>Sections compressed with zlib are read ({@code SHF_COMPRESSED}, and the older {@code .zdebug_…}). Sections compressed with
 * zstd are refused: the JDK can't inflate them.
 *
 * <p>Not safe for use by several threads.
 */
public final class DebugSections {

    private static final int COMPRESSION_HEADER_BYTES = 24;
    private static final int GNU_COMPRESSION_HEADER_BYTES = 12;
    private static final int ZLIB = 1;
    private static final int ZSTD = 2;
    private static final int MAX_LINK_BYTES = 1 << 12;

    /** A section and its compression in the file: none, by a flag, or GNU's by the section's name. */
    private record Stored(SectionContent content, boolean compressed, boolean gnu) {}

    private final Path path;
    private final long bytes;
    private final @Nullable BuildId buildId;
    private final @Nullable AlternateLink alternateLink;
    private final Map<String, Stored> sections = new HashMap<>();

    private DebugSections(Path path, FileBytes file) throws IOException {
        ElfHeaders headers = ElfHeaders.readDebugFile(file);
        this.path = path;
        this.bytes = file.size();
        this.buildId = headers.buildId();
        AlternateLink link = null;
        MappedContent whole = MappedContent.map(path, file);
        for (Section section : headers.sections()) {
            String name = section.name();
            boolean usable = section.type() != Section.NOBITS && file.has(section.fileOffset(), section.bytes());
            if (usable && section.bytes() > 0 && name.startsWith(".debug_")) {
                store(name, section, whole, false);
            } else if (usable && section.bytes() > 0 && name.startsWith(".zdebug_")) {
                store(".debug_" + name.substring(".zdebug_".length()), section, whole, true);
            } else if (usable && section.bytes() <= MAX_LINK_BYTES && name.equals(".gnu_debugaltlink")) {
                link = AlternateLink.parse(
                        file.read(section.fileOffset(), (int) section.bytes(), "its link to shared debug information"));
            }
        }
        this.alternateLink = link;
    }

    private void store(String name, Section section, MappedContent whole, boolean gnu) {
        SectionContent content = whole.part(section.fileOffset(), section.bytes());
        sections.putIfAbsent(name, new Stored(content, section.isCompressed(), gnu));
    }

    /**
     * Opens a file, which may be an object file ({@code .dwo}, {@code .dwp}).
     *
     * @throws ElfException if it is not a regular file, not a 64-bit little-endian ELF file, or damaged
     * @throws IOException if it can't be opened or read
     */
    public static DebugSections open(Path path) throws IOException {
        try (FileBytes file = FileBytes.open(path)) {
            return new DebugSections(path, file);
        }
    }

    /** The path at which the file was opened; it may name another file by now. */
    public Path path() {
        return path;
    }

    /** The file's length in bytes when it was opened. */
    public long bytes() {
        return bytes;
    }

    /** The build id; null if the file has none. */
    public @Nullable BuildId buildId() {
        return buildId;
    }

    /** The link to the file with shared debug information; null if the file has none. */
    public @Nullable AlternateLink alternateLink() {
        return alternateLink;
    }

    /** Returns whether the file has a section that isn't empty, by its name such as {@code .debug_info}; it may be unreadable. */
    public boolean has(String name) {
        return sections.containsKey(name);
    }

    /**
     * Opens a section's content.
     *
     * @param name the section's name, such as {@code .debug_info}
     * @return a new reader of its content; null if there is no such section
     * @throws ElfException if its compression isn't supported, or if it is damaged
     */
    public @Nullable SectionContent content(String name) throws ElfException {
        Stored stored = sections.get(name);
        if (stored == null) {
            return null;
        }
        if (stored.gnu()) {
            return gnuCompressed(name, stored.content());
        }
        return stored.compressed() ? compressed(name, stored.content()) : stored.content();
    }

    /** {@code Elf64_Chdr}: type, 4 reserved bytes, length, alignment. */
    private SectionContent compressed(String name, SectionContent content) throws ElfException {
        ByteBuffer header = header(name, content, COMPRESSION_HEADER_BYTES);
        int type = header.getInt(0);
        if (type == ZLIB) {
            return new InflatedContent(path, content, COMPRESSION_HEADER_BYTES, header.getLong(8));
        }
        String method = type == ZSTD ? "zstd" : "an unknown method (" + type + ")";
        throw new ElfException(path + " can't be read for source lines: its section " + name + " is compressed with "
                + method + ", and only zlib is read. Decompress it once: objcopy --decompress-debug-sections " + path);
    }

    /** The letters ZLIB and the length, big-endian. */
    private SectionContent gnuCompressed(String name, SectionContent content) throws ElfException {
        ByteBuffer header = header(name, content, GNU_COMPRESSION_HEADER_BYTES).order(ByteOrder.BIG_ENDIAN);
        return new InflatedContent(path, content, GNU_COMPRESSION_HEADER_BYTES, header.getLong(4));
    }

    private ByteBuffer header(String name, SectionContent content, int bytes) throws ElfException {
        if (content.bytes() < bytes) {
            throw new ElfException(
                    path + " can't be read for source lines: its section " + name
                            + " is too short for its compression header. The file is damaged; put an intact copy in its place.");
        }
        byte[] header = new byte[bytes];
        content.read(0, header, 0, bytes);
        return ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * The link of a debug file to the file that has what {@code dwz} found to be shared by several: the section
     * {@code .gnu_debugaltlink}.
     *
     * @param file the path, absolute or relative to the debug file's folder
     * @param buildId the linked file's build id
     */
    public record AlternateLink(String file, BuildId buildId) {

        /** A path, its NUL, and the bytes of the build id. */
        static @Nullable AlternateLink parse(ByteBuffer link) {
            String file = FileBytes.text(link, 0, link.limit(), StandardCharsets.UTF_8);
            int id = file.getBytes(StandardCharsets.UTF_8).length + 1;
            return file.isEmpty() || id >= link.limit()
                    ? null
                    : new AlternateLink(file, new BuildId(Notes.hex(link, id, link.limit() - id)));
        }
    }
}
