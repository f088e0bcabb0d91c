package io.jemscope.httpd;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** A whole request that has passed the guard and found its resource. Its texts are decoded. */
public final class Request {

    private static final int ADDRESS_CHARACTERS = 250;
    private static final int BODY_BYTES = 200;
    private static final int MOST_DIGITS = 18;

    private final RequestHead head;
    private final byte[] body;
    private final Principal caller;
    private final Map<String, String> segments;
    private final Map<String, String> parameters;
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final BooleanSupplier gone;

    /** Set by a worker, and read by the queue's thread. */
    private volatile boolean changing;

    /** A request; {@code gone} says whether the caller has disconnected. */
    Request(RequestHead head, byte[] body, Map<String, String> segments, Principal caller, BooleanSupplier gone)
            throws ApiException {
        this.gone = gone;
        this.head = head;
        this.caller = caller;
        this.body = body;
        this.segments = segments;
        this.parameters = Query.parse(head.query());
    }

    /**
     * The method.
     *
     * @return such as {@code GET}
     */
    public String method() {
        return head.method();
    }

    /**
     * The path as it was sent, percent signs and all, without what stands behind the question mark.
     *
     * @return the path; begins with a slash
     */
    public String path() {
        return head.path();
    }

    /**
     * What stands behind the question mark, as it was sent, for an address that doesn't take parameters there.
     *
     * @return the text; empty where there is none
     */
    public String query() {
        return head.query();
    }

    /**
     * A header.
     *
     * @param name its name, in any case
     * @return its value without the blanks around it; empty where it isn't there
     */
    public Optional<String> header(String name) {
        return head.header(name);
    }

    /** The caller. */
    public Principal caller() {
        return caller;
    }

    /**
     * Refuses callers who may not change anything: for an address where a parameter decides whether it changes something,
     * so that its route can't. Called before anything is changed. From then on the request counts as a change.
     *
     * @throws ApiException of status 403 where the caller may only read
     */
    public void requireOperator() throws ApiException {
        if (head.method().equals("HEAD")) {
            throw new ApiException(
                    400,
                    "HEAD changes nothing",
                    "with these parameters this address changes something",
                    "Use GET, or leave the parameters out.");
        }
        changing = true;
        if (!caller.access().covers(Role.OPERATE)) {
            throw new ApiException(
                    403,
                    "This isn't allowed to " + caller.name(),
                    "it changes something, and this caller may only read",
                    "Ask with the operating token.");
        }
    }

    /**
     * Notes what came of a change, for those who are told of changes: what was asked for may be put so that its beginning
     * doesn't tell.
     *
     * @param what what was changed, from what to what
     */
    public void note(String what) {
        notes.add(what);
    }

    /** The request and its notes in a line, for the audit. */
    String summary() {
        StringBuilder text = new StringBuilder(160);
        text.append(head.method()).append(' ');
        ShortText.add(
                text, head.query().isEmpty() ? head.path() : head.path() + '?' + head.query(), ADDRESS_CHARACTERS);
        if (body.length > 0) {
            ShortText.addWithoutBlanks(text.append(' '), body, BODY_BYTES);
        }
        String before = " (";
        for (String note : notes) {
            text.append(before).append(note);
            before = ", ";
        }
        return notes.isEmpty() ? text.toString() : text.append(')').toString();
    }

    /** Whether its caller doesn't wait for the answer any more. Called by any thread. */
    boolean isAbandoned() {
        return gone.getAsBoolean();
    }

    /** Whether {@link #requireOperator} was called. */
    boolean isChanging() {
        return changing;
    }

    /**
     * A part of the path that the route has in braces.
     *
     * @param name the name in the braces
     * @throws IllegalArgumentException where the route has no such name
     */
    public String segment(String name) {
        String segment = segments.get(name);
        if (segment == null) {
            throw new IllegalArgumentException("No {" + name + "} in the route");
        }
        return segment;
    }

    /**
     * A parameter behind the question mark.
     *
     * @return its value; empty where it isn't given
     */
    public Optional<String> parameter(String name) {
        return Optional.ofNullable(parameters.get(name));
    }

    /**
     * A parameter that is true or false.
     *
     * @param otherwise what it is if it isn't given
     * @throws ApiException of status 400 if it is anything else
     */
    public boolean flag(String name, boolean otherwise) throws ApiException {
        String text = parameters.getOrDefault(name, String.valueOf(otherwise));
        if (!text.equals("true") && !text.equals("false")) {
            throw new ApiException(
                    400,
                    "The parameter '" + name + "' can't be read",
                    "it is neither true nor false",
                    "Send " + name + "=true or " + name + "=false.");
        }
        return text.equals("true");
    }

    /**
     * A parameter that is a whole number, in digits alone.
     *
     * @return its value; empty if it isn't given
     * @throws ApiException of status 400 if it is anything else
     */
    public OptionalLong number(String name) throws ApiException {
        String text = parameters.get(name);
        if (text == null) {
            return OptionalLong.empty();
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                throw notANumber(name);
            }
        }
        if (text.isEmpty() || text.length() > MOST_DIGITS) {
            throw notANumber(name);
        }
        return OptionalLong.of(Long.parseLong(text));
    }

    private static ApiException notANumber(String name) {
        return new ApiException(
                400,
                "The parameter '" + name + "' can't be read",
                "it is not a whole number",
                "Send digits alone: " + name + "=1.");
    }

    /**
     * All parameters but some.
     *
     * @param others the names of those that are left out
     * @return their values by name
     */
    public Map<String, String> parametersBeside(String... others) {
        Map<String, String> beside = new LinkedHashMap<>(parameters);
        beside.keySet().removeAll(List.of(others));
        return beside;
    }

    /**
     * Refuses parameters that the resource doesn't know: a slip in a name must not be taken for its absence.
     *
     * @param known the names it knows
     * @throws ApiException of status 400 where there is another
     */
    public void allowParameters(String... known) throws ApiException {
        for (String name : parameters.keySet()) {
            if (!List.of(known).contains(name)) {
                throw new ApiException(
                        400,
                        "The parameter " + name + " isn't known",
                        known.length == 0 ? "this address takes none" : "known are " + String.join(", ", known),
                        "Leave it out, or correct its name.");
            }
        }
    }

    /**
     * The body.
     *
     * @return a copy of its bytes; empty where there is none
     */
    public byte[] body() {
        return body.clone();
    }
}
