package io.jemscope.report.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/**
 * The page and its data in one HTML file, which a browser opens from disk. The file's Content-Security-Policy names its scripts and
 * its style sheet by their hashes and allows nothing else: no network, no other script.
 */
public final class HtmlFile {

    private HtmlFile() {}

    /**
     * Writes the file.
     *
     * @param out where to, as UTF-8; not closed
     */
    public static void write(PageData data, OutputStream out) throws IOException {
        String vendor = bundled("vendor.js");
        String page = bundled("page.js");
        String style = bundled("page.css");
        StringBuilder html = new StringBuilder(512 * 1024);
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; ")
                .append("form-action 'none'; img-src blob: data:; script-src ")
                .append(hash(vendor))
                .append(' ')
                .append(hash(page))
                .append("; style-src ")
                .append(hash(style))
                .append("\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
                .append(escaped(data.title()))
                .append(" \u2013 native memory \u2013 Jemscope</title>\n<style>")
                .append(style)
                .append("</style>\n</head>\n<body>\n")
                .append("<noscript>This report needs JavaScript. Everything it runs is in this file.</noscript>\n")
                .append("<script type=\"application/octet-stream\" id=\"jemscope-data\">")
                .append(Base64.getEncoder().encodeToString(zipped(data)))
                .append("</script>\n<script>")
                .append(vendor)
                .append("</script>\n<script>")
                .append(page)
                .append("</script>\n</body>\n</html>\n");
        out.write(html.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** A file of the page's bundle. */
    private static String bundled(String name) throws IOException {
        try (InputStream in = HtmlFile.class.getResourceAsStream("/io/jemscope/web/" + name)) {
            if (in == null) {
                throw new IOException(
                        "the page's " + name + " is missing from this installation. Install Jemscope again.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static byte[] zipped(PageData data) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            data.write(gzip);
        }
        return zipped.toByteArray();
    }

    private static String hash(String content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            // Every Java platform has it.
            throw new IllegalStateException(e);
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
