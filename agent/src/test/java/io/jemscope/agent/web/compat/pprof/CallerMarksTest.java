package io.jemscope.agent.web.compat.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallerMarksTest {

    private static final String JAVA_FIRST = "\n@ 0x4a45";
    private static final String MARKED = "\n@ 0x4a4d000000000002 0x4a45";

    @TempDir
    private Path folder;

    @Test
    void aStackOfJavaFramesAloneGetsAFrameBeforeThem() throws IOException {
        String before = "heap_v2/512\n@ ";
        String after = "0x4a45000000000012 0x4a45000000000013\n  t*: 1: 2 [0: 0]\n";

        assertThat(marked(before + after)).isEqualTo(before + "0x4a4d000000000002 " + after);
    }

    @Test
    void everythingElseStaysAsItIs() throws IOException {
        for (String dump : new String[] {
            "",
            "\n",
            "@",
            "\n\n@ 0x7f4a45000000 0x4a45000000000013\n",
            "@ 0x4a45 in front\n@ 0x4a4",
            "a\n@\n@ 0x\n\n@ 0x4a4d000000000001\n@",
            "of stacks\r@ 0x4a45, signs ÀÀÀÀÀÀ@ 0x4a45 and other bytes"
        }) {
            assertThat(marked(dump)).isEqualTo(dump);
        }
    }

    @Test
    void aMarkIsSetAlsoBehindWhatLooksLikeTheBeginningOfOne() throws IOException {
        assertThat(marked("\n\n@ \n@ 0x4a45000000000001\n"))
                .isEqualTo("\n\n@ \n@ 0x4a4d000000000002 0x4a45000000000001\n");
        assertThat(marked(JAVA_FIRST + JAVA_FIRST + JAVA_FIRST)).isEqualTo(MARKED + MARKED + MARKED);
    }

    @Test
    void windowsMayEndAnywhere() throws IOException {
        String stacks = JAVA_FIRST + "000000000001" + JAVA_FIRST + "000000000002\n@ 0x7f\n";
        for (int edge : new int[] {MarkedDump.WINDOW_BYTES, 64 << 10}) {
            assertThatWindowsMayEndAt(edge, stacks);
        }
    }

    private void assertThatWindowsMayEndAt(int edge, String stacks) throws IOException {
        for (int before = edge - stacks.length() - 2; before <= edge + 2; before++) {
            String dump = "x".repeat(before) + stacks;

            assertThat(marked(dump)).isEqualTo(dump.replace(JAVA_FIRST, MARKED));
            assertThat(marked(dump + "y".repeat(edge))).isEqualTo(dump.replace(JAVA_FIRST, MARKED) + "y".repeat(edge));
        }
    }

    @Test
    void anyTextIsMarkedAsByReplacing() throws IOException {
        String[] words = {JAVA_FIRST, "\n@ 0x4a4", "\n@ ", "@", "\n", "0x4a45", "000", " 0x7f0000001000", "\n  t*: 1: 2"
        };
        Random random = new Random(42);
        for (int i = 0; i < 50; i++) {
            StringBuilder dump = new StringBuilder();
            int length = random.nextInt(6 * MarkedDump.WINDOW_BYTES);
            while (dump.length() < length) {
                dump.append(words[random.nextInt(words.length)]);
            }

            assertThat(marked(dump.toString())).isEqualTo(dump.toString().replace(JAVA_FIRST, MARKED));
        }
    }

    @Test
    void birthsAreBlankWhereverAWindowEnds() throws IOException {
        String stack = "@ 0x7f0000001000 0x4a4200006553f100\n";
        String blank = "@ 0x7f0000001000" + " ".repeat(19) + "\n";
        for (int edge : new int[] {MarkedDump.WINDOW_BYTES, 2 * MarkedDump.WINDOW_BYTES}) {
            for (int before = edge - stack.length() - 2; before <= edge + 2; before++) {
                String lead = "x".repeat(before);

                assertThat(marked(lead + stack + stack)).isEqualTo(lead + blank + blank);
            }
        }
    }

    private String marked(String text) throws IOException {
        Path file = folder.resolve("dump");
        Files.writeString(file, text, StandardCharsets.ISO_8859_1);
        FileChannel raw = FileChannel.open(file);
        try (MarkedDump dump = new MarkedDump(raw, CallerMarks.count(raw))) {
            ByteBuffer read = ByteBuffer.allocate((int) dump.length() + 1);
            // Of odd sizes, so that their ends fall anywhere, too.
            for (int most = 1, count = 0; count >= 0; most = most * 3 % 1009) {
                ByteBuffer piece = read.slice(read.position(), Math.min(most, read.remaining()));
                count = dump.read(piece);
                read.position(read.position() + piece.position());
            }
            assertThat(read.position()).isEqualTo(dump.length());
            return new String(read.array(), 0, read.position(), StandardCharsets.ISO_8859_1);
        }
    }
}
