package io.jemscope.report;

import java.util.Locale;
import java.util.Optional;

/** The unit that bytes are printed in. */
public enum ByteUnit {
    /** Each figure in the unit that suits it. */
    AUTO("", 0),
    /** Bytes, whole ones. */
    B("B", 1),
    /** 1024 bytes. */
    KIB("KiB", 1L << 10),
    /** 1024 KiB. */
    MIB("MiB", 1L << 20),
    /** 1024 MiB. */
    GIB("GiB", 1L << 30),
    /** 1024 GiB. */
    TIB("TiB", 1L << 40);

    private final String symbol;
    private final long bytes;

    ByteUnit(String symbol, long bytes) {
        this.symbol = symbol;
        this.bytes = bytes;
    }

    /**
     * The unit of a name, our own or one of pprof's; all of them are powers of 1024, as pprof's are.
     *
     * @param name the name, in any case: {@code MiB}, {@code mb}, {@code megabytes}
     * @return the unit; empty where there is none of that name
     */
    public static Optional<ByteUnit> named(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "auto", "minimum" -> Optional.of(AUTO);
            case "b", "byte", "bytes" -> Optional.of(B);
            case "kib", "kb", "kbyte", "kbytes", "kilobyte", "kilobytes" -> Optional.of(KIB);
            case "mib", "mb", "mbyte", "mbytes", "megabyte", "megabytes" -> Optional.of(MIB);
            case "gib", "gb", "gbyte", "gbytes", "gigabyte", "gigabytes" -> Optional.of(GIB);
            case "tib", "tb", "tbyte", "tbytes", "terabyte", "terabytes" -> Optional.of(TIB);
            default -> Optional.empty();
        };
    }

    String symbol() {
        return symbol;
    }

    /** How many bytes one of it is; 0 for {@link #AUTO}. */
    long bytes() {
        return bytes;
    }
}
