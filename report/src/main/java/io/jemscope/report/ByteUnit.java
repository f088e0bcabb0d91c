package io.jemscope.report;

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

    String symbol() {
        return symbol;
    }

    /** How many bytes one of it is; 0 for {@link #AUTO}. */
    long bytes() {
        return bytes;
    }
}
