package io.jemscope.agent.http;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/** How connections are encrypted: TLS 1.3 or 1.2. Nothing of it is loaded where nothing is encrypted. */
public final class Tls {

    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

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
    }

    Wire wire(SocketChannel channel) throws IOException {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(VERSIONS);
        engine.setWantClientAuth(asksForCertificate);
        return new TlsWire(channel, engine);
    }
}
