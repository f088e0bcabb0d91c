package io.jemscope.cli;

import io.jemscope.cli.terminal.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.zip.GZIPInputStream;

/**
 * A run of the command within the test, and what came of it.
 *
 * @param exitCode its exit code
 * @param out its standard output
 * @param err its standard error
 */
record CommandRun(int exitCode, String out, String err) {

    static CommandRun of(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(
                arguments,
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8)));
        return new CommandRun(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** The JSON in a page of one file. */
    static String pageData(Path html) throws IOException {
        String page = Files.readString(html);
        String mark = "id=\"jemscope-data\">";
        int begin = page.indexOf(mark) + mark.length();
        byte[] zipped = Base64.getDecoder().decode(page.substring(begin, page.indexOf('<', begin)));
        try (InputStream data = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
            return new String(data.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
