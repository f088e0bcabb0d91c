package io.jemscope.agent.config;

import io.jemscope.agent.dumps.PrivateFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The file with settings: lines of {@code key = value}, comments behind {@code #}, nothing quoted or escaped. */
final class SettingsFile {

    private static final int MOST_BYTES = 64 << 10;
    private static final int OTHERS_WRITE = 0002;
    private static final int ROOT = 0;

    private SettingsFile() {}

    /** Reads its lines. A file that others can write or replace is refused, since it names the files of secrets. */
    static List<String> lines(Path file) throws IOException {
        int mode = (Integer) Files.getAttribute(file, "unix:mode");
        int owner = (Integer) Files.getAttribute(file, "unix:uid");
        if (!Files.isRegularFile(file)) {
            throw new IOException("it is not a regular file");
        }
        String danger = danger(mode, owner, PrivateFolder.ownUid());
        if (danger == null) {
            danger = PrivateFolder.ancestorDanger(file.toRealPath());
        }
        if (danger != null) {
            throw new IOException(danger);
        }
        byte[] bytes;
        try (InputStream stream = Files.newInputStream(file)) {
            bytes = stream.readNBytes(MOST_BYTES + 1);
        }
        if (bytes.length > MOST_BYTES) {
            throw new IOException("it is longer than 64 KiB");
        }
        return split(decode(bytes));
    }

    /** Why others may write to it, in half a sentence; null if only its owner and group may. */
    static @Nullable String danger(int mode, int owner, int self) {
        if (owner != self && owner != ROOT) {
            return "it belongs to another user than the program's or root";
        }
        return (mode & OTHERS_WRITE) == 0 ? null : "everybody may write to it";
    }

    private static String decode(byte[] bytes) throws IOException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException("it is not UTF-8", e);
        }
    }

    private static List<String> split(String text) {
        List<String> lines = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int end = text.indexOf('\n', at);
            lines.add(text.substring(at, end < 0 ? text.length() : end));
            at = end < 0 ? text.length() : end + 1;
        }
        return lines;
    }
}
