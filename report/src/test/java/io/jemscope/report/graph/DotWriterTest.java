package io.jemscope.report.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleType;
import io.jemscope.report.Grouping;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The graph as DOT. */
class DotWriterTest {

    @TempDir
    private Path folder;

    private static String dot(Profile profile, GraphLimits limits) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DotWriter.write(CallGraph.of(profile, SampleType.LIVE_BYTES, Grouping.FUNCTION, limits), out);
        return out.toString(StandardCharsets.UTF_8);
    }

    /**
     * A leak in the program's own code, and a little beside it. {@code -Djemscope.golden=FOLDER} writes the file anew, for a
     * person to read through before it is committed.
     */
    @Test
    void looksAsAPersonHasRead() throws IOException {
        Profile profile = new Profiles()
                .stack(
                        64 * 1024 * 1024,
                        List.of(
                                Profiles.method("java.lang.Thread", "run"),
                                Profiles.method("com.example.shop.Server", "handle"),
                                Profiles.method("com.example.shop.Thumbnails$Cache", "render"),
                                Profiles.method("java.util.zip.Inflater", "init"),
                                Profiles.function("Java_java_util_zip_Inflater_init"),
                                Profiles.function("inflateInit2_")))
                .stack(
                        3 * 1024 * 1024,
                        List.of(
                                Profiles.function("start_thread"),
                                Profiles.function("ns::Pool<std::string, 7>::Pool(unsigned long)"),
                                Profiles.function("operator new(unsigned long)")))
                .stack(100, "start_thread idle")
                .profile(Map.of(
                        "pid",
                        "4711",
                        ProfileMetadata.MAIN,
                        "com.example.shop.Main",
                        ProfileMetadata.HOST,
                        "shop-1",
                        ProfileMetadata.TIME,
                        "1767225600000"));
        String dot = dot(profile, new GraphLimits(0.005, 0.001, 7, false));

        String golden = System.getProperty("jemscope.golden");
        if (golden != null) {
            Files.writeString(Path.of(golden, "graph", "shop.dot"), dot);
        }
        try (InputStream file = getClass().getResourceAsStream("shop.dot")) {
            assertThat(file).isNotNull();
            assertThat(dot).isEqualTo(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void graphvizReadsNamesOfAnyKind() throws Exception {
        assumeTrue(Tools.isInstalled("dot"), "'dot' isn't installed here, so there is nobody to read the file");
        for (boolean tree : new boolean[] {false, true}) {
            Path file = folder.resolve("hostile.dot");
            Files.writeString(file, dot(Profiles.hostile(), new GraphLimits(0, 0, 0, tree)));

            String svg = new String(Tools.run(folder, "dot", "-Tsvg", file.toString()), StandardCharsets.UTF_8);

            SvgDocument document = SvgDocument.parse(svg);
            assertThat(document.titles())
                    .anyMatch(title -> title.contains("<script>alert('x')</script>"))
                    .anyMatch(title -> title.contains("a & b &lt; &amp; &#0; ]]> -->"))
                    .anyMatch(title -> title.contains("漢字かな 🙂 Ελληνικά"));
        }
    }

    @Test
    void aGraphOfNothingSaysSo() throws IOException {
        assertThat(dot(new Profiles().profile(), GraphLimits.DEFAULT)).contains("0 B in all; 0 of 0 functions");
    }
}
