package io.jemscope.agent.watch;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.events.UtcTime;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A bundle being written. A part that can't be made is left out; {@code bundle.json}, the last one, says why, and how long each part took. */
final class BundleZip implements Closeable {

    private static final Set<OpenOption> NEW_FILE =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY = PosixFilePermissions.asFileAttribute(
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));

    /** A part: how long it took, in microseconds, or why it is missing. */
    private record Part(String name, long micros, String missing) {}

    /** Writes a document. */
    interface Json {
        void write(JsonWriter json) throws IOException;
    }

    private final FileChannel channel;
    private final ZipOutputStream zip;
    private final List<Part> parts = new ArrayList<>();

    BundleZip(Path file) throws IOException {
        channel = FileChannel.open(file, NEW_FILE, OWNER_ONLY);
        zip = new ZipOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16));
        // Time counts: half of the size for a third of the time of the default.
        zip.setLevel(Deflater.BEST_SPEED);
    }

    /** Adds a text. */
    void addText(String name, Callable<String> text) throws IOException {
        long began = System.nanoTime();
        byte[] bytes;
        try {
            bytes = text.call().getBytes(StandardCharsets.UTF_8);
        } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError e) {
            missing(name, e);
            return;
        }
        zip.putNextEntry(new ZipEntry(name));
        zip.write(bytes);
        added(name, began);
    }

    /** Adds a document. */
    void addJson(String name, Json document) throws IOException {
        addText(name, new JsonText(document));
    }

    /** Adds a file that is there, or made by the call. It may be removed meanwhile. */
    void addFile(String name, Callable<Path> file) throws IOException {
        long began = System.nanoTime();
        InputStream in;
        try {
            in = Files.newInputStream(file.call(), LinkOption.NOFOLLOW_LINKS);
        } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError e) {
            missing(name, e);
            return;
        }
        try (in) {
            zip.putNextEntry(new ZipEntry(name));
            in.transferTo(zip);
        }
        added(name, began);
    }

    private void added(String name, long began) throws IOException {
        zip.closeEntry();
        zip.flush();
        parts.add(new Part(name, (System.nanoTime() - began) / 1_000, ""));
    }

    /** Notes that a part can't be made. */
    void missing(String name, Throwable e) {
        String why = e.getMessage();
        parts.add(new Part(name, 0, why == null ? e.getClass().getName() : why));
    }

    /** Adds what the bundle is, and completes it on the disk. */
    void finish(Trigger trigger, String program, long pid, String version) throws IOException {
        addJson("bundle.json", new Contents(trigger, program, pid, version));
        zip.finish();
        zip.flush();
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static final class JsonText implements Callable<String> {
        private final Json document;

        JsonText(Json document) {
            this.document = document;
        }

        @Override
        public String call() throws IOException {
            StringWriter text = new StringWriter();
            document.write(new JsonWriter(text));
            return text + "\n";
        }
    }

    /** What the bundle is and what is in it. */
    private final class Contents implements Json {
        private final Trigger trigger;
        private final String program;
        private final long pid;
        private final String version;

        Contents(Trigger trigger, String program, long pid, String version) {
            this.trigger = trigger;
            this.program = program;
            this.pid = pid;
            this.version = version;
        }

        @Override
        public void write(JsonWriter json) throws IOException {
            json.beginObject();
            json.name("version").value(version);
            json.name("program").value(program);
            json.name("pid").value(pid);
            json.name("rule").value(trigger.rule());
            json.name("reading").value(trigger.reading());
            json.name("triggered").value(UtcTime.iso(trigger.time()));
            json.name("micros").value((System.nanoTime() - trigger.nanos()) / 1_000);
            json.name("parts").beginArray();
            for (Part part : parts) {
                json.beginObject().name("name").value(part.name());
                if (part.missing().isEmpty()) {
                    json.name("micros").value(part.micros());
                } else {
                    json.name("missing").value(part.missing());
                }
                json.endObject();
            }
            json.endArray().endObject();
        }
    }
}
