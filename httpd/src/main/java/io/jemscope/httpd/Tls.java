package io.jemscope.httpd;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;

/** How connections are encrypted: TLS 1.3 or 1.2. Nothing of it is loaded where nothing is encrypted. */
public final class Tls {

    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

    /**
     * Sessions kept for callers who come again, each some KiB of the target's heap. The JDK keeps 20,480 for a day, also of callers
     * who have no token. One that is evicted costs its caller a full handshake.
     */
    static final int SESSIONS = 64;

    private static final int SESSION_SECONDS = 300;

    private final SSLContext context;
    private final boolean asksForCertificate;

    /**
     * Makes it.
     *
     * @param context has our certificate, and trusts who signs those of callers
     * @param asksForCertificate whether callers are asked for one; they may have none, but no bad one
     */
    public Tls(SSLContext context, boolean asksForCertificate) {
        this.context = context;
        this.asksForCertificate = asksForCertificate;
        SSLSessionContext sessions = context.getServerSessionContext();
        sessions.setSessionCacheSize(SESSIONS);
        sessions.setSessionTimeout(SESSION_SECONDS);
    }

    Transport transport(SocketChannel channel) throws IOException {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(VERSIONS);
        engine.setWantClientAuth(asksForCertificate);
        return new TlsTransport(channel, engine);
    }
}
