package io.jemscope.symbols.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.profile.BuildId;
import io.jemscope.symbols.dwarf.LineFrame;
import io.jemscope.symbols.dwarf.LineTable;
import io.jemscope.symbols.elf.ElfException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SymbolCacheTest {

    private static final BuildId ID = new BuildId("0123456789abcdef");
    private static final String DEBUG_FILE = "150000000 bytes";

    @TempDir
    private Path temporary;

    private Path folder = Path.of("unset");
    private final List<long[]> lookedUp = new ArrayList<>();

    @BeforeEach
    void chooseTheFolder() {
        folder = temporary.resolve("home/.cache/jemscope");
    }

    @Test
    void returnsCachedLines() throws IOException {
        for (int run = 0; run < 3; run++) {
            LineTable table = cache().lines(ID, DEBUG_FILE, new long[] {48, 16, 16, 5}, this::lookup);

            for (long address : new long[] {5, 16, 48}) {
                assertThat(table.frames(address)).isEqualTo(answer(address));
            }
        }
        assertThat(lookedUp).containsExactly(new long[] {5, 16, 48});
    }

    @Test
    void looksUpOnlyMissingAddresses() throws IOException {
        cache().lines(ID, DEBUG_FILE, new long[] {16, 48}, this::lookup);
        LineTable table = cache().lines(ID, DEBUG_FILE, new long[] {1, 16, 32, 64}, this::lookup);

        for (long address : new long[] {1, 16, 32, 64, 48}) {
            assertThat(table.frames(address)).isEqualTo(answer(address));
        }
        assertThat(lookedUp).containsExactly(new long[] {16, 48}, new long[] {1, 32, 64});
    }

    @Test
    void keepsBuildsAndDebugFilesApart() throws IOException {
        cache().lines(ID, DEBUG_FILE, new long[] {16}, this::lookup);
        cache().lines(new BuildId("fedcba98"), DEBUG_FILE, new long[] {16}, this::lookup);
        cache().lines(ID, "another", new long[] {16}, this::lookup);

        assertThat(lookedUp).hasSize(3);
        assertThat(files()).hasSize(3);
    }

    @Test
    void cachesNothingOfFilesWithoutDebugInformation() throws IOException {
        LineTable table = cache().lines(ID, DEBUG_FILE, new long[] {16}, addresses -> null);

        assertThat(table.frames(16)).isEmpty();
        assertThat(folder).doesNotExist();
    }

    @Test
    void throwsTheLookupsException() {
        assertThatThrownBy(() -> cache().lines(ID, DEBUG_FILE, new long[] {16}, addresses -> {
                    throw new ElfException("damaged");
                }))
                .isInstanceOf(ElfException.class);
        assertThat(folder).doesNotExist();
    }

    @Test
    void isReadableOnlyByItsOwner() throws IOException {
        cache().lines(ID, DEBUG_FILE, new long[] {16}, this::lookup);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files().get(0))))
                .isEqualTo("rw-------");
    }

    @Test
    void worksWithoutAFolderToWriteTo() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "no folder");
        SymbolCache cache = new SymbolCache(file.resolve("cache"), SymbolCache.DEFAULT_BYTES);

        assertThat(cache.lines(ID, DEBUG_FILE, new long[] {16}, this::lookup).frames(16))
                .isEqualTo(answer(16));
    }

    @Test
    void worksIfItsFilesAreDeletedOrReplaced() throws IOException {
        cache().lines(ID, DEBUG_FILE, new long[] {16}, this::lookup);
        Path file = files().get(0);
        Files.delete(file);
        Files.createDirectory(file);
        assertThat(cache().lines(ID, DEBUG_FILE, new long[] {16}, this::lookup).frames(16))
                .isEqualTo(answer(16));

        Files.delete(file);
        Files.createSymbolicLink(file, Path.of("/dev/zero"));
        assertThat(cache().lines(ID, DEBUG_FILE, new long[] {16}, this::lookup).frames(16))
                .isEqualTo(answer(16));
        // The new file has replaced the link.
        assertThat(file).isRegularFile();
        assertThat(lookedUp).hasSize(3);
    }

    @Test
    void staysWithinItsLimit() throws IOException {
        cache().lines(ID, DEBUG_FILE, addresses(500), this::lookup);
        long bytes = Files.size(files().get(0));
        Path foreign = Files.write(folder.resolve("notes.lines"), new byte[100_000]);
        Path abandoned = Files.write(folder.resolve("0123-1.lines77.aside"), new byte[100]);
        Path written = Files.write(folder.resolve("0123-2.lines78.aside"), new byte[100]);
        Files.setLastModifiedTime(abandoned, FileTime.fromMillis(0));
        SymbolCache small = new SymbolCache(folder, 3 * bytes + bytes / 2);
        for (int build = 1; build <= 3; build++) {
            Path older = files().get(files().size() - 1);
            small.lines(new BuildId("0" + build), DEBUG_FILE, addresses(500), this::lookup);
            Files.setLastModifiedTime(older, FileTime.fromMillis(1000L * build));
        }
        small.lines(ID, DEBUG_FILE, addresses(500), this::lookup);
        int before = lookedUp.size();
        small.lines(new BuildId("04"), DEBUG_FILE, addresses(500), this::lookup);

        assertThat(files()).hasSizeBetween(2, 3);
        assertThat(files().stream().mapToLong(SymbolCacheTest::size).sum()).isLessThanOrEqualTo(3 * bytes + bytes / 2);
        assertThat(List.of(foreign, written)).allMatch(Files::exists);
        assertThat(abandoned).doesNotExist();
        small.lines(new BuildId("04"), DEBUG_FILE, addresses(500), this::lookup);
        assertThat(lookedUp).hasSize(before + 1);
        new SymbolCache(folder, 100).lines(new BuildId("05"), DEBUG_FILE, addresses(500), this::lookup);
        assertThat(files()).noneMatch(path -> path.toString().contains("/05-"));
    }

    @Test
    void cachesNoIncompleteLines() throws IOException {
        LineTable partial = new LineTable() {
            @Override
            public List<LineFrame> frames(long address) {
                return answer(address);
            }

            @Override
            public boolean isComplete() {
                return false;
            }

            @Override
            public String problem() {
                return "too large";
            }
        };
        cache().lines(ID, DEBUG_FILE, new long[] {12}, this::lookup);

        LineTable table = cache().lines(ID, DEBUG_FILE, new long[] {12, 16}, missing -> partial);

        assertThat(table.frames(12)).isEqualTo(answer(12));
        assertThat(table.frames(16)).isEqualTo(answer(16));
        assertThat(table.problem()).isEqualTo("too large");
        cache().lines(ID, DEBUG_FILE, new long[] {12, 16}, this::lookup);
        assertThat(lookedUp).hasSize(2).last().isEqualTo(new long[] {16});
    }

    @Test
    void cachesCompleteLinesBesideIncompleteOnes() throws IOException {
        LineTable damaged = new LineTable() {
            @Override
            public List<LineFrame> frames(long address) {
                return address == 16 ? List.of() : answer(address);
            }

            @Override
            public boolean isComplete() {
                return false;
            }

            @Override
            public boolean isComplete(long address) {
                return address != 16;
            }
        };

        LineTable table = cache().lines(ID, DEBUG_FILE, new long[] {12, 16, 24}, missing -> damaged);

        assertThat(table.frames(12)).isEqualTo(answer(12));
        assertThat(table.isComplete(12)).isTrue();
        assertThat(table.frames(16)).isEmpty();
        assertThat(table.isComplete(16)).isFalse();
        LineTable later = cache().lines(ID, DEBUG_FILE, new long[] {12, 16, 24}, this::lookup);
        assertThat(later.frames(16)).isEqualTo(answer(16));
        assertThat(later.frames(24)).isEqualTo(answer(24));
        assertThat(lookedUp).containsExactly(new long[] {16});
    }

    @Test
    void isSafeForSeveralThreads() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Boolean>> done = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                int seed = thread;
                Callable<Boolean> work = () -> {
                    SplittableRandom random = new SplittableRandom(seed);
                    for (int round = 0; round < 50; round++) {
                        long[] wanted = random.longs(20, 0, 300).toArray();
                        LineTable table = cache().lines(ID, DEBUG_FILE, wanted, SymbolCacheTest::table);
                        for (long address : wanted) {
                            if (!table.frames(address).equals(answer(address))) {
                                return false;
                            }
                        }
                    }
                    return true;
                };
                done.add(threads.submit(work));
            }
            for (Future<Boolean> each : done) {
                assertThat(each.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).hasSize(1);
        }
    }

    @Test
    @Tag("fuzz")
    void survivesDamage() throws IOException {
        cache().lines(ID, DEBUG_FILE, addresses(60), SymbolCacheTest::table);
        Path file = files().get(0);
        byte[] whole = Files.readAllBytes(file);
        SplittableRandom random = new SplittableRandom(20_261_122);
        int rounds = Integer.getInteger("fuzz.cases", 3_000);
        for (int round = 0; round < rounds; round++) {
            byte[] damaged = whole.clone();
            for (int change = random.nextInt(1, 4); change > 0; change--) {
                int at = random.nextInt(random.nextBoolean() ? 64 : damaged.length);
                damaged[at] = (byte) random.nextInt();
            }
            int length = random.nextInt(4) == 0 ? random.nextInt(damaged.length) : damaged.length;
            ByteBuffer bytes = ByteBuffer.wrap(damaged, 0, length).slice();
            if (random.nextBoolean()) {
                // Like a hostile writer's file: the checksum and the length are valid.
                repair(bytes);
            }
            CachedLines answers = CachedLinesFormat.decode(bytes, ID.hex() + " " + DEBUG_FILE);
            if (answers != null) {
                for (long address : answers.addresses) {
                    assertThat(answers.frames(address)).isNotNull();
                }
                // Some are cached, others are added.
                Files.write(file, Arrays.copyOf(damaged, length));
                LineTable table = cache().lines(ID, DEBUG_FILE, addresses(64), SymbolCacheTest::table);
                for (long address : addresses(64)) {
                    assertThat(table.frames(address)).isNotNull();
                }
            }
        }
    }

    @Test
    void looksUpAgainAfterWrongNumbersInAFile() throws IOException {
        cache().lines(ID, DEBUG_FILE, new long[] {16, 24, 48}, SymbolCacheTest::table);
        Path file = files().get(0);
        byte[] whole = Files.readAllBytes(file);
        int addresses = 48 + (ID.hex() + " " + DEBUG_FILE).length() + 7 & -8;
        int stacks = addresses + 3 * Long.BYTES;
        for (int wrong : new int[] {-1, 3, 1 << 20, Integer.MIN_VALUE}) {
            byte[] bytes = whole.clone();
            littleEndian(bytes).putInt(stacks + Integer.BYTES, wrong);
            looksUpAgain(file, bytes, new long[] {16, 24});
            looksUpAgain(file, bytes, new long[] {16, 36});
        }
        byte[] bytes = whole.clone();
        littleEndian(bytes).putLong(addresses, 47);
        looksUpAgain(file, bytes, new long[] {16, 36, 48});
    }

    /** Corrects the length and the checksum of a damaged file, so that the later checks are reached. */
    private static void repair(ByteBuffer bytes) {
        if (bytes.limit() < 48) {
            return;
        }
        bytes.order(ByteOrder.LITTLE_ENDIAN).putLong(40, bytes.limit());
        CRC32 crc = new CRC32();
        crc.update(bytes.array(), bytes.arrayOffset() + 12, bytes.limit() - 12);
        bytes.putInt(8, (int) crc.getValue());
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void looksUpAgain(Path file, byte[] bytes, long[] wanted) throws IOException {
        repair(littleEndian(bytes));
        Files.write(file, bytes);
        lookedUp.clear();
        for (int run = 0; run < 2; run++) {
            LineTable table = cache().lines(ID, DEBUG_FILE, wanted, this::lookup);
            for (long address : wanted) {
                assertThat(table.frames(address)).isEqualTo(answer(address));
            }
        }
        assertThat(lookedUp).containsExactly(wanted);
    }

    @Test
    void findsTheUsersCacheFolder() {
        assertThat(SymbolCache.usersFolder(Map.of("JEMSCOPE_CACHE", "mine", "XDG_CACHE_HOME", "/c")))
                .contains(Path.of("mine"));
        assertThat(SymbolCache.usersFolder(Map.of("XDG_CACHE_HOME", "/c", "HOME", "/h")))
                .hasValue(Path.of("/c/jemscope"));
        assertThat(SymbolCache.usersFolder(Map.of("XDG_CACHE_HOME", "c", "HOME", "/h")))
                .hasValue(Path.of("/h/.cache/jemscope"));
        assertThat(SymbolCache.usersFolder(Map.of())).isEmpty();
    }

    private SymbolCache cache() {
        return new SymbolCache(folder, SymbolCache.DEFAULT_BYTES);
    }

    private @Nullable LineTable lookup(long[] addresses) {
        lookedUp.add(addresses);
        return table(addresses);
    }

    private static LineTable table(long[] addresses) {
        return SymbolCacheTest::answer;
    }

    /** Some addresses have the same frames, some none, some inlined functions or unknown parts. */
    private static List<LineFrame> answer(long address) {
        if (address % 5 == 0) {
            return List.of();
        }
        LineFrame outer =
                new LineFrame("_Z3fun" + address / 20, "/src/\u00e4/" + address % 3 + ".cc", (int) address / 4);
        return address % 2 == 0 ? List.of(outer) : List.of(new LineFrame(null, null, 0), outer);
    }

    private static long[] addresses(int count) {
        long[] addresses = new long[count];
        for (int index = 0; index < count; index++) {
            addresses[index] = 4L * index;
        }
        return addresses;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(path -> path.toString().matches(".*/[0-9a-f]+-[0-9a-f]+\\.lines"))
                    .sorted()
                    .toList();
        }
    }

    private static long size(Path path) {
        return path.toFile().length();
    }
}
