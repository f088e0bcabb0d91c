package io.jemscope.cli.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine: processor, kernel and C library. */
final class Machine {

    private Machine() {}

    static Finding look() {
        String architecture = System.getProperty("os.arch", "");
        String system = System.getProperty("os.name", "") + " " + System.getProperty("os.version", "");
        String detail = system + ", " + architecture + ", " + library();
        if (!System.getProperty("os.name", "").equals("Linux")) {
            return Finding.missing("machine", detail, "jemscope runs on Linux");
        }
        return architecture.equals("amd64") || architecture.equals("aarch64")
                ? Finding.fine("machine", detail)
                : Finding.missing("machine", detail, "jemscope runs on x86-64 and 64-bit ARM");
    }

    private static String library() {
        try (DirectoryStream<Path> musl = Files.newDirectoryStream(Path.of("/lib"), "ld-musl-*")) {
            if (musl.iterator().hasNext()) {
                return "musl";
            }
        } catch (IOException e) {
            return "a C library that doesn't tell its name";
        }
        try {
            Process process = new ProcessBuilder("getconf", "GNU_LIBC_VERSION")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
            return text.isEmpty() ? "glibc" : text;
        } catch (IOException e) {
            return "glibc";
        }
    }
}
