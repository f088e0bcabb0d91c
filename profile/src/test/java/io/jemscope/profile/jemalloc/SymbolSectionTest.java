package io.jemscope.profile.jemalloc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.profile.Dumps;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.SourceLine;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SymbolSectionTest {

    private static SymbolSection section(String lines) throws IOException {
        return SymbolSection.read(Dumps.stream("--- symbol\n" + lines + "---\n"));
    }

    private static Frame nativeFrame(String name) {
        return new NativeFrame(name, name, null, null);
    }

    @Test
    void readsWhatTheNativeLibraryWrites() throws IOException {
        SymbolSection section = section("""
                binary=/opt/jdk/bin/java
                # jemscope: 1
                # pid: 4711
                # samples: 1234
                # command: java -Da=b: c  -jar x.jar
                0x4a45000000000012 java.util.zip.Inflater.initIDs(Inflater.java:123)
                0x4a45000000000013 plugin@1b2c3d/com.example.Foo.bar(Foo.java:45)
                0x4a45000000000014 com.example.Foo.nat(Native Method)
                0x4a45000000000015 com.example.Foo.gen(Unknown Source)
                0x4a45000000000016 [lost: class unloaded before its name was taken]
                """);

        assertThat(section.size()).isEqualTo(5);
        assertThat(section.frames(0x4a45000000000012L))
                .containsExactly(new JavaFrame(
                        null, "java.util.zip.Inflater", "initIDs", new SourceLine("Inflater.java", 123), false));
        assertThat(section.frames(0x4a45000000000013L))
                .containsExactly(new JavaFrame(
                        "plugin@1b2c3d", "com.example.Foo", "bar", new SourceLine("Foo.java", 45), false));
        assertThat(section.frames(0x4a45000000000014L))
                .containsExactly(new JavaFrame(null, "com.example.Foo", "nat", null, true));
        assertThat(section.frames(0x4a45000000000015L))
                .containsExactly(new JavaFrame(null, "com.example.Foo", "gen", null, false));
        assertThat(section.frames(0x4a45000000000016L)).containsExactly(MarkerFrame.NAME_LOST);
        assertThat(section.frames(0x4a45000000000017L)).isEmpty();
        assertThat(section.metadata().facts())
                .containsEntry("binary", "/opt/jdk/bin/java")
                .containsEntry("pid", "4711")
                .containsEntry("command", "java -Da=b: c  -jar x.jar");
        assertThat(section.metadata().count("samples")).hasValue(1234);
    }

    @Test
    void namesOfJavaFramesNextToEachOtherDontMix() throws IOException {
        SymbolSection section = section("0x4a45000000000000 a.B.c(B.java:1)\n");

        assertThat(section.frames(0x4a45000000000001L)).isEmpty();
    }

    @Test
    void readsWhatJeprofWrites() throws IOException {
        SymbolSection section = section("""
                0x0000000000401233 main--middle--inner
                0x0000000000401500 loop--ns::It::operator--(int)
                0x0000000000401600 last--
                """);

        // The section names calls, the byte before the return addresses of the stacks; the leaf's is its own.
        assertThat(section.frames(0x401234))
                .containsExactly(nativeFrame("inner"), nativeFrame("middle"), nativeFrame("main"));
        assertThat(section.frames(0x401233)).hasSize(3);
        assertThat(section.frames(0x401501))
                .containsExactly(nativeFrame("ns::It::operator--(int)"), nativeFrame("loop"));
        assertThat(section.frames(0x401601)).containsExactly(nativeFrame("last"));
        assertThat(section.frames(0x401700)).isEmpty();
    }

    @Test
    void theLastNameOfAnAddressStands() throws IOException {
        SymbolSection section = section("""
                0x0000000000401000 one
                0x0000000000401000 two
                0x0000000000402000 three
                """);
        assertThat(section.size()).isEqualTo(2);
        assertThat(section.frames(0x401000)).containsExactly(nativeFrame("two"));

        SymbolSection both = section.with(section("""
                0x0000000000402000 four
                0x0000000000403000 five
                """));
        assertThat(both.size()).isEqualTo(3);
        assertThat(both.frames(0x401000)).containsExactly(nativeFrame("two"));
        assertThat(both.frames(0x402000)).containsExactly(nativeFrame("four"));
        assertThat(both.frames(0x403000)).containsExactly(nativeFrame("five"));
        assertThat(section.frames(0x403000)).isEmpty();
    }

    @Test
    void undoesEscapes() throws IOException {
        assertThat(section("# command: a\\\\nb\\nc\\\\\n").metadata().get("command"))
                .hasValue("a\\nb\nc\\");
    }

    @Test
    void readsTextBeyondAscii() throws IOException {
        assertThat(section("0x4a45000000000000 pkg.Größe.maß(Größe.java:7)\n").frames(0x4a45000000000000L))
                .isEqualTo(List.of(new JavaFrame(null, "pkg.Größe", "maß", new SourceLine("Größe.java", 7), false)));
    }

    @Test
    void refusesWhatIsNoSection() {
        for (String text : List.of("", "x", "--- heap\n", "--- symbol\n0x1 a\n", "--- symbol\nwhat is this\n---\n")) {
            assertThatThrownBy(() -> SymbolSection.read(Dumps.stream(text)))
                    .as(text)
                    .isInstanceOf(FormatException.class)
                    .hasMessageContaining("symbols file");
        }
    }
}
