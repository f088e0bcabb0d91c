package io.jemscope.fleet.http;

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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests, and bounds the time and the size of the answers. Certificates and names are verified where an address is https.
 * Redirects and proxies aren't followed: a token is for the addressed server alone. Safe for several threads.
 */
public final class BoundedClient {

    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final HttpClient client;
    private final Duration timeout;
    private final int mostBytes;

    /**
     * Makes one.
     *
     * @param authorities a file of certificates in PEM to trust in place of the JDK's; null for the JDK's
     * @param timeout how long a server may take for its whole answer
     * @param mostBytes how long an answer may be
     */
    public BoundedClient(@Nullable Path authorities, Duration timeout, int mostBytes) throws IOException {
        this(authorities, "", timeout, mostBytes);
    }

    /**
     * Makes one for servers that are asked by the numbers of their address.
     *
     * @param name a name that their certificates may have in place of these; empty for none
     * @throws IllegalArgumentException if it can't be a host's name
     */
    public BoundedClient(@Nullable Path authorities, String name, Duration timeout, int mostBytes) throws IOException {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(CONNECT);
        if (!name.isEmpty()) {
            // The JDK verifies the name that it sends to the server (SNI), else the address; for a host with a name it
            // sends that one.
            SSLParameters parameters = new SSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(name)));
            builder.sslParameters(parameters);
        }
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
     * Sends a request.
     *
     * @return the answer, whatever its status
     * @throws IOException if the server can't be reached, takes too long, or sends too much
     */
    public HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
        return send(request, timeout, mostBytes);
    }

    /**
     * Sends a request with bounds of its own.
     *
     * @param within how long the server may take for its whole answer; the client's own timeout counts if it is shorter
     * @param most how long the answer may be
     */
    public HttpResponse<byte[]> send(HttpRequest request, Duration within, int most)
            throws IOException, InterruptedException {
        Duration wait = within.compareTo(timeout) < 0 ? within : timeout;
        // The client's own timeout ends with the head of the answer.
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(request, head -> new BoundedBody(most));
        try {
            return answer.get(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw cause instanceof IOException failure ? failure : new IOException(String.valueOf(cause), e);
        } catch (TimeoutException e) {
            throw new IOException("it didn't answer within " + wait.toSeconds() + " s", e);
        } finally {
            answer.cancel(true);
        }
    }
}
