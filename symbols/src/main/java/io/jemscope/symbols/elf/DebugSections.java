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
 * The debug sections of a file: an executable's or library's own, or those of a file that only holds such. The file is
 * mapped once and stays readable when it is deleted or replaced; no descriptor is kept open.
 *
 * <p>Compressed sections are read where zlib compressed them ({@code SHF_COMPRESSED}, and the older {@code .zdebug_…}).
 * Those compressed with zstd are refused: the JDK can't read it.
 *
 * <p>Not safe for use by several threads.
 */
public final class DebugSections {

    private static final int COMPRESSION_HEADER_BYTES = 24;
    private static final int OLD_COMPRESSION_HEADER_BYTES = 12;
    private static final int ZLIB = 1;
    private static final int ZSTD = 2;
    private static final int MOST_LINK_BYTES = 1 << 12;

    /** A section and how it stands in the file. */
    private record Stored(SectionContent content, boolean compressed, boolean old) {}

    private final Path path;
    private final long bytes;
    private final @Nullable BuildId buildId;
    private final @Nullable AlternateLink alternateLink;
    private final Map<String, Stored> sections = new HashMap<>();

    private DebugSections(Path path, FileBytes file) throws IOException {
        ElfHeaders headers = ElfHeaders.readDebugFile(file);
        this.path = path;
        this.bytes = file.size();
        this.buildId = ElfFile.buildId(file, headers);
        AlternateLink link = null;
        MappedContent whole = MappedContent.map(path, file);
        for (Section section : headers.sections()) {
            String name = section.name();
            boolean usable = section.type() != Section.NOBITS && file.has(section.fileOffset(), section.bytes());
            if (usable && section.bytes() > 0 && name.startsWith(".debug_")) {
                store(name, section, whole, false);
            } else if (usable && section.bytes() > 0 && name.startsWith(".zdebug_")) {
                store(".debug_" + name.substring(".zdebug_".length()), section, whole, true);
            } else if (usable && section.bytes() <= MOST_LINK_BYTES && name.equals(".gnu_debugaltlink")) {
                link = AlternateLink.parse(
                        file.read(section.fileOffset(), (int) section.bytes(), "its link to shared debug information"));
            }
        }
        this.alternateLink = link;
    }

    private void store(String name, Section section, MappedContent whole, boolean old) {
        SectionContent content = whole.part(section.fileOffset(), section.bytes());
        sections.putIfAbsent(name, new Stored(content, section.isCompressed(), old));
    }

    /**
     * Opens a file.
     *
     * @param path the file; object files ({@code .dwo}, {@code .dwp}) count as well
     * @return its debug sections; none where it has none
     * @throws ElfException where it is no regular file, no 64-bit little-endian ELF file, or damaged
     * @throws IOException where it can't be opened or read
     */
    public static DebugSections open(Path path) throws IOException {
        try (FileBytes file = FileBytes.open(path)) {
            return new DebugSections(path, file);
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

    /** The file's length when it was opened. */
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
     * The link to the file that holds what several debug files share.
     *
     * @return the link; null where the file has none
     */
    public @Nullable AlternateLink alternateLink() {
        return alternateLink;
    }

    /**
     * Says whether the file has a section, whether or not it can be read.
     *
     * @param name the section's name, as {@code .debug_info}
     * @return whether there is one that isn't empty
     */
    public boolean has(String name) {
        return sections.containsKey(name);
    }

    /**
     * A section's content.
     *
     * @param name the section's name, as {@code .debug_info}
     * @return its content, at its beginning; null where there is none
     * @throws ElfException where it is compressed in a way that isn't read, or damaged
     */
    public @Nullable SectionContent content(String name) throws ElfException {
        Stored stored = sections.get(name);
        if (stored == null) {
            return null;
        }
        if (stored.old()) {
            return oldCompressed(name, stored.content());
        }
        return stored.compressed() ? compressed(name, stored.content()) : stored.content();
    }

    /** {@code Elf64_Chdr}: type, 4 bytes of nothing, length, alignment. */
    private SectionContent compressed(String name, SectionContent content) throws ElfException {
        ByteBuffer header = header(name, content, COMPRESSION_HEADER_BYTES);
        int type = header.getInt(0);
        if (type == ZLIB) {
            return new InflatedContent(path, content, COMPRESSION_HEADER_BYTES, header.getLong(8));
        }
        String method = type == ZSTD ? "zstd" : "a method unknown here (" + type + ")";
        throw new ElfException(path + " can't be read for source lines: its section " + name + " is compressed with "
                + method + ", and only zlib is read. Decompress it once: objcopy --decompress-debug-sections " + path);
    }

    /** The letters ZLIB and the length, in big-endian order. */
    private SectionContent oldCompressed(String name, SectionContent content) throws ElfException {
        ByteBuffer header = header(name, content, OLD_COMPRESSION_HEADER_BYTES).order(ByteOrder.BIG_ENDIAN);
        return new InflatedContent(path, content, OLD_COMPRESSION_HEADER_BYTES, header.getLong(4));
    }

    private ByteBuffer header(String name, SectionContent content, int bytes) throws ElfException {
        if (content.bytes() < bytes) {
            throw new ElfException(path + " can't be read for source lines: its section " + name
                    + " is too short for a compressed one. The file is damaged; put an intact copy in its place.");
        }
        byte[] header = new byte[bytes];
        content.read(0, header, 0, bytes);
        return ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * The link of a debug file to the one that {@code dwz} moved to what several have in common: the section
     * {@code .gnu_debugaltlink}.
     *
     * @param file the path, absolute or from the debug file's folder
     * @param buildId which build of it is meant
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
