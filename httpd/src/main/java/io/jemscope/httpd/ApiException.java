package io.jemscope.httpd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A request that can't be answered as asked: a status, and what happened, why, and what to do next. */
public final class ApiException extends Exception {

    private static final long serialVersionUID = 1;

    private final int status;
    private final String what;
    private final String why;
    private final String next;
    private Duration delay = Duration.ZERO;
    private @Nullable Duration retryAfter;
    private @Nullable String code;
    private String[] challenges = {};

    /**
     * Makes a problem.
     *
     * @param status the HTTP status, 400 to 599
     * @param what what happened
     * @param why why it happened
     * @param next what to do next
     */
    public ApiException(int status, String what, String why, String next) {
        super(what + ": " + why + ". " + next);
        this.status = status;
        this.what = what;
        this.why = why;
        this.next = next;
    }

    /**
     * A fault of ours; the caller learns nothing of our innards.
     *
     * @return a problem of status 500
     */
    public static ApiException internal() {
        return new ApiException(
                500,
                "The request could not be answered",
                "because of a fault in this server",
                "Try again; if it stays, report it with the request that brought it about.");
    }

    /**
     * Delays the answer: for callers who guess. Only a {@link Authenticator} can have its problems delayed.
     *
     * @param wait how long
     */
    public ApiException delayed(Duration wait) {
        delay = wait;
        return this;
    }

    /**
     * Says when to retry.
     *
     * @param wait how long to wait; sent in whole seconds, rounded up
     * @return this
     */
    public ApiException retryAfter(Duration wait) {
        retryAfter = wait;
        return this;
    }

    /**
     * Adds a word that programs can rely on: sentences may change.
     *
     * @param word lower case, with hyphens
     * @return this
     */
    ApiException code(String word) {
        code = word;
        return this;
    }

    /**
     * Adds the ways to authenticate. A 401 needs at least one (RFC 9110, 11.6.1).
     *
     * @param ways values of {@code WWW-Authenticate}; each gets a line of its own, since not every client splits a list
     * @return this
     */
    public ApiException challenging(String... ways) {
        challenges = ways.clone();
        return this;
    }

    /** How long the caller is to wait for the answer. */
    Duration delay() {
        return delay;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /**
     * What happened.
     *
     * @return half a sentence
     */
    public String what() {
        return what;
    }

    /**
     * Why it happened.
     *
     * @return half a sentence
     */
    public String why() {
        return why;
    }

    /**
     * What to do next.
     *
     * @return a sentence
     */
    public String next() {
        return next;
    }

    /** The problem as text, the same at every address. */
    Response response() {
        JsonText json = new JsonText();
        try {
            json.beginObject().name("error").beginObject();
            if (code != null) {
                json.name("code").value(code);
            }
            json.name("what").value(what);
            json.name("why").value(why);
            json.name("next").value(next);
            json.endObject().endObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Response response = Response.json(status, json);
        for (String way : challenges) {
            response.and("WWW-Authenticate", way);
        }
        if (retryAfter != null) {
            response.with(
                    "Retry-After",
                    Long.toString(Math.max(1, retryAfter.plusNanos(999_999_999).toSeconds())));
        }
        return response;
    }
}
