package io.jemscope.fleet.sink;

import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.http.Reason;
import io.jemscope.fleet.http.RetryException;
import io.jemscope.fleet.http.Token;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A server that receives profiles over HTTP. */
public final class Receiver {

    private final BoundedClient client;
    private final URI address;
    private final @Nullable String authorization;

    /**
     * Makes one.
     *
     * @param address where the server is; the paths of requests are added to its path
     * @param credentials a token, or {@code user:password}; empty for none
     */
    public Receiver(BoundedClient client, URI address, String credentials) {
        this.client = client;
        this.address = address;
        authorization = credentials.isEmpty() ? null : Token.authorization(credentials);
    }

    /**
     * Posts one profile.
     *
     * @return why the server will never accept it; null if it has accepted it
     * @throws IOException if the server may accept it later, or with other credentials
     */
    @Nullable
    String post(String path, Map<String, String> headers, byte[] body) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = send(path, headers, body);
        int status = response.statusCode();
        if (status >= 200 && status < 300) {
            return null;
        }
        String answer = address + " " + Reason.of(response);
        if (isForHttps(response)) {
            throw new IOException(answer + ": check the address; this port expects https");
        }
        return switch (status) {
            // The profile itself may be the cause.
            case 400, 413, 415, 422 -> answer;
            case 401, 403 -> throw new IOException(answer + ": check the credentials");
            case 404 -> throw new IOException(answer + ": check the address; it has no " + path);
            default -> throw RetryException.of(response, answer);
        };
    }

    /** Whether a server refused an unencrypted request: with 400, which otherwise is about the profile. The texts are Go's and nginx's. */
    static boolean isForHttps(HttpResponse<byte[]> response) {
        return response.statusCode() == 400
                && "http".equals(response.uri().getScheme())
                && Reason.of(response)
                        .matches("(?i).*(http request to an https server|http request was sent to https port).*");
    }

    /** Posts one request, and returns the answer, whatever its status. */
    HttpResponse<byte[]> send(String path, Map<String, String> headers, byte[] body)
            throws IOException, InterruptedException {
        String base = address.toString();
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return client.send(request.build());
    }
}
