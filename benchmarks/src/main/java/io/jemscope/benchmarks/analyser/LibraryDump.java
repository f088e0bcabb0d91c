package io.jemscope.benchmarks.analyser;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a heap dump ({@code heap_v2}) that names every one of a library's addresses given, a stack each, so that a report
 * by line looks all of them up:
 *
 * <pre>
 * java -cp jemscope-benchmarks.jar io.jemscope.benchmarks.analyser.LibraryDump LIBRARY FILE &lt; addresses
 * </pre>
 *
 * <p>The addresses are hexadecimal, a line each, in the library's own terms; which must be offsets into its file as well,
 * as they are in all code that linkers place below the writable segments.
 */
public final class LibraryDump {

    private static final long START = 0x7f3a_0000_0000L;

    private LibraryDump() {}

    /**
     * Writes the dump.
     *
     * @param arguments the library and the file to write
     * @throws IOException where the file can't be written
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("Name LIBRARY and FILE");
        }
        Path library = Path.of(arguments[0]);
        try (OutputStream out = Files.newOutputStream(Path.of(arguments[1]))) {
            DumpText text = new DumpText(out);
            text.append("heap_v2/524288\n  t*: 1: 64 [0: 0]\n");
            BufferedReader addresses = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
            for (String line = addresses.readLine(); line != null; line = addresses.readLine()) {
                String digits = line.startsWith("0x") ? line.substring(2) : line;
                // Stacks hold return addresses: the call that is looked up lies one byte before.
                long address = START + Long.parseUnsignedLong(digits, 16) + 1;
                text.append("@ 0x").hexadecimal(address).append("\n  t*: 1: 64 [0: 0]\n  t0: 1: 64 [0: 0]\n");
            }
            text.append("\nMAPPED_LIBRARIES:\n").hexadecimal(START).append("-");
            text.hexadecimal(START + Files.size(library)).append(" r-xp 00000000 fe:00 4711 ");
            text.append(library.toString()).append("\n");
            text.flush();
        }
    }
}
