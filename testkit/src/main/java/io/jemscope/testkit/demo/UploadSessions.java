package io.jemscope.testkit.demo;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.Zlib;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.Inflater;

/**
 * Compressed uploads of customers.
 *
 * <p>Leak 3, about 40 MiB: a session opens its inflater as soon as the client connects, and where the client goes away
 * before it sends a byte, nobody ends it.
 */
final class UploadSessions {

    private static final int ABANDONED = 5_761;

    private final Map<Integer, Inflater> bySession = new ConcurrentHashMap<>();
    private final Ledger ledger;

    UploadSessions(Ledger ledger) {
        this.ledger = ledger;
    }

    /** A client connects; all but the last few go away again. */
    void open(int session) {
        if (session < ABANDONED) {
            bySession.put(session, inflater());
        }
    }

    private Inflater inflater() {
        ledger.onNextLine(Zlib.NEW_INFLATER_BYTES, "inflaters of abandoned uploads, never ended");
        return new Inflater();
    }
}
