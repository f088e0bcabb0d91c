package io.jemscope.agent.config;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Every setting there is. Its order is that of the table in {@code docs/settings.md}, which a test compares. */
public enum Key {
    /** {@code folder}. */
    FOLDER("folder", Kind.PATH, "", "the folder for dumps; by default one of the process's own in the runtime folder"),
    /** {@code descriptor}. */
    DESCRIPTOR("descriptor", Kind.PATH, "", "the folder for the descriptor; by default the runtime folder"),
    /** {@code config}. */
    CONFIG("config", Kind.PATH, "", "a file with more settings"),
    /** {@code agent}. */
    AGENT("agent", Kind.PATH, "", "the Java half's jar; by default the one beside the library"),
    /** {@code final}. */
    FINAL("final", Kind.FLAG, "false", "whether a dump is made when the program ends"),
    /** {@code active}. */
    ACTIVE("active", Kind.FLAG, "", "whether sampling is switched on at the start; by default it is left as it is"),
    /** {@code hook}. */
    HOOK("hook", Kind.FLAG, "true", "whether samples show Java frames"),
    /** {@code java}. */
    JAVA("java", Kind.FLAG, "", "whether the Java half runs; by default where there is jemalloc"),
    /** {@code follow}. */
    FOLLOW("follow", Kind.FLAG, "false", "whether the program's children are preloaded like itself"),
    /** {@code listen}. */
    LISTEN(
            "listen",
            Kind.ADDRESS,
            "127.0.0.1:0",
            "host:port to listen on. Other than loopback only with TLS or `insecure`, and beside the loopback"),
    /** {@code insecure}. */
    INSECURE("insecure", Kind.FLAG, "false", "whether to listen elsewhere than on the loopback without TLS"),
    /** {@code hosts}. */
    HOSTS("hosts", Kind.NAMES, "", "names under which callers know this machine, with or without a port, in blanks"),
    /** {@code tls.keystore}. */
    TLS_KEYSTORE("tls.keystore", Kind.PATH, "", "PKCS #12 with the certificate and its key"),
    /** {@code tls.password.file}. */
    TLS_PASSWORD_FILE("tls.password.file", Kind.PATH, "", "file with the password of the PKCS #12; mode 0600"),
    /** {@code tls.certificate}. */
    TLS_CERTIFICATE("tls.certificate", Kind.PATH, "", "PEM with the certificate and those that signed it"),
    /** {@code tls.key}. */
    TLS_KEY("tls.key", Kind.PATH, "", "PEM with the certificate's key (PKCS #8); mode 0600"),
    /** {@code tls.clients}. */
    TLS_CLIENTS("tls.clients", Kind.PATH, "", "PEM with the authorities whose certificates let callers in"),
    /** {@code tls.clients.readonly}. */
    TLS_CLIENTS_READONLY("tls.clients.readonly", Kind.FLAG, "false", "whether those callers may only read"),
    /** {@code token.file}. */
    TOKEN_FILE("token.file", Kind.PATH, "", "file with the operating token; mode 0600. By default a random one"),
    /** {@code readtoken.file}. */
    READTOKEN_FILE(
            "readtoken.file", Kind.PATH, "", "file with the read-only token; mode 0600. By default a random one"),
    /** {@code dumps.keep}. */
    DUMPS_KEEP("dumps.keep", Kind.COUNT, "20", "how many dumps are kept"),
    /** {@code dumps.bytes}. */
    DUMPS_BYTES("dumps.bytes", Kind.BYTES, "1g", "how many bytes of dumps are kept"),
    /** {@code dumps.stay}. */
    DUMPS_STAY("dumps.stay", Kind.FLAG, "true", "whether the dumps stay when the program ends"),
    /** {@code dump.interval}. */
    DUMP_INTERVAL(
            "dump.interval", Kind.DURATION, "1s", "one dump in this time is made for callers, ten in a row; 0 for any"),
    /** {@code runs.keep}. */
    RUNS_KEEP("runs.keep", Kind.COUNT, "10", "how many runs are kept"),
    /** {@code audit}. */
    AUDIT("audit", Kind.LOG, "", "file for a line on each change, or `none`; by default in the runtime folder");

    private final String word;
    private final Kind kind;
    private final String byDefault;
    private final String meaning;

    Key(String word, Kind kind, String byDefault, String meaning) {
        this.word = word;
        this.kind = kind;
        this.byDefault = byDefault;
        this.meaning = meaning;
    }

    /**
     * How it is written in the agent's options and in a file.
     *
     * @return such as {@code dumps.keep}
     */
    public String word() {
        return word;
    }

    /**
     * The system property that sets it.
     *
     * @return such as {@code jemscope.dumps.keep}
     */
    public String property() {
        return "jemscope." + word;
    }

    /**
     * The variable of the environment that sets it.
     *
     * @return such as {@code JEMSCOPE_DUMPS_KEEP}
     */
    public String variable() {
        return "JEMSCOPE_" + word.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    /**
     * Its default.
     *
     * @return the value as it would be written; empty where there is none, or it depends
     */
    public String byDefault() {
        return byDefault;
    }

    /**
     * What it is about.
     *
     * @return half a sentence
     */
    public String meaning() {
        return meaning;
    }

    /** What values it takes. */
    public Kind kind() {
        return kind;
    }

    /** How the setting of a variable would be written in a file: the other way round than {@link #variable}. */
    static String wordOf(String variable) {
        return variable.substring("JEMSCOPE_".length()).toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /** Whether only the native library has a use for it: it has read it, and complained, before this half started. */
    boolean isLibrarys() {
        return switch (this) {
            case AGENT, FINAL, ACTIVE, HOOK, JAVA, FOLLOW -> true;
            default -> false;
        };
    }

    /** Whether the native library has a use for it too. */
    boolean isShared() {
        return this == FOLDER || this == DESCRIPTOR || this == CONFIG;
    }

    /** The one of this name; null where there is none. */
    static @Nullable Key of(String word) {
        for (Key key : values()) {
            if (key.word.equals(word)) {
                return key;
            }
        }
        return null;
    }

    /** The one with the nearest name. */
    static Key nearest(String word) {
        Key nearest = FOLDER;
        int least = Integer.MAX_VALUE;
        for (Key key : values()) {
            int distance = EditDistance.between(word, key.word);
            if (distance < least) {
                least = distance;
                nearest = key;
            }
        }
        return nearest;
    }
}
