package io.jemscope.profile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What JavaScript makes of JSON. */
public final class Node {

    private Node() {}

    /**
     * Skips the test without node; parses a text and prints what an expression over it gives, as JSON of ASCII.
     */
    public static String evaluate(Path folder, String json, String expression)
            throws IOException, InterruptedException {
        Programs.assumeInstalled("node");
        Path file = folder.resolve("text.json");
        Files.writeString(file, json, StandardCharsets.UTF_8);
        String script = "const p = JSON.parse(require('fs').readFileSync('text.json', 'utf8'));"
                + "console.log(JSON.stringify(" + expression
                + ").replace(/[^ -~]/g, c => '\\\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')))";
        return Programs.run(folder, "node", "-e", script).strip();
    }
}
