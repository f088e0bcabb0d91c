package io.jemscope.fleet.collect;

import io.jemscope.fleet.discovery.Agent;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Requests heap profiles from agents. Certificates and names are verified where an address is https. Redirects and proxies aren't
 * followed: the token is for the agent alone. Safe for several threads.
 */
public final class Fetcher {

    private static final String PROFILE = "/debug/pprof/heap";
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final int OK = 200;

    private final HttpClient client;
    private final Duration timeout;
    private final int mostBytes;

    /**
     * Makes one.
     *
     * @param authorities a file of certificates in PEM to trust in place of the JDK's; null for the JDK's
     * @param timeout how long an agent may take for its whole answer
     * @param mostBytes how long an answer may be
     */
    public Fetcher(@Nullable Path authorities, Duration timeout, int mostBytes) throws IOException {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(CONNECT);
        if (authorities != null) {
            builder.sslContext(trusting(authorities));
        }
        client = builder.build();
        this.timeout = timeout;
        this.mostBytes = mostBytes;
    }

    private static SSLContext trusting(Path authorities) throws IOException {
        try (InputStream in = Files.newInputStream(authorities)) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry(Integer.toString(trusted.size()), each);
            }
            if (trusted.size() == 0) {
                throw new IOException(authorities + " has no certificate in PEM");
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(authorities + " can't be read as certificates in PEM: " + e.getMessage(), e);
        }
    }

    /**
     * Requests a profile.
     *
     * @return gzipped {@code profile.proto}
     * @throws RetryException if the agent says when to ask again
     * @throws IOException if it can't be reached, refuses, or takes too long
     */
    byte[] fetch(Agent agent) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(agent.address().resolve(PROFILE)).GET();
        if (!agent.token().isEmpty()) {
            request.header("Authorization", "Bearer " + agent.token());
        }
        // The client's own timeout ends with the head of the answer.
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request.build(), head -> new BoundedBody(mostBytes));
        try {
            HttpResponse<byte[]> response = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (response.statusCode() != OK) {
                throw refusal(response);
            }
            return response.body();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw cause instanceof IOException failure ? failure : new IOException(String.valueOf(cause), e);
        } catch (TimeoutException e) {
            throw new IOException("it didn't answer within " + timeout.toSeconds() + " s", e);
        } finally {
            answer.cancel(true);
        }
    }

    private static IOException refusal(HttpResponse<byte[]> response) {
        String why = switch (response.statusCode()) {
            case 401 -> "it doesn't know the token: a restarted program has a new one, unless token.file is set";
            case 403 -> "the token doesn't allow it";
            case 404 -> "it has no " + PROFILE + ": not an agent of Jemscope, or an older one";
            case 409 -> "its program doesn't profile: it runs without jemalloc, or sampling was never switched on";
            default -> "it answered " + response.statusCode();
        };
        String wait = response.headers().firstValue("Retry-After").orElse("");
        return wait.matches("[0-9]{1,6}")
                ? new RetryException(why, Duration.ofSeconds(Long.parseLong(wait)))
                : new IOException(why);
    }

    /** An agent says when to ask again. */
    static final class RetryException extends IOException {

        private static final long serialVersionUID = 1L;

        private final Duration after;

        RetryException(String why, Duration after) {
            super(why);
            this.after = after;
        }

        Duration after() {
            return after;
        }
    }
}
