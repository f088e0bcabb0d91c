package io.jemscope.cli.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machine: processor, kernel and C library.
 *
 * @param system the operating system's name, as Java has it
 * @param release its kernel's release
 * @param architecture the processor's, as Java has it
 * @param library the C library's name and version, in words
 */
record Machine(String system, String release, String architecture, String library) {

    private static final String MUSL = "musl";

    private static final Pattern NUMBERS = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,2})");

    private static final int LEAST_KERNEL = 414;
    private static final int LEAST_GLIBC = 235;

    static Machine own() {
        return new Machine(
                System.getProperty("os.name", ""),
                System.getProperty("os.version", ""),
                System.getProperty("os.arch", ""),
                library(Path.of("/proc/self/maps")));
    }

    Finding judge() {
        String detail = system + " " + release + ", " + architecture + ", " + library;
        if (!system.equals("Linux")) {
            return Finding.missing("machine", detail, "jemscope runs on Linux");
        }
        if (library.equals(MUSL)) {
            return Finding.missing(
                    "machine",
                    detail + ": nothing can be recorded, since libjemscope.so is linked with glibc (libc.so.6), and a "
                            + "JVM linked with musl can't load it",
                    "take an image with glibc for the service: Debian's, or one of Eclipse Temurin without -alpine");
        }
        return architecture.equals("amd64") || architecture.equals("aarch64")
                ? Finding.fine("machine", detail)
                : Finding.missing("machine", detail, "jemscope runs on x86-64 and 64-bit ARM");
    }

    /** What Jemscope's own sampler needs, for programs that don't run on jemalloc. */
    Finding sampler() {
        String subject = "own sampler";
        if (version(release) < LEAST_KERNEL) {
            return Finding.warning(
                    subject,
                    "it needs Linux 4.14, so only programs on jemalloc can be sampled",
                    "run the program on jemalloc: jemscope run -- COMMAND");
        }
        int glibc = version(library);
        return glibc > 0 && glibc < LEAST_GLIBC
                ? Finding.warning(
                        subject,
                        "before glibc 2.35 it doesn't see what libraries allocate that are loaded after sampling began",
                        "switch sampling on when all libraries are loaded, or run the program on jemalloc")
                : Finding.fine(
                        subject,
                        "programs that don't run on jemalloc can be sampled: attach, or record --jemalloc none");
    }

    /** A hundred times the first number of a text plus the second; 0 if there are none. */
    private static int version(String text) {
        Matcher numbers = NUMBERS.matcher(text);
        return numbers.find() ? 100 * Integer.parseInt(numbers.group(1)) + Integer.parseInt(numbers.group(2)) : 0;
    }

    /**
     * The library that this JVM runs on, by what it has mapped: musl can be installed beside glibc, and does no harm there.
     *
     * @param maps its mappings, as proc(5) has them
     */
    static String library(Path maps) {
        try {
            if (Files.readString(maps, StandardCharsets.ISO_8859_1).contains("/ld-musl-")) {
                return MUSL;
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
