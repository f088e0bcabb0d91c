package io.jemscope.testkit.leaks;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.Zlib;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/** Deflaters that are never ended, beside as many that are ended and must not appear in a profile. */
final class DeflaterLeak {

    private static final int COUNT = 61;
    private static final List<Deflater> HELD = new ArrayList<>();

    private DeflaterLeak() {}

    public static void main(String[] arguments) {
        Ledger ledger = new Ledger();
        for (int i = 0; i < COUNT; i++) {
            ledger.onNextLine(Zlib.NEW_DEFLATER_BYTES, "deflaters left open");
            HELD.add(new Deflater());
            // The same class, ended correctly: it must not appear in a profile.
            ledger.onNextLine(0, "deflaters that were ended");
            new Deflater().end();
        }
        ledger.print(System.out);
    }
}
