package io.jemscope.agent.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A whole request that has passed the guard and found its resource. Its texts are decoded. */
public final class Request {

    private final byte[] body;
    private final Map<String, String> segments;
    private final Map<String, String> parameters;

    Request(RequestHead head, byte[] body, Map<String, String> segments) throws Problem {
        this.body = body;
        this.segments = segments;
        this.parameters = Query.parse(head.query());
    }

    /**
     * A part of the path that the route has in braces.
     *
     * @param name the name in the braces
     * @return the part
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
     * @param name its name
     * @return its value; empty where it isn't given
     */
    public Optional<String> parameter(String name) {
        return Optional.ofNullable(parameters.get(name));
    }

    /**
     * Refuses parameters that the resource doesn't know: a slip in a name must not be taken for its absence.
     *
     * @param known the names it knows
     * @throws Problem of status 400 where there is another
     */
    public void allowParameters(String... known) throws Problem {
        for (String name : parameters.keySet()) {
            if (!List.of(known).contains(name)) {
                throw new Problem(
                        400,
                        "The parameter " + name + " isn't known",
                        known.length == 0 ? "this address takes none" : "known are " + String.join(", ", known),
                        "Leave it out, or mend its name.");
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
