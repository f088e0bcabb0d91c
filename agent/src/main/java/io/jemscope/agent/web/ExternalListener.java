package io.jemscope.agent.web;

import io.jemscope.agent.config.Key;
import io.jemscope.agent.config.ListenAddress;
import io.jemscope.agent.config.Settings;
import io.jemscope.agent.dumps.SetupException;
import io.jemscope.agent.web.auth.KeyFiles;
import io.jemscope.httpd.HttpServer;
import io.jemscope.httpd.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The address that the settings have the agent listen on beside the loopback, where its user's own tools find it whatever
 * goes wrong here.
 */
final class ExternalListener {

    private static final String LOOPBACK = "127.0.0.1";

    private final Settings settings;
    private final ListenAddress address;

    ExternalListener(Settings settings) {
        this.settings = settings;
        this.address = settings.address(Key.LISTEN);
    }

    /** Whether there is one: plain HTTP on the loopback doesn't count. */
    boolean isWanted() {
        return hasTls() || !isPlainLoopback();
    }

    /** The port of 127.0.0.1 that the settings ask for; 0 for any that is free. */
    int loopbackPort() {
        return isWanted() ? 0 : address.port();
    }

    private boolean isPlainLoopback() {
        return address.host().equals(LOOPBACK) || address.host().equalsIgnoreCase("localhost");
    }

    private boolean hasTls() {
        return settings.path(Key.TLS_KEYSTORE).isPresent()
                || settings.path(Key.TLS_CERTIFICATE).isPresent();
    }

    /**
     * Opens it.
     *
     * @return its address, such as {@code https://0.0.0.0:9443}
     * @throws IOException where it can't be opened, or mustn't be: the message says why, and what to do
     */
    String open(HttpServer server) throws IOException {
        if (!hasTls() && !address.isLoopback() && !settings.flag(Key.INSECURE)) {
            throw new SetupException("without TLS the token can be read on the network. Set tls.keystore or"
                    + " tls.certificate, or insecure=true if the network is trusted");
        }
        Tls tls = hasTls() ? tls() : null;
        // For numbers this makes no query; for a name it sets up the program's resolver.
        InetAddress host = InetAddress.getByName(address.host());
        int port = server.listen(new InetSocketAddress(host, address.port()), tls);
        String shown = address.host().indexOf(':') < 0 ? address.host() : "[" + address.host() + "]";
        return (tls == null ? "http://" : "https://") + shown + ":" + port;
    }

    /** What the notice of a failure calls it. */
    String name() {
        return address.host() + ":" + address.port();
    }

    private Tls tls() throws IOException {
        @Nullable Path clients = settings.path(Key.TLS_CLIENTS).orElse(null);
        Optional<Path> keystore = settings.path(Key.TLS_KEYSTORE);
        if (keystore.isPresent()) {
            return KeyFiles.pkcs12(keystore.get(), needed(Key.TLS_PASSWORD_FILE, Key.TLS_KEYSTORE))
                    .tls(clients);
        }
        return KeyFiles.pem(needed(Key.TLS_CERTIFICATE, Key.TLS_CERTIFICATE), needed(Key.TLS_KEY, Key.TLS_CERTIFICATE))
                .tls(clients);
    }

    private Path needed(Key key, Key with) throws SetupException {
        Optional<Path> path = settings.path(key);
        if (path.isEmpty()) {
            throw new SetupException(with.word() + " is set and " + key.word() + " isn't. Set both");
        }
        return path.get();
    }
}
