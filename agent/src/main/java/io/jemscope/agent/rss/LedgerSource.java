package io.jemscope.agent.rss;

import java.io.IOException;

/** Where ledgers come from. For one caller at a time. */
interface LedgerSource {

    /**
     * Reads one.
     *
     * @return the ledger, as of now
     * @throws IOException where the kernel's files can't be read
     */
    Ledger read() throws IOException;
}
