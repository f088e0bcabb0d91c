package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.Profile;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads heap dumps: jemalloc's {@code heap_v2}, with or without jeprof's wrappers around it, and the older text forms
 * of jemalloc 3, tcmalloc, gperftools and mimalloc.
 *
 * <p>The text is read as a stream, once, in memory that the profile itself needs. A sample of the result is a stack as
 * one thread asked through it. A stack's total is its own scaled line; the scaled lines of its threads are stretched so
 * that they sum to that total, for scaling each on its own leaves a small difference. Locations have no frames, but
 * those of Java frames and those that the names say something about.
 */
public final class HeapReader {

    private HeapReader() {}

    /**
     * Reads a dump.
     *
     * @param heap the dump's text; read up to its end, not closed
     * @param names the names that came beside the dump; {@link SymbolSection#NONE} where there are none. Names in the
     *     dump's own symbol section are added to them
     * @return the profile. Its provenance has the names' facts and, where the header tells,
     *     <ul>
     *       <li>{@code rate}: the sampling rate in bytes,
     *       <li>{@code header.objects}, {@code header.bytes}: the whole process by the header, scaled, to be held
     *           against the sum of the stacks,
     *       <li>{@code header.accumulated.objects}, {@code header.accumulated.bytes}: likewise, where counted,
     *       <li>{@code maps}: {@code missing} where the dump ends before its mappings, as one cut short does,
     *       <li>{@code warning}: what {@code %warn} lines say
     *     </ul>
     *
     * @throws FormatException where the text is no such dump, or is damaged, with the line's number
     * @throws IOException where reading fails
     */
    public static Profile read(InputStream heap, SymbolSection names) throws IOException {
        return new HeapParser(new LineScanner(heap, "heap dump"), names).parse();
    }
}
