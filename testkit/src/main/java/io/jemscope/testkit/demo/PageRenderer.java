package io.jemscope.testkit.demo;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Pages, compressed for sending. Not a leak: about 300 KiB of native memory for each page, all freed at once. A profile of
 * live memory must not show it.
 */
final class PageRenderer {

    private static final byte[] PAGE =
            "<li>Green boots, size 42</li>".repeat(200).getBytes(StandardCharsets.UTF_8);

    /** Renders the page of a request, and decompresses it like a client. */
    void render(int request) {
        try {
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            try (GZIPOutputStream page = new GZIPOutputStream(sent)) {
                page.write(request);
                page.write(PAGE);
            }
            try (GZIPInputStream received = new GZIPInputStream(new ByteArrayInputStream(sent.toByteArray()))) {
                received.readAllBytes();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
