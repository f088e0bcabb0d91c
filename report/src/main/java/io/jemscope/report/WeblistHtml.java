package io.jemscope.report;

import io.jemscope.profile.Printable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes functions line by line as one page that needs nothing else: no script, no font, no picture, nothing from
 * elsewhere. It is light or dark as its reader's browser is.
 */
public final class WeblistHtml {

    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Jemscope: source</title>
            <style>
            :root { color-scheme: light dark; --page: #fff; --text: #1b1f24; --faint: #656d76; --line: #d8dee4;
              --heat: 201, 72, 24; }
            @media (prefers-color-scheme: dark) {
              :root { --page: #14171a; --text: #e4e7ea; --faint: #969da5; --line: #30363d; --heat: 255, 132, 77; }
            }
            body { margin: 1.5rem; background: var(--page); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
            h1 { font-size: 1.25rem; font-weight: 600; }
            summary { cursor: pointer; padding: .4rem 0; overflow-wrap: anywhere; }
            summary b { font-weight: 600; }
            details { border-top: 1px solid var(--line); }
            p, summary span { color: var(--faint); }
            div { overflow-x: auto; padding-bottom: 1rem; }
            table { border-collapse: collapse; font: 13px/1.4 ui-monospace, monospace; min-width: 100%; }
            th, td { padding: 0 .6rem; text-align: right; white-space: pre; }
            th { color: var(--faint); font-weight: normal; }
            td:last-child, th:last-child { text-align: left; width: 100%; }
            td:nth-child(3), .none { color: var(--faint); }
            .h1 { background: rgba(var(--heat), .07); } .h2 { background: rgba(var(--heat), .14); }
            .h3 { background: rgba(var(--heat), .22); } .h4 { background: rgba(var(--heat), .32); }
            </style>
            </head>
            <body>
            """;

    private final Listing listing;
    private final Sources sources;
    private final TextOptions layout;
    private final StringBuilder page = new StringBuilder(65_536).append(HEAD);

    private WeblistHtml(Listing listing, Sources sources, TextOptions layout) {
        this.listing = listing;
        this.sources = sources;
        this.layout = layout;
    }

    /**
     * Writes the page.
     *
     * @param listing the functions
     * @param sources where their source comes from
     * @param layout how many functions; those with less than the least cumulative share are left out
     * @param out where to, as UTF-8; not closed
     * @throws IOException where it can't be written
     */
    public static void write(Listing listing, Sources sources, TextOptions layout, OutputStream out)
            throws IOException {
        WeblistHtml html = new WeblistHtml(listing, sources, layout);
        html.routines();
        out.write(html.page.toString().getBytes(StandardCharsets.UTF_8));
    }

    private void routines() {
        page.append("<h1>Functions that match <code>");
        text(listing.pattern());
        page.append("</code></h1>\n<p>");
        text(SampleTypeText.heading(listing.measure(), listing.total(), layout));
        page.append("</p>\n");
        if (listing.routines().isEmpty()) {
            page.append("<p>Nothing: no function of this profile has that in its name.</p>\n");
        }
        List<Listing.Routine> shown = listing.shown(layout);
        for (Listing.Routine routine : shown) {
            routine(routine);
        }
        int left = listing.routines().size() - shown.size();
        if (left > 0) {
            page.append("<p>… and ").append(Units.count(left));
            page.append(" more that match.</p>\n");
        }
        page.append("</body>\n</html>\n");
    }

    private void routine(Listing.Routine routine) {
        Excerpt excerpt = Excerpt.of(routine, sources);
        page.append("<details open><summary><b>");
        text(routine.name());
        page.append("</b> <span>");
        text(value(routine.flat()) + " flat, " + value(routine.cumulative()) + " ("
                + Units.percent(routine.cumulative(), layout.wholeOr(listing.total())) + ") cumulative"
                + (routine.file() == null ? "" : ", in " + routine.file()));
        page.append("</span></summary>\n");
        if (excerpt.remark() != null) {
            page.append("<p>");
            text(excerpt.remark());
            page.append("</p>\n");
        }
        page.append("<div><table>\n<tr><th>flat</th><th>cum</th><th>line</th><th>source</th></tr>\n");
        for (Excerpt.Row row : excerpt.rows()) {
            row(row, routine);
        }
        page.append("</table></div></details>\n");
    }

    private void row(Excerpt.Row row, Listing.Routine routine) {
        if (row.isGap()) {
            page.append("<tr class=none><td></td><td></td><td>⋮</td><td></td></tr>\n");
            return;
        }
        Listing.Line figures = row.figures();
        if (figures == null) {
            page.append("<tr class=none><td>.</td><td>.</td><td>");
        } else {
            double share = Math.abs(figures.cumulative() / routine.cumulative());
            page.append("<tr class=h").append(share >= 0.5 ? 4 : share >= 0.2 ? 3 : share >= 0.05 ? 2 : 1);
            page.append("><td>");
            text(figure(figures.flat()));
            page.append("</td><td>");
            text(figure(figures.cumulative()));
            page.append("</td><td>");
        }
        page.append(row.number() == 0 ? "?" : Integer.toString(row.number())).append("</td><td>");
        text(row.text());
        page.append("</td></tr>\n");
    }

    private String figure(double value) {
        return value == 0 ? "." : value(value);
    }

    private String value(double value) {
        return SampleTypeText.value(listing.measure(), value, layout.unit());
    }

    /** Source, names and patterns are anybody's: nothing of them may be read as a tag. */
    private void text(String words) {
        String text = Printable.of(words);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> page.append("&amp;");
                case '<' -> page.append("&lt;");
                case '>' -> page.append("&gt;");
                case '"' -> page.append("&quot;");
                case '\'' -> page.append("&#39;");
                default -> page.append(c);
            }
        }
    }
}
