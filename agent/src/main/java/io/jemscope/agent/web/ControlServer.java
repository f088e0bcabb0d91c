package io.jemscope.agent.web;

import io.jemscope.agent.config.IdleTlsSettings;
import io.jemscope.agent.config.Key;
import io.jemscope.agent.config.Settings;
import io.jemscope.agent.dumps.SetupException;
import io.jemscope.agent.threads.AgentThreads;
import io.jemscope.agent.web.auth.Audit;
import io.jemscope.agent.web.auth.AuditFile;
import io.jemscope.agent.web.auth.TokenFiles;
import io.jemscope.httpd.HttpServer;
import io.jemscope.httpd.Limits;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.Router;
import io.jemscope.httpd.auth.Credentials;
import io.jemscope.httpd.auth.Hosts;
import io.jemscope.httpd.auth.RequestGuard;
import io.jemscope.httpd.auth.Token;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What stands between the network and the addresses, as the settings have it: listeners, credentials, the audit. */
public final class ControlServer implements Closeable {

    private final Settings settings;
    private final Consumer<String> notices;
    private final ExternalListener outside;
    private final HttpServer server;
    private final Credentials credentials;
    private final Audit audit;

    /** Takes a port of the loopback; nothing is answered before {@link #start}. */
    public ControlServer(Settings settings, Path byDefaultAudit, AgentThreads threads, Consumer<String> notices)
            throws IOException {
        this.settings = settings;
        this.notices = notices;
        credentials = readCredentials();
        outside = new ExternalListener(settings);
        server = listen(outside.loopbackPort(), threads.named("jemscope-http"));
        Optional<Path> file = settings.log(Key.AUDIT, byDefaultAudit);
        audit = file.isPresent()
                ? Audit.to(AuditFile.at(file.get()), Clock.systemUTC(), threads.named("jemscope-audit"))
                : Audit.none();
    }

    private Credentials readCredentials() throws IOException {
        Token operating = token(Key.TOKEN_FILE);
        Token reading = token(Key.READTOKEN_FILE);
        // Not by Token.is, which would load a message digest at the start; no caller can measure how long this takes.
        if (operating.text().equals(reading.text())) {
            notices.accept(
                    "the token that readtoken.file names isn't used: it is the operating one. A random one, in the"
                            + " descriptor, is instead");
            reading = Token.random();
        }
        return new Credentials(operating, reading, settings.flag(Key.TLS_CLIENTS_READONLY) ? Role.READ : Role.OPERATE);
    }

    private Token token(Key file) throws IOException {
        return TokenFiles.token(settings.path(file), file.word(), notices);
    }

    /** A port of 127.0.0.1: the requested one, or any if that is taken, because the user's own tools look for the agent there. */
    private HttpServer listen(int port, ThreadFactory threads) throws IOException {
        try {
            return HttpServer.open(port, Limits.DEFAULT, threads);
        } catch (IOException e) {
            if (port == 0) {
                throw e;
            }
            notices.accept("it doesn't listen on port " + port + " of 127.0.0.1 but on one that is free: "
                    + e.getMessage() + ". Set listen to another port");
            return HttpServer.open(Limits.DEFAULT, threads);
        }
    }

    /** Lets callers in, also from elsewhere where the settings want that and it can be done; null where not. */
    @Nullable
    public String start(Router router) throws IOException {
        RequestGuard guard = new RequestGuard(credentials, new Hosts(settings.names(Key.HOSTS)), audit)
                .advise(
                        ", or have the agent's setting hosts name the one you ask",
                        "Send the token in the agent's descriptor");
        server.start(guard, router.tell(audit));
        IdleTlsSettings.complaints(settings).forEach(notices);
        if (!outside.isWanted()) {
            return null;
        }
        try {
            return outside.open(server);
        } catch (IOException e) {
            String why = e instanceof SetupException ? String.valueOf(e.getMessage()) : e.toString();
            notices.accept("it doesn't listen on " + outside.name() + " but on 127.0.0.1 alone: " + why);
            return null;
        }
    }

    /** The port of 127.0.0.1. */
    public int port() {
        return server.port();
    }

    /** What lets callers in. */
    public Credentials credentials() {
        return credentials;
    }

    /** Closes the listeners and writes the rest of the audit. */
    @Override
    public void close() throws IOException {
        try {
            server.close();
        } finally {
            audit.close();
        }
    }
}
