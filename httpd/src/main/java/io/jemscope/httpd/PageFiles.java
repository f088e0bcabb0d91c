package io.jemscope.httpd;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * The files of a page for browsers, at {@link #PAGE} and below it. They hold no data, so they need no token; the page sends the token with
 * each of its requests for data. It loads nothing from elsewhere.
 */
public final class PageFiles implements Handler {

    /** The page's address. */
    public static final String PAGE = "/page";

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            + "img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final String folder;
    private final String page;
    private final List<String> files;

    /**
     * Makes a handler of {@code GET /page} and {@code GET /page/{file}}.
     *
     * @param folder where they are on the class path, with a slash at each end
     * @param page the file at {@link #PAGE}
     * @param files those that it loads: {@code .css} and {@code .js}
     */
    public PageFiles(String folder, String page, String... files) {
        this.folder = folder;
        this.page = page;
        this.files = List.of(files);
    }

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        request.allowParameters();
        String file = request.path().equals(PAGE) ? page : request.segment("file");
        if (!file.equals(page) && !files.contains(file)) {
            throw new ApiException(
                    404, "The page has no file " + file, "it has " + String.join(", ", files), "Open " + PAGE + ".");
        }
        String type = file.equals(page) ? "text/html" : file.endsWith(".css") ? "text/css" : "text/javascript";
        try (InputStream in = PageFiles.class.getResourceAsStream(folder + file)) {
            if (in == null) {
                throw new IOException("the jars have no " + folder + file);
            }
            return Response.bytes(200, type + "; charset=utf-8", in.readAllBytes())
                    .with("Content-Security-Policy", POLICY)
                    .with("Referrer-Policy", "no-referrer");
        }
    }
}
