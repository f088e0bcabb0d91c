package io.jemscope.agent.config;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Every setting there is. Its order is that of the table in {@code docs/settings.md}, which a test compares. */
public enum Key {
    FOLDER(Kind.PATH, "", "the folder for dumps; by default one of the process's own in the runtime folder"),
    DESCRIPTOR(Kind.PATH, "", "the folder for the descriptor; by default the runtime folder"),
    CONFIG(Kind.PATH, "", "a file with more settings"),
    AGENT(Kind.PATH, "", "the Java half's jar; by default the one beside the library"),
    FINAL(Kind.FLAG, "false", "whether a dump is made when the program ends"),
    ACTIVE(Kind.FLAG, "", "whether sampling is switched on at the start; by default it is left as it is"),
    HOOK(Kind.FLAG, "true", "whether samples show Java frames"),
    BIRTHS(Kind.FLAG, "true", "whether samples say when they were taken, which shows how old live memory is"),
    MMAP(
            Kind.FLAG,
            "false",
            "whether memory that libraries map themselves (`mmap`) is counted, too; only where Jemscope takes the samples"),
    JAVA(Kind.FLAG, "", "whether the Java half runs; by default where there is jemalloc"),
    FOLLOW(Kind.FLAG, "false", "whether the program's children are preloaded like itself"),
    LISTEN(
            Kind.ADDRESS,
            "127.0.0.1:0",
            "host:port to listen on. Other than loopback only with TLS or `insecure`, and beside the loopback"),
    INSECURE(Kind.FLAG, "false", "whether to listen elsewhere than on the loopback without TLS"),
    HOSTS(Kind.NAMES, "", "names under which callers know this machine, with or without a port, in blanks"),
    TLS_KEYSTORE(Kind.PATH, "", "PKCS #12 with the certificate and its key"),
    TLS_PASSWORD_FILE(Kind.PATH, "", "file with the password of the PKCS #12; mode 0600"),
    TLS_CERTIFICATE(Kind.PATH, "", "PEM with the certificate and those that signed it"),
    TLS_KEY(Kind.PATH, "", "PEM with the certificate's key (PKCS #8); mode 0600"),
    TLS_CLIENTS(Kind.PATH, "", "PEM with the authorities whose certificates let callers in"),
    TLS_CLIENTS_READONLY(Kind.FLAG, "false", "whether those callers may only read"),
    TOKEN_FILE(Kind.PATH, "", "file with the operating token; mode 0600. By default a random one"),
    READTOKEN_FILE(Kind.PATH, "", "file with the read-only token; mode 0600. By default a random one"),
    DUMPS_KEEP(Kind.COUNT, "20", "how many dumps are kept"),
    DUMPS_BYTES(Kind.BYTES, "1g", "how many bytes of dumps are kept"),
    DUMPS_STAY(Kind.FLAG, "true", "whether the dumps stay when the program ends"),
    DUMP_INTERVAL(Kind.DURATION, "1s", "one dump in this time is made for callers, ten in a row; 0 for any"),
    HISTORY(Kind.FLAG, "true", "whether a history is kept: statistics, and profiles while sampling is on"),
    HISTORY_EVERY(Kind.DURATION, "1m", "the time between two snapshots, and from the start to the first one"),
    HISTORY_BYTES(Kind.BYTES, "64m", "how many bytes the history takes"),
    HISTORY_AGE(Kind.DURATION, "30d", "how old its snapshots get; the older, the fewer are kept"),
    WATCH(Kind.RULES, "false", "when a bundle is made by itself; `true` stands for `rss:80% rss:95% pressure:40% oom`"),
    WATCH_KEEP(Kind.COUNT, "5", "how many bundles of a process are kept, and ten times as many of all processes"),
    WATCH_COMMAND(Kind.PATH, "", "a program that is started with a new bundle's path as its argument"),
    WATCH_WEBHOOK(Kind.HTTP_ADDRESS, "", "an address that is told of a new bundle, by POST of JSON"),
    RUNS_KEEP(Kind.COUNT, "10", "how many runs are kept"),
    JMX(Kind.FLAG, "false", "whether figures are MBeans, `io.jemscope:type=Memory` and `io.jemscope:type=Profiling`"),
    JMX_DUMP(Kind.FLAG, "false", "whether the latter can also make a heap dump"),
    JFR(Kind.FLAG, "false", "whether flight recordings have Jemscope's events"),
    LEDGER_LARGE(
            Kind.FLAG,
            "false",
            "whether metrics, the history, JMX and JFR have the ledger's rows in a process of 4 GiB and more, too. Reading them delays such a"
                    + " process"),
    AUDIT(Kind.LOG, "", "file for a line on each change, or `none`; by default in the runtime folder");

    private final String word;
    private final Kind kind;
    private final String byDefault;
    private final String meaning;

    Key(Kind kind, String byDefault, String meaning) {
        this.word = name().toLowerCase(Locale.ROOT).replace('_', '.');
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
        return "JEMSCOPE_" + name();
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
            case AGENT, FINAL, ACTIVE, HOOK, MMAP, JAVA, FOLLOW -> true;
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
