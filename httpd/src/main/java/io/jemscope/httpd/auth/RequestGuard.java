package io.jemscope.httpd.auth;

import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.AuditSink;
import io.jemscope.httpd.Authenticator;
import io.jemscope.httpd.PageFiles;
import io.jemscope.httpd.Peer;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.RequestHead;
import io.jemscope.httpd.Role;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates a request by token or client certificate. The host is looked at first, so that a page on some web site which
 * has its name lead to our address learns nothing, not even whether a token was right; then the origin, for the same
 * reason; then the site that a browser says had it send the request, for a browser sends a password that it remembers
 * along with whatever a page has it ask for.
 *
 * <p>Called by the server's one thread.
 */
public final class RequestGuard implements Authenticator {

    private final Credentials credentials;
    private final Hosts hosts;
    private final AuditSink audit;
    private final FailedLogins failedLogins = new FailedLogins();
    private String hostAdvice = "";
    private String tokenAdvice = "Send the token";

    /**
     * Makes a guard.
     *
     * @param credentials what lets callers in
     * @param hosts the names we go by
     * @param audit records callers who guess
     */
    public RequestGuard(Credentials credentials, Hosts hosts, AuditSink audit) {
        this.credentials = credentials;
        this.hosts = hosts;
        this.audit = audit;
    }

    /** Makes a guard that knows one token, which opens everything, and no names but the loopback's. */
    public RequestGuard(Token token) {
        this(new Credentials(token, token, Role.OPERATE), new Hosts(List.of()), (caller, what, status) -> {});
    }

    /**
     * Sets what callers are advised to do who aren't let in. Set while the server is put together.
     *
     * @param host what else they can do if the Host header is wrong: half a sentence after a comma
     * @param token where the token is: half a sentence that begins with a verb
     * @return this guard
     */
    public RequestGuard advise(String host, String token) {
        hostAdvice = host;
        tokenAdvice = token;
        return this;
    }

    @Override
    public Principal admit(RequestHead head, Peer peer) throws ApiException {
        checkHost(head, peer);
        if (isPage(head)) {
            return new Principal("page", numbers(peer), Role.READ);
        }
        checkOrigin(head, peer);
        Optional<String> header = head.header("Authorization");
        if (header.isPresent()) {
            Role access = credentials.of(header.get());
            if (access == null) {
                throw guessed(peer.address());
            }
            return new Principal(access == Role.OPERATE ? "operator" : "reader", numbers(peer), access);
        }
        if (peer.certificate() != null) {
            return new Principal("certificate " + peer.certificate(), numbers(peer), credentials.certificates());
        }
        throw unauthorized("it carries no token");
    }

    /** Whether a request is for the page's own files: they hold no data, so that anyone may load them. */
    private static boolean isPage(RequestHead head) {
        return head.method().equals("GET")
                && (head.path().equals(PageFiles.PAGE) || head.path().startsWith(PageFiles.PAGE + "/"));
    }

    private void checkHost(RequestHead head, Peer peer) throws ApiException {
        String ours = Hosts.numbers(peer.listener());
        Optional<String> host = head.header("Host");
        if (host.isEmpty()) {
            throw new ApiException(
                    400, "The request can't be read", "it has no Host header", "Send Host: " + ours + ".");
        }
        if (!hosts.isOurs(host.get(), peer.listener(), peer.secure())) {
            throw new ApiException(
                    403,
                    "The request isn't let in",
                    "its Host header names another server",
                    "Ask " + scheme(peer) + ours + " itself, without a proxy between" + hostAdvice + ".");
        }
    }

    private static void checkOrigin(RequestHead head, Peer peer) throws ApiException {
        @Nullable String origin = head.header("Origin").orElse(null);
        String own = scheme(peer) + head.header("Host").orElse("");
        String site = head.header("Sec-Fetch-Site").orElse("none");
        if ((origin != null && !origin.equalsIgnoreCase(own)) || !(site.equals("none") || site.equals("same-origin"))) {
            throw new ApiException(
                    403,
                    "The request isn't let in",
                    "it comes from a page of another origin",
                    "Ask from this server's own page, or from no page.");
        }
    }

    private static String scheme(Peer peer) {
        return peer.secure() ? "https://" : "http://";
    }

    private ApiException guessed(InetAddress address) {
        int count = failedLogins.add(address, System.nanoTime());
        if (FailedLogins.isRemarkable(count)) {
            audit.failedLogins(address.getHostAddress());
        }
        return unauthorized("it doesn't carry this process's token").delayed(FailedLogins.wait(count));
    }

    private ApiException unauthorized(String why) {
        return new ApiException(
                        401,
                        "The request isn't let in",
                        why,
                        tokenAdvice + ", by Authorization: Bearer or as the password of Basic.")
                // Basic first, for clients that read one line.
                .challenging("Basic realm=\"jemscope\"", "Bearer realm=\"jemscope\"");
    }

    private static String numbers(Peer peer) {
        return peer.address().getHostAddress();
    }
}
