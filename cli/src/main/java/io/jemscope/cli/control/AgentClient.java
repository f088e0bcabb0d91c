package io.jemscope.cli.control;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Talks to one agent by its interface below {@code /api/v1}. Each method is one request and may take as long as the agent
 * does, up to a limit: seconds for questions, and for what waits in the agent for dumps that are made before it, and is done all
 * the same if nobody waits for it any more, a little longer than the agent takes for any answer. Safe for use by several threads.
 *
 * <p>Every method throws an {@link AgentException} where the agent refuses, and another {@link IOException} where it can't be
 * reached or answers something else.
 */
public final class AgentClient {

    /** Stands for the running run in place of an id. */
    public static final String CURRENT = "current";

    /** Stands for sampling outside of runs in place of an id. */
    public static final String EXTERNAL = "external";

    private static final String API = "/api/v1";
    private static final int STATE_MILLIS = 2_000;
    private static final int ANSWER_MILLIS = 10_000;

    /** The agent hangs up after five minutes: so it is never the command that has given up on what happens after all. */
    private static final int TURN_MILLIS = 310_000;

    /** How long a download may stand still. */
    private static final int STALL_MILLIS = 30_000;

    private final AgentDescriptor agent;
    private final AgentConnection connection;

    /**
     * Makes a client.
     *
     * @param agent whom to talk to
     */
    public AgentClient(AgentDescriptor agent) {
        this.agent = agent;
        this.connection = new AgentConnection(agent);
    }

    /**
     * Asks for the figures that a line about the program needs.
     *
     * @throws IOException see above
     */
    public AgentState state() throws IOException {
        Answer state = describe();
        return new AgentState(
                state.object("hook").object("counters").number("samples"),
                state.number("rssBytes"),
                ResidentText.mallocBytes(state));
    }

    /**
     * Asks for the whole state.
     *
     * @return process, jemalloc, hook, memory, agent, and the run that is on
     * @throws IOException see above
     */
    public Answer describe() throws IOException {
        return connection.json("GET", API + "/state", null, STATE_MILLIS);
    }

    /**
     * Switches sampling on or off. Asking for what is so already is harmless.
     *
     * @param active whether to sample
     * @throws IOException see above
     */
    public void setProfiling(boolean active) throws IOException {
        setProfiling(active, false);
    }

    /**
     * Switches sampling on or off. Asking for what is so already is harmless.
     *
     * @param active whether to sample
     * @param force also while a run is on, which is harmed by it
     * @return what is so now, and whether it was otherwise before
     * @throws IOException see above
     */
    public Answer setProfiling(boolean active, boolean force) throws IOException {
        JsonObject body = new JsonObject();
        body.addProperty("active", active);
        if (force) {
            body.addProperty("force", true);
        }
        return connection.json("PUT", API + "/profiling", body, TURN_MILLIS);
    }

    /**
     * Has a dump made.
     *
     * @param kind what for: {@code asked} or {@code snapshot}
     * @return the dump's file
     * @throws IOException see above
     */
    public Path dump(String kind) throws IOException {
        String file = makeDump(kind)
                .text("file")
                .orElseThrow(() -> new IOException(agent + " doesn't say where its dump is"));
        try {
            return Path.of(file);
        } catch (InvalidPathException e) {
            throw new IOException(agent + " names a dump that can't be", e);
        }
    }

    /**
     * Has a dump made.
     *
     * @param kind what for: {@code asked} or {@code snapshot}
     * @return the dump: id, file, bytes, kind
     * @throws IOException see above
     */
    public Answer makeDump(String kind) throws IOException {
        JsonObject body = new JsonObject();
        body.addProperty("kind", kind);
        return connection.json("POST", API + "/dumps", body, TURN_MILLIS);
    }

    /**
     * Downloads a dump as jemalloc wrote it.
     *
     * @param id the dump's id
     * @return how many bytes it has
     * @throws IOException see above; or where {@code out} can't be written
     */
    public long download(String id, OutputStream out) throws IOException {
        return connection.download(API + "/dumps/" + segment(id), out, STALL_MILLIS);
    }

    /**
     * Downloads the names of a dump's Java frames.
     *
     * @param id the dump's id
     * @return how many bytes they have
     * @throws IOException see above; or where {@code out} can't be written
     */
    public long downloadSymbols(String id, OutputStream out) throws IOException {
        return connection.download(API + "/dumps/" + segment(id) + "/symbols", out, STALL_MILLIS);
    }

    /**
     * Has a bundle made.
     *
     * @return the bundle: id, file, bytes, triggered, millis
     * @throws IOException see above
     */
    public Answer makeBundle() throws IOException {
        return connection.json("POST", API + "/bundles", new JsonObject(), TURN_MILLIS);
    }

    /**
     * Downloads a bundle.
     *
     * @param id the bundle's id
     * @return how many bytes it has
     * @throws IOException see above; or where {@code out} can't be written
     */
    public long downloadBundle(String id, OutputStream out) throws IOException {
        return connection.download(API + "/bundles/" + segment(id), out, STALL_MILLIS);
    }

    /**
     * Asks for all runs that are kept.
     *
     * @return {@code runs}, the newest first
     * @throws IOException see above
     */
    public Answer runs() throws IOException {
        return connection.json("GET", API + "/runs", null, ANSWER_MILLIS);
    }

    /**
     * Asks for one run.
     *
     * @param id its id, or {@link #CURRENT}
     * @throws IOException see above
     */
    public Answer run(String id) throws IOException {
        return connection.json("GET", API + "/runs/" + segment(id), null, ANSWER_MILLIS);
    }

    /**
     * Starts a run.
     *
     * @param request for how long, with which label and so on
     * @throws IOException see above
     */
    public Answer startRun(RunRequest request) throws IOException {
        return connection.json("POST", API + "/runs", request.json(), TURN_MILLIS);
    }

    /**
     * Ends a run. Harmless where it has ended.
     *
     * @param id its id, {@link #CURRENT}, or {@link #EXTERNAL} for sampling that somebody else switched on
     * @param force to be said with {@link #EXTERNAL}
     * @throws IOException see above
     */
    public Answer finishRun(String id, boolean force) throws IOException {
        JsonObject body = new JsonObject();
        body.addProperty("state", "finished");
        if (force) {
            body.addProperty("force", true);
        }
        return connection.json("PATCH", API + "/runs/" + segment(id), body, TURN_MILLIS);
    }

    /**
     * Asks for jemalloc's options and where each came from.
     *
     * @throws IOException see above
     */
    public Answer options() throws IOException {
        return connection.json("GET", API + "/options", null, ANSWER_MILLIS);
    }

    /**
     * Asks for jemalloc's controls at run time.
     *
     * @return {@code controls}; nothing where the agent is of a version that has none
     * @throws IOException see above
     */
    public Answer controls() throws IOException {
        try {
            return connection.json("GET", API + "/controls", null, ANSWER_MILLIS);
        } catch (AgentException e) {
            if (e.status() != 404) {
                throw e;
            }
            return new Answer(new JsonObject());
        }
    }

    /**
     * Changes controls: all of them or none.
     *
     * @param values what they are to be, by their names: texts, whole numbers, true and false
     * @return {@code changed}, the names of those that were otherwise, and {@code controls}
     * @throws IOException see above
     */
    public Answer setControls(JsonObject values) throws IOException {
        return connection.json("PATCH", API + "/controls", values, TURN_MILLIS);
    }

    /**
     * Has all samples forgotten, for everybody.
     *
     * @param force also while a run is on, which then loses its baseline
     * @return {@code run}, the one that goes on, if one is on
     * @throws IOException see above
     */
    public Answer discardSamples(boolean force) throws IOException {
        JsonObject body = new JsonObject();
        body.addProperty("discard", true);
        if (force) {
            body.addProperty("force", true);
        }
        return connection.json("POST", API + "/resets", body, TURN_MILLIS);
    }

    /**
     * Begins or ends jemalloc's log of what is sampled and freed. Asking for what is so already is harmless.
     *
     * @param active whether to log
     * @param length after how long a log that is begun ends by itself; empty for what the agent thinks usual
     * @return {@code changed}; {@code ends}, when the log that is on ends by itself; and where it is to end {@code dump}, the
     *     id of what was logged last
     * @throws IOException see above
     */
    public Answer setAllocationLog(boolean active, Optional<Duration> length) throws IOException {
        JsonObject body = new JsonObject();
        body.addProperty("active", active);
        length.ifPresent(time -> body.addProperty("seconds", time.toSeconds()));
        return connection.json("PUT", API + "/allocation-log", body, TURN_MILLIS);
    }

    /**
     * Asks for the dumps.
     *
     * @return {@code dumps}, the oldest first
     * @throws IOException see above
     */
    public Answer dumps() throws IOException {
        return connection.json("GET", API + "/dumps", null, ANSWER_MILLIS);
    }

    /**
     * Asks where the process's resident memory lies.
     *
     * @param large whether a large process may be held up for it
     * @return the ledger
     * @throws IOException see above
     */
    public Answer memory(boolean large) throws IOException {
        return connection.json("GET", API + (large ? "/memory?large=true" : "/memory"), null, TURN_MILLIS);
    }

    /**
     * Asks for jemalloc's statistics.
     *
     * @param format {@code json}, {@code text} or {@code summary}
     * @param leftOut letters of what to leave out, as {@code malloc_stats_print} takes them; may be empty
     * @throws IOException see above
     */
    public String statistics(String format, String leftOut) throws IOException {
        String path = API + "/statistics?format=" + segment(format);
        return connection.text(
                "GET", leftOut.isEmpty() ? path : path + "&options=" + segment(leftOut), null, ANSWER_MILLIS);
    }

    /**
     * Sends one of the messages that Traffic Server's plugin memory_profile knows. Statistics go to the program's standard
     * error as well, and a dump is named by jemalloc.
     *
     * @param word {@code activate}, {@code dump}, {@code stats} or {@code deactivate}
     * @return what was done, or the statistics; its last line ended
     * @throws IOException see above
     */
    public String message(String word) throws IOException {
        return connection.say("POST", "/plugin/memory_profile/msg", word, TURN_MILLIS);
    }

    /**
     * Has unused memory given back to the system.
     *
     * @param action {@code purge}, {@code decay} or {@code collect}
     * @return what was done, and how much was resident before and after
     * @throws IOException see above
     */
    public Answer purge(String action) throws IOException {
        JsonObject body = new JsonObject();
        body.addProperty("action", action);
        return connection.json("POST", API + "/purges", body, TURN_MILLIS);
    }

    /**
     * Has the agent leave its program.
     *
     * @return what it did before it goes
     * @throws IOException see above
     */
    public Answer leave() throws IOException {
        return connection.json("DELETE", API + "/agent", null, TURN_MILLIS);
    }

    /**
     * Returns the address of the agent's page, with the token in its fragment, which browsers don't send; without a token the
     * address of the state, for an agent that has no page.
     *
     * @throws IOException see above
     */
    public URI page() throws IOException {
        try {
            connection.text("GET", "/page", null, STATE_MILLIS);
            return agent.address().resolve("/page#token=" + segment(agent.token()));
        } catch (AgentException e) {
            if (e.status() != 404 || agent.socket().isPresent()) {
                throw e;
            }
            return agent.address().resolve(API + "/state");
        }
    }

    /** Ids come from the agent or from the user: neither may choose another address by them. */
    private static String segment(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
