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
import io.jemscope.profile.UnknownFrame;
import io.jemscope.symbols.binaries.Binaries;
import io.jemscope.symbols.binaries.FileSystemBinaries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SymbolizerLinesTest {

    private static final String SOURCE = """
            int planted(int);
            namespace outer {
            inline __attribute__((always_inline)) int inner(int x) {
              return planted(x);
            }
            inline __attribute__((always_inline)) int middle(int x) {
              return inner(x) + 1;
            }
            __attribute__((visibility("hidden"))) int whole(int x) {
              return middle(x) + 2;
            }
            }
            """;
    private static final long BASE = 0x7f00_1234_0000L;

    @TempDir
    private Path folder;

    private Path library = Path.of("unset");
    private long call;

    @BeforeEach
    void build() {
        library = Tool.compile(
                folder.resolve("liba.so"), "g++", SOURCE, "-g", "-O1", "-shared", "-fPIC", "-Wl,--build-id=sha1");
        call = returnAddress();
    }

    @Test
    void findsTheFunctionsInlinedAtTheCallWithTheLineOfEach() {
        String source = library + ".cc";

        assertThat(frames(Detail.LINES, new FileSystemBinaries(), call))
                .containsExactly(
                        frame("outer::inner", "_ZN5outer5innerEi", source, 4),
                        frame("outer::middle", "_ZN5outer6middleEi", source, 7),
                        frame("outer::whole", "_ZN5outer5wholeEi", source, 10));
    }

    @Test
    void findsNoLinesWithoutDetailLines() {
        assertThat(frames(Detail.FUNCTIONS, new FileSystemBinaries(), call))
                .containsExactly(new NativeFrame("outer::whole", "_ZN5outer5wholeEi", library.toString(), null));
    }

    @Test
    void findsTheLineOfTheCallAndNotTheNextOne() {
        // One byte before the return address is the call; the next line may begin at the return address itself.
        List<Frame> atCall = frames(Detail.LINES, new FileSystemBinaries(), call);

        assertThat(frames(Detail.LINES, new FileSystemBinaries(), call + 1)).isNotEqualTo(atCall);
        assertThat(frames(Detail.LINES, new FileSystemBinaries(), call - 1)).isEqualTo(atCall);
    }

    @Test
    void readsLinesFromTheDebugFile() throws IOException {
        List<Frame> whole = frames(Detail.LINES, new FileSystemBinaries(), call);
        Path debug = folder.resolve("liba.debug");
        Tool.run("objcopy", "--only-keep-debug", library.toString(), debug.toString());
        Tool.run("strip", "--strip-debug", library.toString());
        Tool.run("objcopy", "--add-gnu-debuglink=" + debug, library.toString());

        // The library keeps its symbols; only the lines are in the debug file.
        assertThat(frames(Detail.LINES, new FileSystemBinaries(), call)).isEqualTo(whole);

        Files.delete(debug);
        assertThat(frames(Detail.LINES, new FileSystemBinaries(), call)).hasSize(1);
    }

    @Test
    void namesFunctionsThatOnlyTheDebugInformationHas() {
        Tool.run("objcopy", "--strip-symbol=_ZN5outer5wholeEi", library.toString());

        List<Frame> frames = frames(Detail.LINES, new FileSystemBinaries(), call);

        assertThat(frames).hasSize(3).last().extracting(Frame::label).isEqualTo("outer::whole");
    }

    @Test
    void keepsFunctionsWithoutDebugInformation() {
        Tool.run("strip", "--strip-debug", library.toString());

        assertThat(frames(Detail.LINES, new FileSystemBinaries(), call))
                .isEqualTo(frames(Detail.FUNCTIONS, new FileSystemBinaries(), call));
        assertThat(frames(Detail.LINES, new FileSystemBinaries(), 3)).first().isInstanceOf(UnknownFrame.class);
    }

    @Test
    void reportsWhyLinesCouldNotBeRead() throws IOException {
        Tool.run("objcopy", "--compress-debug-sections=zlib", library.toString());
        byte[] bytes = Files.readAllBytes(library);
        for (int at = 0; at + 24 < bytes.length; at++) {
            if (bytes[at] == 1 && bytes[at + 1] == 0 && bytes[at + 7] == 0 && bytes[at + 24] == 0x78) {
                // The number of zstd in the compression header.
                bytes[at] = 2;
            }
        }
        Files.write(library, bytes);

        Profile named = new Symbolizer(new FileSystemBinaries(), Detail.LINES).symbolize(profile(call));

        assertThat(named.metadata().get(ProfileMetadata.LINES_UNREAD).orElseThrow())
                .contains(library.toString())
                .contains("zstd");
        assertThat(named.samples().get(0).stack().get(0).frames())
                .containsExactly(new NativeFrame("outer::whole", "_ZN5outer5wholeEi", library.toString(), null));
    }

    private NativeFrame frame(String name, String systemName, String source, int line) {
        return new NativeFrame(name, systemName, library.toString(), new SourceLine(source, line));
    }

    private List<Frame> frames(Detail detail, Binaries binaries, long returnAddress) {
        Profile named = new Symbolizer(binaries, detail).symbolize(profile(returnAddress));
        return named.samples().get(0).stack().get(0).frames();
    }

    private Profile profile(long returnAddress) {
        Mapping mapping = new Mapping(BASE, BASE + 0x10_0000, 0, library.toString(), false, null);
        Location location = new Location(BASE + returnAddress, mapping, List.of());
        Sample sample = new Sample(List.of(location), new Amount(1, 1), Amount.NONE, Map.of());
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(sample), List.of(mapping), ProfileMetadata.UNKNOWN);
    }

    /** The return address of the call of {@code planted} in {@code whole}; here code has equal file offsets and addresses. */
    private long returnAddress() {
        boolean behind = false;
        for (String line : Tool.run("objdump", "-d", "-j", ".text", "--no-show-raw-insn", library.toString())) {
            if (behind) {
                return Long.parseLong(line.substring(0, line.indexOf(':')).strip(), 16);
            }
            behind = line.contains("call") && line.contains("planted");
        }
        throw new AssertionError("No call in the library");
    }
}
