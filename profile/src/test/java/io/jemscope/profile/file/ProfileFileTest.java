package io.jemscope.profile.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Dumps;
import io.jemscope.profile.Fixtures;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Programs;
import io.jemscope.profile.SourceLine;
import io.jemscope.profile.pprof.PprofWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileFileTest {

    private static final String DUMP = """
            heap_v2/1
              t*: 1: 64 [0: 0]
            @ 0x7f0000001010 0x4a45000000000000
              t*: 1: 64 [0: 0]
            """;

    @TempDir
    private Path folder;

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private Path pprof(Profile profile) throws IOException {
        Path file = folder.resolve("profile.bin");
        try (OutputStream out = Files.newOutputStream(file)) {
            PprofWriter.write(profile, out);
        }
        return file;
    }

    @Test
    void readsADumpWithTheNamesBesideIt() throws IOException {
        Path dump = file("a.heap", DUMP);
        file("a.heap.symbols", "--- symbol\n# pid: 7\n0x4a45000000000000 a.B.c(B.java:1)\n---\n");

        Profile profile = ProfileFile.read(dump);

        assertThat(profile.samples().get(0).stack().get(1).frames())
                .containsExactly(new JavaFrame(null, "a.B", "c", new SourceLine("B.java", 1), false));
        assertThat(profile.metadata().count("pid")).hasValue(7);
    }

    @Test
    void readsAPackedDumpWithTheNamesOfThePlainOne() throws IOException {
        Path packed = folder.resolve("a.heap.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(DUMP.getBytes(StandardCharsets.UTF_8));
        }
        file("a.heap.symbols", "--- symbol\n# pid: 7\n---\n");
        assertThat(ProfileFile.read(packed).metadata().count("pid")).hasValue(7);

        file("a.heap.gz.symbols", "--- symbol\n# pid: 8\n---\n");
        assertThat(ProfileFile.read(packed).metadata().count("pid")).hasValue(8);
    }

    @Test
    void readsADumpWithoutNames() throws IOException {
        Profile profile = ProfileFile.read(file("a.heap", DUMP));

        assertThat(profile.samples().get(0).stack().get(1).frames()).containsExactly(MarkerFrame.NAME_LOST);
    }

    @Test
    void readsNamesAndDumpInOneFile() throws IOException {
        Profile profile = ProfileFile.read(
                file("both", "--- symbol\n# pid: 7\n0x4a45000000000000 a.B.c(B.java:1)\n---\n--- heap\n" + DUMP));

        assertThat(profile.samples().get(0).stack().get(1).frames()).hasOnlyElementsOfType(JavaFrame.class);
    }

    @Test
    void readsAPackedDump() throws IOException {
        Path file = folder.resolve("a.heap.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(DUMP.getBytes(StandardCharsets.UTF_8));
        }

        assertThat(ProfileFile.read(file).live()).isEqualTo(new Amount(1, 64));
    }

    @Test
    void readsPprofPackedAndPlain() throws IOException {
        Path packed = pprof(Fixtures.everyKindOfFrame());
        Path plain = folder.resolve("plain");
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
            Files.copy(in, plain);
        }

        assertThat(ProfileFile.read(packed).live().bytes()).isCloseTo(2_077_775, within(0.1));
        assertThat(ProfileFile.read(plain).live().bytes()).isCloseTo(2_077_775, within(0.1));
    }

    @Test
    void saysWhatAFileIsThatItCantRead() throws IOException {
        refuses(folder, "it is a folder", "Name one of the files in it");
        refuses(file("empty", ""), "it is empty", "disk");
        refuses(
                file("text", "once upon a time\nthere was"),
                "text file that begins with 'once upon a time'",
                "heap_v2/");
        refuses(file("page", "\n<!DOCTYPE html>\n"), "text file that begins with '<!DOCTYPE html>'", "prof_log");
        refuses(file("binary", "\1\2\3"), "not a heap profile of any known format", "heap_v2/");
        refuses(file("heapz", "--- heapz 1 ---\nformat = java\n"), "Java objects", "pprof");
        refuses(file("program", "\177ELF\2"), "program or library", "before a profile");
        refuses(file("rec", "FLR\0\0\2"), "flight recording", "Mission Control");
        refuses(file("java.hprof", "JAVA PROFILE 1.0.2\0"), "Java heap", "analyser");
        refuses(file("names", "--- symbol\n---\n"), "no header", "");
    }

    private static void refuses(Path file, String why, String next) {
        assertThatThrownBy(() -> ProfileFile.read(file))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("'" + file + "' can't be read")
                .hasMessageContaining(why)
                .hasMessageContaining(next);
    }

    @Test
    void saysWhichOfTheTwoFilesIsDamaged() throws IOException {
        Path dump = file("a.heap", DUMP);
        Path names = file("a.heap.symbols", "--- symbol\n");

        assertThatThrownBy(() -> ProfileFile.read(dump))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("'" + names + "' can't be read")
                .hasMessageContaining("it ends after line 1");
    }

    @Test
    void saysThatAPackedFileIsCutShort() throws IOException {
        byte[] whole = Files.readAllBytes(pprof(Fixtures.everyKindOfFrame()));
        for (int length : new int[] {3, 12, 40, whole.length - 4}) {
            Path file = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, length));
            refuses(file, "cut short", "");
        }
    }

    @Test
    void saysThatThereIsNoSuchFile() {
        assertThatThrownBy(() -> ProfileFile.read(folder.resolve("nothing")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("there is no such file");
    }

    @Test
    void doesntWaitForAPipe() throws Exception {
        Programs.assumeInstalled("mkfifo");
        Path pipe = folder.resolve("pipe");
        Programs.run(folder, "mkfifo", pipe.toString());

        refuses(pipe, "not a regular file", "Copy");
    }

    @Test
    void readsANamedPipe() throws Exception {
        Programs.assumeInstalled("mkfifo");
        Path pipe = folder.resolve("pipe");
        Programs.run(folder, "mkfifo", pipe.toString());
        for (byte[] content : List.of(
                DUMP.getBytes(StandardCharsets.UTF_8), Files.readAllBytes(pprof(Fixtures.everyKindOfFrame())))) {
            Thread writer = new Thread(() -> {
                try {
                    Files.write(pipe, content);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            writer.start();

            assertThat(ProfileFile.readNamed(pipe).live().bytes()).isPositive();

            writer.join();
        }
    }

    @Test
    void findsAFileWhoseNameTheJvmCouldNotDecode() throws Exception {
        Programs.assumeInstalled("sh");
        file("plain.heap", DUMP);
        // Bytes of Latin-1 in a locale of UTF-8.
        Programs.run(
                folder,
                "sh",
                "-c",
                "d=$(printf 'b\\374ro'); mkdir \"$d\"; cp plain.heap \"$d/$(printf 'gr\\374n').heap\"");

        assertThat(ProfileFile.readNamed(folder.resolve("b\ufffdro").resolve("gr\ufffdn.heap"))
                        .live())
                .isEqualTo(new Amount(1, 64));
        List<DumpFile> inFolder =
                ProfileFiles.find(List.of(folder.resolve("b\ufffdro").toString()));
        assertThat(inFolder).hasSize(1);
        assertThat(ProfileFile.readNamed(inFolder.get(0).path()).live()).isEqualTo(new Amount(1, 64));
        assertThatThrownBy(
                        () -> ProfileFile.readNamed(folder.resolve("b\ufffdro").resolve("bl\ufffdu.heap")))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void refusesEveryBeginningOfAPprofFile() throws IOException {
        byte[] packed = Files.readAllBytes(pprof(Fixtures.everyKindOfFrame()));
        byte[] plain;
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            plain = in.readAllBytes();
        }
        for (byte[] whole : List.of(packed, plain)) {
            for (int length = 0; length < whole.length; length += 7) {
                Path file = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, length));
                refuses(file, "", "");
            }
        }
    }

    @Test
    void saysHowMuchOfAPackedDumpWasReadable() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(Dumps.resource("threads.heap_v2"));
        }
        Path file = Files.write(folder.resolve("a.heap.gz"), Arrays.copyOf(packed.toByteArray(), packed.size() / 2));

        refuses(file, "unpacked bytes", "Copy it again");
    }

    @Test
    void doesntWaitForAPipeBehindALink() throws Exception {
        Programs.assumeInstalled("mkfifo");
        Programs.run(folder, "mkfifo", folder.resolve("pipe").toString());
        Path link = Files.createSymbolicLink(folder.resolve("link.heap"), folder.resolve("pipe"));

        refuses(link, "not a regular file", "Copy");
        refuses(Files.createSymbolicLink(folder.resolve("up"), folder), "it is a folder", "Name one");
    }

    @Test
    void doesntWaitForAPipeOfNames() throws Exception {
        Programs.assumeInstalled("mkfifo");
        Path dump = file("a.heap", DUMP);
        Programs.run(folder, "mkfifo", dump + ".symbols");

        assertThat(ProfileFile.read(dump).live()).isEqualTo(new Amount(1, 64));
    }

    @Test
    void refusesTenGigabytesOfNothingAtOnce() throws IOException {
        for (String beginning : List.of("", "heap_v2/524288\n  t*: 1: 64 [0: 0]\n", "{\"info\":", "heap profile: ")) {
            Path file = file("sparse", beginning);
            try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
                sparse.setLength(10L << 30);
            }

            refuses(file, "", "");
        }
    }

    @Test
    void refusesWhatUnpacksToAMemoryfull() throws IOException {
        Path bomb = folder.resolve("bomb.heap.gz");
        byte[] blanks = new byte[1 << 16];
        Arrays.fill(blanks, (byte) '\n');
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(bomb))) {
            out.write(DUMP.getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < 2_000; i++) {
                out.write(blanks);
            }
        }

        refuses(bomb, "it unpacks to more than", "Unpack it yourself");
    }

    @Test
    void saysThatAFileMayNotBeRead() throws IOException {
        Path dump = file("secret.heap", DUMP);
        Files.setPosixFilePermissions(dump, Set.of());
        assumeFalse(Files.isReadable(dump), "this user may read everything");

        refuses(dump, "this user may not read it", "Read it as the user");
    }

    @Test
    void saysThatTheNamesBesideADumpMayNotBeRead() throws IOException {
        Path dump = file("a.heap", DUMP);
        Path names = file("a.heap.symbols", "--- symbol\n---\n");
        Files.setPosixFilePermissions(names, Set.of());
        assumeFalse(Files.isReadable(names), "this user may read everything");

        assertThatThrownBy(() -> ProfileFile.read(dump))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("'" + names + "' can't be read: this user may not read it");
    }

    @Test
    void readsALog() throws IOException {
        Path log = file(
                "jeprof.1.0.json",
                "{\"info\":{\"lg_sample_rate\":0},\"threads\":[],\"stack_traces\":[],\"allocations\":[]}");

        assertThat(ProfileFile.read(log).samples()).isEmpty();
    }

    @Test
    void readsWhatItWroteOfARealDump() throws IOException {
        Path dump = Files.write(folder.resolve("real"), Dumps.resource("threads.heap_v2"));
        Profile profile = ProfileFile.read(dump);

        Profile again = ProfileFile.read(pprof(profile));

        assertThat(again.live().bytes()).isCloseTo(profile.live().bytes(), within(0.5001));
        assertThat(again.accumulated().objects())
                .isCloseTo(profile.accumulated().objects(), within(0.5001));
        assertThat(again.rate()).isEqualTo(profile.rate());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PprofWriter.write(again, out);
        assertThat(out.toByteArray()).isEqualTo(Files.readAllBytes(folder.resolve("profile.bin")));
    }
}
