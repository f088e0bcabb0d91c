package io.jemscope.agent.web.auth;

import io.jemscope.agent.dumps.PrivateFolder;
import io.jemscope.agent.dumps.SetupException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads files that decide who gets access: secrets, which other users must not read, and authorities, which they must not write. */
public final class SecretFile {

    private static final int MOST_BYTES = 64 << 10;
    private static final int ROOT = 0;
    private static final int OF_OTHERS = 0077;

    /** Of root's own files its group may read: so Kubernetes mounts a secret into a pod that has an fsGroup. */
    private static final int OF_OTHERS_BUT_GROUP_READS = 0037;

    private static final int EVERYONE_WRITES = 0002;
    private static final int OTHERS_WRITE = 0022;

    private SecretFile() {}

    /**
     * Reads a secret.
     *
     * @throws IOException if it can't be read, belongs to another user, or others can read it; the message is for a person
     */
    public static byte[] read(Path file) throws IOException {
        return read(file, true);
    }

    /**
     * Reads a file that is not secret but must be the owner's alone to write, such as a list of authorities.
     *
     * @throws IOException if it can't be read, belongs to another user, or others can write it; the message is for a person
     */
    public static byte[] readPublic(Path file) throws IOException {
        return read(file, false);
    }

    private static byte[] read(Path file, boolean secret) throws IOException {
        byte[] bytes;
        // Before it is opened: a pipe would never be.
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new SetupException(file + " is not a regular file");
        }
        try (InputStream stream = Files.newInputStream(file)) {
            int mode = (Integer) Files.getAttribute(file, "unix:mode");
            int owner = (Integer) Files.getAttribute(file, "unix:uid");
            String danger = danger(secret, mode, owner, PrivateFolder.ownUid());
            if (danger != null) {
                throw new SetupException(file + " " + danger);
            }
            bytes = stream.readNBytes(MOST_BYTES + 1);
        } catch (NoSuchFileException e) {
            throw new SetupException("there is no file " + file);
        }
        if (bytes.length > MOST_BYTES) {
            throw new SetupException(file + " is longer than 64 KiB");
        }
        return bytes;
    }

    /**
     * Why the file isn't used, and what to do; null where it is. Root may use files of any user: in a container, mounted files often
     * have the host user's uid.
     */
    static @Nullable String danger(boolean secret, int mode, int owner, int self) {
        boolean isTrusted = owner == ROOT || owner == self;
        if (!isTrusted && self != ROOT) {
            return "belongs to another user. Make it yours or root's, and check what is in it";
        }
        String octal = Integer.toOctalString(mode & 0777);
        if (secret) {
            return (mode & (owner == ROOT ? OF_OTHERS_BUT_GROUP_READS : OF_OTHERS)) == 0
                    ? null
                    : "is open to others, mode " + octal
                            + ". Make it 0600, and change the secret if they may have seen it";
        }
        return (mode & (isTrusted ? EVERYONE_WRITES : OTHERS_WRITE)) == 0
                ? null
                : "can be changed by others, mode " + octal + ". Make it 0644, and check what is in it";
    }

    /**
     * Reads it as a line.
     *
     * @return its text, in UTF-8, without blanks and line ends around it
     * @throws IOException as {@link #read}
     */
    public static String line(Path file) throws IOException {
        return new String(read(file), StandardCharsets.UTF_8).strip();
    }
}
