package io.jemscope.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SourceLine;
import io.jemscope.symbols.binaries.FileSystemBinaries;
import io.jemscope.symbols.cache.SymbolCache;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CachedLinesTest {

    private static final String SOURCE = """
            static inline __attribute__((always_inline)) int inner(int x) {
                return x * 7;
            }
            int outer(int x) {
                return inner(x) + 1;
            }
            """;
    private static final long BASE = 0x7f00_1234_0000L;

    @TempDir
    private Path folder;

    @Test
    void returnsTheSameLinesFromTheCacheAsFromTheDebugInformation() throws IOException {
        Path library = compile("-Wl,--build-id=sha1");
        SymbolCache cache = new SymbolCache(folder.resolve("cache"), SymbolCache.DEFAULT_BYTES);
        List<List<Frame>> plain = frames(library, null);
        assertThat(plain)
                .anySatisfy(
                        frames -> assertThat(frames).extracting(Frame::label).containsExactly("inner", "outer"));
        assertThat(plain.get(0).get(0))
                .isInstanceOfSatisfying(
                        NativeFrame.class,
                        frame -> assertThat(frame.source())
                                .extracting(SourceLine::file)
                                .asString()
                                .endsWith("liba.so.c"));

        assertThat(frames(library, cache)).isEqualTo(plain);
        destroyLines(library);
        assertThat(frames(library, null)).isNotEqualTo(plain);
        assertThat(frames(library, cache)).isEqualTo(plain);
    }

    @Test
    void cachesNothingOfAFileWithoutABuildId() throws IOException {
        Path library = compile("-Wl,--build-id=none");
        SymbolCache cache = new SymbolCache(folder.resolve("cache"), SymbolCache.DEFAULT_BYTES);

        assertThat(frames(library, cache)).isEqualTo(frames(library, null));
        assertThat(folder.resolve("cache")).doesNotExist();
    }

    private Path compile(String buildId) {
        return Tool.compile(folder.resolve("liba.so"), "gcc", SOURCE, "-g", "-O1", "-shared", "-fPIC", buildId);
    }

    /** Damages only the line table: the file keeps its build id and its length. */
    private static void destroyLines(Path library) throws IOException {
        String[] words = Tool.run("readelf", "-SW", library.toString()).stream()
                .filter(line -> line.contains(" .debug_line "))
                .map(line -> line.substring(line.indexOf(".debug_line")).split(" +", -1))
                .findAny()
                .orElseThrow();
        try (RandomAccessFile file = new RandomAccessFile(library.toFile(), "rw")) {
            file.seek(Long.parseLong(words[3], 16));
            file.write(new byte[Integer.parseInt(words[4], 16)]);
        }
    }

    private static List<List<Frame>> frames(Path library, @Nullable SymbolCache cache) throws IOException {
        long[] range = Tool.run("nm", "-S", library.toString()).stream()
                .filter(line -> line.endsWith(" outer"))
                .map(line -> line.split(" ", -1))
                .map(words -> new long[] {Long.parseLong(words[0], 16), Long.parseLong(words[1], 16)})
                .findAny()
                .orElseThrow();
        Mapping mapping = new Mapping(BASE, BASE + Files.size(library), 0, library.toString(), false, null);
        List<Location> stack = new ArrayList<>();
        for (long offset = 1; offset <= range[1]; offset++) {
            stack.add(new Location(BASE + range[0] + offset, mapping, List.of()));
        }
        Sample sample = new Sample(stack, new Amount(1, 48), Amount.NONE, Map.of());
        Profile profile =
                new Profile(SampleRate.EVERY_ALLOCATION, List.of(sample), List.of(mapping), ProfileMetadata.UNKNOWN);
        return new Symbolizer(new FileSystemBinaries(), Detail.LINES, cache)
                .symbolize(profile).samples().get(0).stack().stream()
                        .map(Location::frames)
                        .toList();
    }
}
