package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SourceLine;
import io.jemscope.profile.UnknownFrame;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GroupingTest {

    private static final Amount KIBIBYTE = new Amount(1, 1024);
    private static final Mapping LIBZ =
            new Mapping(0x7f00_0000_0000L, 0x7f00_0010_0000L, 0, "/lib/libz.so", false, null);

    /** A native function with its line, one inlined into it, a Java method of two lines, and an address nobody knows. */
    private static final Sample STACK = StackBuilder.stack()
            .address(new Location(
                    0x7f00_0000_1234L,
                    LIBZ,
                    List.of(
                            function("zcalloc", "zutil.c", 300),
                            function("inflateInit2_", "/src/zlib/inflate.c", 178))))
            .frame(new JavaFrame(null, "com.example.Zip", "init", null, true))
            .at("com.example.Zip.open:30")
            .at("com.example.Zip.open:31")
            .at("Main.main:5")
            .address(new Location(0x7f00_0000_4567L, LIBZ, List.of()))
            .with(KIBIBYTE, Amount.NONE);

    @Test
    void functionsGoByTheirLabelsAndInlinedOnesCountBeforeTheirCallers() {
        assertThat(Grouping.FUNCTION.names(STACK))
                .containsExactly(
                        "zcalloc",
                        "inflateInit2_",
                        "com.example.Zip.init",
                        "com.example.Zip.open",
                        "com.example.Zip.open",
                        "Main.main",
                        "libz.so+0x4567");
    }

    @Test
    void functionsOfOneNameAreToldApartByTheirFiles() {
        assertThat(Grouping.FILE_FUNCTION.names(STACK))
                .contains("zcalloc zutil.c", "inflateInit2_ /src/zlib/inflate.c", "libz.so+0x4567");
    }

    @Test
    void linesStandBehindTheirFunctions() {
        assertThat(Grouping.LINE.names(STACK))
                .containsExactly(
                        "zcalloc zutil.c:300",
                        "inflateInit2_ /src/zlib/inflate.c:178",
                        "com.example.Zip.init(Native Method)",
                        "com.example.Zip.open(Zip.java:30)",
                        "com.example.Zip.open(Zip.java:31)",
                        "Main.main(Main.java:5)",
                        "libz.so+0x4567");
    }

    @Test
    void javaFilesLieBelowTheirPackages() {
        assertThat(Grouping.FILE.names(STACK))
                .containsExactly(
                        "zutil.c",
                        "/src/zlib/inflate.c",
                        "[Java code]",
                        "com/example/Zip.java",
                        "Main.java",
                        "[/lib/libz.so]");
    }

    @Test
    void addressesStandBeforeTheNames() {
        assertThat(Grouping.ADDRESS.names(STACK))
                .startsWith("0x7f0000001234 zcalloc", "0x7f0000001234 inflateInit2_", "0x2 com.example.Zip.init")
                .endsWith("0x7f0000004567 libz.so+0x4567");
        assertThat(names(Grouping.ADDRESS, new Location(0, null, List.of(function("main", "m.c", 1)))))
                .containsExactly("main");
    }

    @Test
    void neighboursOfOneLibraryAreOneAndJavaCodeIsALibrary() {
        assertThat(Grouping.LIBRARY.names(STACK)).containsExactly("/lib/libz.so", "Java code", "/lib/libz.so");
        assertThat(names(Grouping.LIBRARY, new Location(5, null, List.of()))).containsExactly("unknown library");
        assertThat(library(MarkerFrame.JAVA_CODE)).isEqualTo("Java code");
        assertThat(library(MarkerFrame.NAME_LOST)).isEqualTo("Java code");
        assertThat(library(new UnknownFrame("/opt/libv.so", 7))).isEqualTo("/opt/libv.so");
        assertThat(library(new NativeFrame("f", "f", "/opt/libf.so", null))).isEqualTo("/opt/libf.so");
    }

    @Test
    void classesAndPackagesAreJavasAndTheRestGoesByLibrary() {
        assertThat(Grouping.CLASS.names(STACK))
                .containsExactly("[/lib/libz.so]", "com.example.Zip", "Main", "[/lib/libz.so]");
        assertThat(Grouping.PACKAGE.names(STACK))
                .containsExactly("[/lib/libz.so]", "com.example", "unnamed package", "[/lib/libz.so]");
    }

    @Test
    void whereAStackWasCutIsNoLibrary() {
        Location cut = new Location(9, null, List.of(MarkerFrame.CUT));

        for (Grouping grouping : List.of(Grouping.LIBRARY, Grouping.FILE, Grouping.CLASS, Grouping.PACKAGE)) {
            assertThat(names(grouping, cut)).containsExactly("[stack cut here]");
        }
    }

    @Test
    void aThreadIsTheWholeStack() {
        Sample named = new Sample(STACK.stack(), KIBIBYTE, Amount.NONE, Map.of(Sample.THREAD, "feed-1"));

        assertThat(Grouping.THREAD.names(named)).containsExactly("feed-1");
        assertThat(Grouping.THREAD.names(STACK)).containsExactly("unknown thread");
    }

    private static NativeFrame function(String name, String file, int line) {
        return new NativeFrame(name, name, null, new SourceLine(file, line));
    }

    private static String library(Frame frame) {
        return names(Grouping.LIBRARY, new Location(9, null, List.of(frame))).get(0);
    }

    private static List<String> names(Grouping grouping, Location location) {
        return grouping.names(new Sample(List.of(location), KIBIBYTE, Amount.NONE, Map.of()));
    }
}
