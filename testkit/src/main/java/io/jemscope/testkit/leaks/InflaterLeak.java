package io.jemscope.testkit.leaks;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.Zlib;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Inflater;

/** Inflaters that are never ended. */
final class InflaterLeak {

    private static final int COUNT = 2_003;
    private static final List<Inflater> HELD = new ArrayList<>();

    private InflaterLeak() {}

    public static void main(String[] arguments) {
        Ledger ledger = new Ledger();
        for (int i = 0; i < COUNT; i++) {
            ledger.onNextLine(Zlib.NEW_INFLATER_BYTES, "inflaters left open");
            HELD.add(new Inflater());
        }
        ledger.print(System.out);
    }
}
