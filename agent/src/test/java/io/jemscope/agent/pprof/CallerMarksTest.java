package io.jemscope.agent.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CallerMarksTest {

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
            "\n\n@ 0x7f4a45000000 0x4a45000000000013\n",
            "@ 0x4a45 in front\n@ 0x4a4",
            "a\n@\n@ 0x\n\n@ 0x4a4d000000000001\n@"
        }) {
            assertThat(marked(dump)).isEqualTo(dump);
        }
    }

    @Test
    void aMarkIsSetAlsoBehindWhatLooksLikeTheBeginningOfOne() throws IOException {
        assertThat(marked("\n\n@ \n@ 0x4a45000000000001\n"))
                .isEqualTo("\n\n@ \n@ 0x4a4d000000000002 0x4a45000000000001\n");
    }

    @Test
    void piecesMayEndAnywhere() throws IOException {
        String dump = "a\n\n@ 0x4a4\n@ 0x4a45000000000001 0x4a45000000000002\n@ 0x7f\n@ 0x4a45000000000003\n@ 0x4";
        for (int size = 1; size < dump.length(); size++) {
            int most = size;
            InputStream pieces =
                    new FilterInputStream(new ByteArrayInputStream(dump.getBytes(StandardCharsets.US_ASCII))) {
                        @Override
                        public int read(byte[] into, int from, int length) throws IOException {
                            return super.read(into, from, Math.min(most, length));
                        }
                    };
            ByteArrayOutputStream out = new ByteArrayOutputStream();

            CallerMarks.copy(pieces, out);

            assertThat(out.toString(StandardCharsets.US_ASCII)).isEqualTo(marked(dump));
        }
    }

    private static String marked(String dump) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean any = CallerMarks.copy(new ByteArrayInputStream(dump.getBytes(StandardCharsets.US_ASCII)), out);
        String copy = out.toString(StandardCharsets.US_ASCII);
        assertThat(any).isEqualTo(!copy.equals(dump));
        return copy;
    }
}
