package io.jemscope.agent.security;

import io.jemscope.agent.http.Access;
import io.jemscope.agent.http.Caller;
import io.jemscope.agent.http.Guard;
import io.jemscope.agent.http.Peer;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.RequestHead;
import java.util.Optional;

/**
 * Lets in who knows the token. The host is looked at first, so that a page on some web site which has its name lead to
 * 127.0.0.1 learns nothing, not even whether a token was right; then the origin, for the same reason.
 */
public final class RequestGuard implements Guard {

    private static final String BEARER = "bearer ";

    private final Token token;
    private final String numericHost;
    private final String namedHost;

    /**
     * Makes a guard.
     *
     * @param token what opens everything
     * @param port where the server listens on the loopback
     */
    public RequestGuard(Token token, int port) {
        this.token = token;
        this.numericHost = "127.0.0.1:" + port;
        this.namedHost = "localhost:" + port;
    }

    @Override
    public Caller admit(RequestHead head, Peer peer) throws Problem {
        Optional<String> host = head.header("Host");
        if (host.isEmpty()) {
            throw new Problem(
                    400, "The request can't be read", "it has no Host header", "Send Host: " + numericHost + ".");
        }
        if (!host.get().equals(numericHost) && !host.get().equalsIgnoreCase(namedHost)) {
            throw new Problem(
                    403,
                    "The request isn't let in",
                    "its Host header names another server",
                    "Ask http://" + numericHost + " itself, without a proxy between.");
        }
        Optional<String> origin = head.header("Origin");
        if (origin.isPresent() && !origin.get().equalsIgnoreCase("http://" + host.get())) {
            throw new Problem(
                    403,
                    "The request isn't let in",
                    "it comes from a page of another origin",
                    "Ask from a page of the agent's own, or from no page.");
        }
        if (!isAuthorized(head)) {
            throw new Problem(
                    401,
                    "The request isn't let in",
                    "it doesn't carry this process's token",
                    "Send Authorization: Bearer with the token in the agent's descriptor.");
        }
        return new Caller("operator", peer.address().getHostAddress(), Access.OPERATE);
    }

    private boolean isAuthorized(RequestHead head) {
        String text = head.header("Authorization").orElse("");
        return text.regionMatches(true, 0, BEARER, 0, BEARER.length())
                && token.is(text.substring(BEARER.length()).strip());
    }
}
