package io.jemscope.report.page;

import io.jemscope.profile.Sha256;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
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
        print(
                out,
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                        + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; "
                        + "form-action 'none'; img-src blob: data:; script-src " + hash(vendor) + ' ' + hash(page)
                        + "; style-src " + hash(style) + "\">\n"
                        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                        + "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" + escaped(data.title())
                        + " \u2013 native memory \u2013 Jemscope</title>\n<style>" + style
                        + "</style>\n</head>\n<body>\n"
                        + "<noscript>This report needs JavaScript. Everything it runs is in this file.</noscript>\n"
                        + "<script type=\"application/octet-stream\" id=\"jemscope-data\">");
        try (OutputStream zipped = new GZIPOutputStream(Base64.getEncoder().wrap(staysOpen(out)))) {
            data.write(zipped);
        }
        print(out, "</script>\n<script>" + vendor + "</script>\n<script>" + page + "</script>\n</body>\n</html>\n");
    }

    private static void print(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Base64 ends its last group when it is closed. */
    private static OutputStream staysOpen(OutputStream out) {
        return new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
            }

            @Override
            public void close() throws IOException {
                flush();
            }
        };
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

    private static String hash(String content) {
        byte[] digest = Sha256.of(content.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
