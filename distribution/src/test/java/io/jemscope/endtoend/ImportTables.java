package io.jemscope.endtoend;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What leads from a process's libraries to the functions of others, read from outside of it. */
final class ImportTables {

    /** Addresses of functions are in the first two, and in constants that hold such addresses. */
    private static final Set<String> SECTIONS = Set.of(".got", ".got.plt", ".data.rel.ro");

    private static final int SECTION_BYTES = 64;

    private ImportTables() {}

    /** The tables' bytes now, and how the pages of the libraries are protected, by library. Ours isn't among them. */
    static Map<String, String> of(long pid) throws IOException {
        Path process = Path.of("/proc", Long.toString(pid));
        Map<String, String> found = new TreeMap<>();
        Map<String, Long> bases = new TreeMap<>();
        for (String line : Files.readAllLines(process.resolve("maps"))) {
            String[] words = line.split(" +", 6);
            if (words.length == 6 && isLibrary(words[5])) {
                String addresses = words[0];
                bases.putIfAbsent(words[5], Long.parseLong(addresses.substring(0, addresses.indexOf('-')), 16));
                found.merge(words[5], addresses + " " + words[1] + "\n", String::concat);
            }
        }
        try (RandomAccessFile memory =
                new RandomAccessFile(process.resolve("mem").toFile(), "r")) {
            for (Map.Entry<String, Long> library : bases.entrySet()) {
                found.merge(library.getKey(), tables(library.getKey(), library.getValue(), memory), String::concat);
            }
        }
        return found;
    }

    private static boolean isLibrary(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return path.startsWith("/") && name.contains(".so") && !name.equals("libjemscope.so");
    }

    /** A library's first page is at its base, to which the addresses in its file are relative. */
    private static String tables(String path, long base, RandomAccessFile memory) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(Path.of(path))).order(ByteOrder.LITTLE_ENDIAN);
        int sections = (int) file.getLong(0x28);
        int names = sectionStart(file, sections + file.getShort(0x3e) * SECTION_BYTES);
        StringBuilder tables = new StringBuilder();
        for (int i = 0; i < file.getShort(0x3c); i++) {
            int section = sections + i * SECTION_BYTES;
            String name = text(file, names + file.getInt(section));
            if (SECTIONS.contains(name)) {
                byte[] bytes = new byte[(int) file.getLong(section + 0x20)];
                memory.seek(base + file.getLong(section + 0x10));
                memory.readFully(bytes);
                tables.append(name)
                        .append(' ')
                        .append(HexFormat.of().formatHex(bytes))
                        .append('\n');
            }
        }
        return tables.toString();
    }

    private static int sectionStart(ByteBuffer file, int section) {
        return (int) file.getLong(section + 0x18);
    }

    private static String text(ByteBuffer file, int start) {
        StringBuilder text = new StringBuilder();
        for (int i = start; file.get(i) != 0; i++) {
            text.append((char) file.get(i));
        }
        return text.toString();
    }
}
