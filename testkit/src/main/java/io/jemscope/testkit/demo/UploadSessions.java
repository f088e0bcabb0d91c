package io.jemscope.testkit.demo;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.Zlib;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.Inflater;

/**
 * Compressed uploads of customers.
 *
 * <p>Leak 3, about 40 MiB: a session has its inflater from the first, and where the client goes away, nobody ends it.
 */
final class UploadSessions {

    static final int ABANDONED = 5_761;

    private final Map<Integer, Inflater> bySession = new ConcurrentHashMap<>();
    private final Ledger ledger;

    UploadSessions(Ledger ledger) {
        this.ledger = ledger;
    }

    /**
     * A client connects, and goes away again without a word. The session stays open, for whenever it may come back, which
     * it never does.
     */
    void abandon(int session) {
        bySession.put(session, inflater());
    }

    private Inflater inflater() {
        ledger.onNextLine(Zlib.NEW_INFLATER_BYTES, "inflaters of abandoned uploads, never ended");
        return new Inflater();
    }
}
