package io.jemscope.profile;

import io.jemscope.profile.jemalloc.HeapReader;
import io.jemscope.profile.jemalloc.SymbolSection;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Dumps for tests, from text and from the test resources. */
public final class Dumps {

    private Dumps() {}

    /** Reads a dump without names from its text. */
    public static Profile read(String text) throws IOException {
        return HeapReader.read(stream(text), SymbolSection.NONE);
    }

    /** Reads a dump with names from their texts. */
    public static Profile read(String text, String symbols) throws IOException {
        return HeapReader.read(stream(text), SymbolSection.read(stream(symbols)));
    }

    /** A text as a stream of UTF-8. */
    public static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The bytes of a test resource. */
    public static byte[] resource(String name) {
        try (InputStream in = Objects.requireNonNull(Dumps.class.getResourceAsStream("/" + name), name);
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            in.transferTo(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
