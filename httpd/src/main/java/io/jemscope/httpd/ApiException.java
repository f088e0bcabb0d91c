package io.jemscope.httpd;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A request that can't be answered as asked: a status, and what happened, why, and what to do next. */
public final class ApiException extends Exception {

    private static final long serialVersionUID = 1;

    private final int status;
    private final String what;
    private final String why;
    private final String next;
    private final Duration delay;
    private final @Nullable Duration retryAfter;
    private final @Nullable String code;
    private final String[] challenges;

    /**
     * Makes a problem.
     *
     * @param status the HTTP status, 400 to 599
     * @param what what happened
     * @param why why it happened
     * @param next what to do next
     */
    public ApiException(int status, String what, String why, String next) {
        this(status, what, why, next, Duration.ZERO, null, null, new String[0]);
    }

    private ApiException(
            int status,
            String what,
            String why,
            String next,
            Duration delay,
            @Nullable Duration retryAfter,
            @Nullable String code,
            String[] challenges) {
        super(what + ": " + why + ". " + next);
        this.status = status;
        this.what = what;
        this.why = why;
        this.next = next;
        this.delay = delay;
        this.retryAfter = retryAfter;
        this.code = code;
        this.challenges = challenges;
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

    /** What somebody's failure is to the caller: the problem in it, or a fault of ours. */
    static ApiException of(@Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof OutOfMemoryError) {
            return HeapReserve.problem();
        }
        return cause instanceof ApiException problem ? problem : internal();
    }

    /**
     * The same, told only after a while: for callers who guess. Only a {@link Authenticator} can have its problems delayed.
     *
     * @param wait how long
     */
    public ApiException delayed(Duration wait) {
        return new ApiException(status, what, why, next, wait, retryAfter, code, challenges);
    }

    /**
     * The same, and when trying again makes sense.
     *
     * @param wait how long not to; told in whole seconds, rounded up
     * @return the problem with that
     */
    public ApiException retryAfter(Duration wait) {
        return new ApiException(status, what, why, next, delay, wait, code, challenges);
    }

    /**
     * The same, with a word that programs can rely on: sentences may change.
     *
     * @param word lower case, with hyphens
     * @return the problem with that
     */
    ApiException code(String word) {
        return new ApiException(status, what, why, next, delay, retryAfter, word, challenges);
    }

    /**
     * The same, with the ways to authenticate. A 401 needs at least one (RFC 9110, 11.6.1).
     *
     * @param ways values of {@code WWW-Authenticate}; each gets a line of its own, since not every client splits a list
     * @return the problem with those
     */
    public ApiException challenging(String... ways) {
        return new ApiException(status, what, why, next, delay, retryAfter, code, ways.clone());
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

    /** The problem as every address tells it. */
    Response response() {
        JsonText text = new JsonText();
        try {
            JsonWriter json = text.writer();
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
        Response response = Response.json(status, text);
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
