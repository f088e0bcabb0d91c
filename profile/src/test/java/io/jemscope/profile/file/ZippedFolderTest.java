package io.jemscope.profile.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.profile.FormatException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZippedFolderTest {

    private static final String DUMP = "heap_v2/524288\n  t*: 1: 64 [0: 0]\n@ 0x1000 0x2000\n  t*: 1: 64 [0: 0]\n";

    @TempDir
    private Path folder;

    @Test
    void theDumpOfABundleIsReadOnce() throws IOException {
        Path file = write(zip("dump.heap", DUMP, "memory.json", "{}"));

        List<DumpFile> found = ProfileFiles.find(List.of(file.toString()));

        assertThat(found).hasSize(1);
        assertThat(ProfileFile.read(found.get(0).path()).samples()).hasSize(1);
    }

    @Test
    void aZipWithoutAProfileIsToldSo() throws IOException {
        Path file = write(zip("readme.txt", "hello"));

        assertThatThrownBy(() -> ProfileFiles.find(List.of(file.toString())))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("There is no profile in");
    }

    @Test
    void whatUnpacksToFarTooMuchIsRefused() throws IOException {
        Path file = write(zip("dump.heap", "0".repeat(257 << 20)));

        assertThatThrownBy(() -> ZippedFolder.open(file))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("unpack to more");
    }

    /** Cut short or with wrong bytes: read, or refused with a sentence. */
    @Test
    void damageIsToldClearly() throws IOException {
        byte[] whole = zip("dump.heap", DUMP, "history/a.jsonl", "{}");
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 500; i++) {
            byte[] damaged = i % 2 == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
            for (int flips = random.nextInt(4); flips > 0 && damaged.length > 0; flips--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            Path file = write(damaged);
            try {
                for (DumpFile dump : ProfileFiles.find(List.of(file.toString()))) {
                    ProfileFile.read(dump.path());
                }
            } catch (FormatException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(Files.createTempFile(folder, "bundle", ".zip"), bytes);
    }

    private static byte[] zip(String... namesAndTexts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (int i = 0; i < namesAndTexts.length; i += 2) {
                zip.putNextEntry(new ZipEntry(namesAndTexts[i]));
                zip.write(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
