package io.jemscope.testkit.demo;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.Zlib;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.Inflater;

/**
 * Compressed uploads of customers.
 *
 * <p>Leak 3, about 40 MiB: a session creates its inflater at its start, and never ends it if the client disconnects.
 */
final class UploadSessions {

    static final int ABANDONED = 5_761;

    private final Map<Integer, Inflater> bySession = new ConcurrentHashMap<>();
    private final Ledger ledger;

    UploadSessions(Ledger ledger) {
        this.ledger = ledger;
    }

    /**
     * A client connects, and disconnects without closing its session. The session stays open for a reconnect, which never
     * happens.
     */
    void abandon(int session) {
        bySession.put(session, inflater());
    }

    private Inflater inflater() {
        ledger.onNextLine(Zlib.NEW_INFLATER_BYTES, "inflaters of abandoned uploads, never ended");
        return new Inflater();
    }

    /** The same, but the session is closed when the client is gone. */
    void close() {
        Inflater inflater = new Inflater();
        inflater.end();
    }
}
