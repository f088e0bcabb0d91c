package io.jemscope.history;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The statistics of one process: a file of {@link StatisticsLines}. A damaged line, as a crash leaves at the end, is skipped and counted. */
final class StatisticsFile {

    /** What is behind is not read: all statistics of a process take about 2 MB. */
    static final int MOST_BYTES = 64 << 20;

    /** A snapshot takes about 3 KB. */
    static final int MOST_LINE_BYTES = 512 << 10;

    static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY = PosixFilePermissions.asFileAttribute(
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));

    private static final Set<OpenOption> APPEND = Set.of(
            StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private StatisticsFile() {}

    /**
     * What a file has.
     *
     * @param process the process, by the first line, else by the file's name
     * @param snapshots in the order of their times, each time once
     * @param damaged how many lines were skipped
     * @param whole whether the file was read to its end
     */
    record Content(ProcessIdentity process, List<Snapshot> snapshots, int damaged, boolean whole) {}

    /** Reads a file; {@code named} is the process that its name stands for. */
    static Content read(Path file, ProcessIdentity named) throws IOException {
        return read(file, named, Integer.MAX_VALUE);
    }

    /** A zip file's entries are no links, and can't be opened with that option. */
    private static InputStream open(Path file) throws IOException {
        return file.getFileSystem().equals(FileSystems.getDefault())
                ? Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)
                : Files.newInputStream(file);
    }

    /** Reads a file up to a number of snapshots. */
    static Content read(Path file, ProcessIdentity named, int most) throws IOException {
        List<Snapshot> snapshots = new ArrayList<>();
        Set<Long> times = new HashSet<>();
        ProcessIdentity process = named;
        int damaged = 0;
        boolean isFirst = true;
        boolean whole;
        try (InputStream in = new BufferedInputStream(open(file), 1 << 16)) {
            Lines lines = new Lines(in);
            for (String line = lines.next(); line != null && snapshots.size() < most; line = lines.next()) {
                ProcessIdentity told = isFirst ? StatisticsLines.process(line) : null;
                Snapshot snapshot = told == null ? StatisticsLines.snapshot(process, line) : null;
                if (told != null && told.pid() == named.pid() && told.started().equals(named.started())) {
                    process = told;
                } else if (snapshot == null) {
                    damaged++;
                } else if (times.add(snapshot.time().toEpochMilli())) {
                    snapshots.add(snapshot);
                }
                isFirst = false;
            }
            whole = lines.isOver;
            damaged += lines.isOver || snapshots.size() == most ? 0 : 1;
        }
        snapshots.sort(ByTime.ORDER);
        return new Content(process, snapshots, damaged, whole);
    }

    /** Appends a snapshot; leaves the file as it was if that fails. */
    static void append(Path file, Snapshot snapshot) throws IOException {
        try (FileChannel channel = FileChannel.open(file, APPEND, OWNER_ONLY)) {
            long size = channel.size();
            String line = StatisticsLines.write(snapshot);
            if (size == 0) {
                line = StatisticsLines.write(snapshot.process()) + line;
            } else if (!endsLine(channel, size)) {
                // The process was killed within its last line: that line is lost, and this one isn't.
                line = "\n" + line;
            }
            try {
                write(channel, size, line);
            } catch (IOException e) {
                channel.truncate(size);
                throw e;
            }
        }
    }

    private static boolean endsLine(FileChannel channel, long size) throws IOException {
        ByteBuffer last = ByteBuffer.allocate(1);
        return channel.read(last, size - 1) == 1 && last.get(0) == '\n';
    }

    private static void write(FileChannel channel, long at, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        channel.position(at);
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Replaces a file by one with these snapshots, in one step. */
    static void replace(Path file, ProcessIdentity process, List<Snapshot> snapshots) throws IOException {
        WholeFile.write(file, new WholeFile.Body() {
            @Override
            public void writeTo(OutputStream out) throws IOException {
                out.write(StatisticsLines.write(process).getBytes(StandardCharsets.UTF_8));
                for (Snapshot snapshot : snapshots) {
                    out.write(StatisticsLines.write(snapshot).getBytes(StandardCharsets.UTF_8));
                }
            }
        });
    }

    /** Clocks are set back now and then. */
    private enum ByTime implements Comparator<Snapshot> {
        ORDER;

        @Override
        public int compare(Snapshot one, Snapshot other) {
            return one.time().compareTo(other.time());
        }
    }

    /** Lines of bytes, each up to a limit; a longer one comes as an empty line, which is damaged. */
    private static final class Lines {

        private final InputStream in;
        private long count;
        private boolean isOver;

        Lines(InputStream in) {
            this.in = in;
        }

        @Nullable
        String next() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream(4_096);
            boolean isTooLong = false;
            int c = read();
            if (c < 0) {
                return null;
            }
            while (c >= 0 && c != '\n') {
                isTooLong |= line.size() >= MOST_LINE_BYTES;
                if (!isTooLong) {
                    line.write(c);
                }
                c = read();
            }
            return isTooLong ? "" : line.toString(StandardCharsets.UTF_8);
        }

        private int read() throws IOException {
            if (count == MOST_BYTES) {
                return -1;
            }
            count++;
            int c = in.read();
            isOver |= c < 0;
            return c;
        }
    }
}
