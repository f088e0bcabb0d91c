package io.jemscope.agent.http;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A request that can't be answered as asked: a status, and what happened, why, and what to do next. */
public final class Problem extends Exception {

    private static final long serialVersionUID = 1;

    private final int status;
    private final String what;
    private final String why;
    private final String next;

    /**
     * Makes a problem.
     *
     * @param status the HTTP status, 400 to 599
     * @param what what happened
     * @param why why it happened
     * @param next what to do next
     */
    public Problem(int status, String what, String why, String next) {
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
    public static Problem internal() {
        return new Problem(
                500,
                "The request could not be answered",
                "because of a fault in Jemscope's agent",
                "Try again; if it stays, report it with the request that brought it about.");
    }

    /**
     * The HTTP status.
     *
     * @return 400 to 599
     */
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
            json.name("what").value(what);
            json.name("why").value(why);
            json.name("next").value(next);
            json.endObject().endObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Response response = Response.json(status, text);
        return status == 401 ? response.with("WWW-Authenticate", "Bearer") : response;
    }
}
