package io.jemscope.httpd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResponseBodyTest {

    private static final int BYTES = 3_500_007;

    @Test
    void aFileIsSentInTurnsHoweverFastItIsTaken(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[BYTES]);
        try (FileBody body = new FileBody(FileChannel.open(file))) {
            assertIsSentInTurns(body);
        }
    }

    @Test
    void bytesAreSentInTurnsHoweverFastTheyAreTaken() throws IOException {
        try (BytesBody body = new BytesBody(ByteBuffer.allocate(BYTES))) {
            assertIsSentInTurns(body);
        }
    }

    @Test
    void aStreamIsSentInTurnsHoweverFastItIsTaken(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[BYTES]);
        try (StreamBody body = new StreamBody(FileChannel.open(file), BYTES)) {
            assertIsSentInTurns(body);
        }
    }

    private static void assertIsSentInTurns(ResponseBody body) throws IOException {
        GreedyTransport transport = new GreedyTransport();
        for (int turn = 1; turn <= 3; turn++) {
            assertThat(body.send(transport)).isFalse();
            assertThat(transport.sentBytes()).isEqualTo((long) turn * ResponseBody.TURN_BYTES);
        }
        assertThat(body.send(transport)).isTrue();
        assertThat(transport.sentBytes()).isEqualTo(BYTES);
    }
}
