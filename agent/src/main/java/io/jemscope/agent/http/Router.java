package io.jemscope.agent.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the handler of a request. Routes are added while the server is put together, and none after.
 *
 * <p>A path is answered by the first route that has its shape, so add {@code /a/b} before {@code /a/{id}}.
 */
public final class Router {

    private final List<Route> routes = new ArrayList<>();

    /** Makes a router without routes. */
    public Router() {}

    /**
     * Adds a route: a GET for all who are let in, any other method for those who may change something.
     *
     * @param method the method, such as {@code GET}
     * @param path the path; a segment in braces, such as {@code {id}}, stands for any and can be asked for by its name
     * @param handler what answers
     * @return this router
     */
    public Router add(String method, String path, Handler handler) {
        return add(method, path, method.equals("GET") ? Access.READ : Access.OPERATE, handler);
    }

    /**
     * Adds a route.
     *
     * @param method the method, such as {@code GET}
     * @param path the path, as above
     * @param access what a caller must be allowed
     * @param handler what answers
     * @return this router
     */
    public Router add(String method, String path, Access access, Handler handler) {
        routes.add(new Route(method, path, access, handler));
        return this;
    }

    /** Answers a request by its route; never throws a {@link Problem} but answers it. */
    Response answer(RequestHead head, byte[] body, Caller caller) {
        try {
            return dispatch(head, body, caller);
        } catch (Problem e) {
            return e.response();
        } catch (IOException e) {
            return Problem.internal().response();
        }
    }

    private Response dispatch(RequestHead head, byte[] body, Caller caller) throws Problem, IOException {
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            @Nullable Map<String, String> segments = route.match(head.path());
            if (segments == null) {
                continue;
            }
            if (route.method().equals(head.method())) {
                Request.require(route.access(), caller);
                return route.handler().answer(new Request(head, body, segments, caller));
            }
            allowed.add(route.method());
        }
        if (!allowed.isEmpty()) {
            String methods = String.join(", ", allowed);
            return new Problem(
                            405,
                            head.method() + " isn't possible on " + head.path(),
                            "this address takes " + methods,
                            "Ask by one of these methods.")
                    .response()
                    .with("Allow", methods);
        }
        throw new Problem(
                404,
                "There is nothing at " + head.path(),
                "no address of the agent's is like it",
                "Ask for one of its addresses: " + addresses() + ".");
    }

    private String addresses() {
        StringBuilder addresses = new StringBuilder();
        for (Route route : routes) {
            addresses
                    .append(addresses.isEmpty() ? "" : ", ")
                    .append(route.method())
                    .append(' ')
                    .append(route.path());
        }
        return addresses.toString();
    }
}
