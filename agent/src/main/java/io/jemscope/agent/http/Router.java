package io.jemscope.agent.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the handler of a request. Routes and sections are added while the server is put together, and none after.
 *
 * <p>A path is answered by the first route that has its shape, so add {@code /a/b} before {@code /a/{id}}. A path
 * that begins as a section's do is that section's.
 */
public final class Router {

    private static final String NOT_NOW = "This isn't done now";

    private final List<Route> routes = new ArrayList<>();
    private final List<SectionRoutes> sections = new ArrayList<>();
    private final @Nullable Turns turns;
    private ChangeLog changes = new Unheard();

    /** Makes a router without routes, where nothing has to wait for a turn. */
    public Router() {
        this(null);
    }

    /**
     * Makes a router without routes.
     *
     * @param turns has done what is done in its turn; null where all is done at once
     */
    public Router(@Nullable Turns turns) {
        this.turns = turns;
    }

    /**
     * Has a route answer each kind of caller only so often.
     *
     * @param method the method of a route that was added
     * @param path its path, as it was added
     * @param throttle how often
     * @return this router
     * @throws IllegalArgumentException where there is no such route
     */
    public Router limit(String method, String path, CallerThrottle throttle) {
        int place = place(method, path);
        Route route = routes.get(place);
        routes.set(place, route.with(throttle));
        return this;
    }

    private int place(String method, String path) {
        for (int i = 0; i < routes.size(); i++) {
            Route route = routes.get(i);
            if (route.method().equals(method) && route.path().equals(path)) {
                return i;
            }
        }
        throw new IllegalArgumentException("No route " + method + " " + path);
    }

    /**
     * Tells somebody of every request to a route that needs {@link Access#OPERATE}, and of those for which a handler has
     * asked for it, whatever came of them. Set while the server is put together.
     *
     * @param log whom to tell
     * @return this router
     */
    public Router tell(ChangeLog log) {
        changes = log;
        return this;
    }

    private static final class Staying implements BooleanSupplier {
        @Override
        public boolean getAsBoolean() {
            return false;
        }
    }

    private static final class Unheard implements ChangeLog {
        @Override
        public void changed(Caller caller, String what, int status) {}
    }

    /**
     * Adds a route: a GET for all who are let in, which is answered at once; any other method for those who may change
     * something, in its turn.
     *
     * @param method the method, such as {@code GET}
     * @param path the path; a segment in braces, such as {@code {id}}, stands for any and can be asked for by its name;
     *     a last one such as {@code {address...}} for all that follows
     * @param handler what answers
     * @return this router
     */
    public Router add(String method, String path, Handler handler) {
        return add(method, path, method.equals("GET") ? Access.READ : Access.OPERATE, handler);
    }

    /**
     * Adds a route: a GET that changes nothing is answered at once, anything else in its turn.
     *
     * @param method the method, such as {@code GET}
     * @param path the path, as above
     * @param access what a caller must be allowed
     * @param handler what answers
     * @return this router
     */
    public Router add(String method, String path, Access access, Handler handler) {
        boolean looks = method.equals("GET") && access == Access.READ;
        return add(method, path, access, looks ? When.AT_ONCE : When.IN_TURN, handler);
    }

    /**
     * Adds a route.
     *
     * @param method the method, such as {@code GET}
     * @param path the path, as above
     * @param access what a caller must be allowed
     * @param when when it is answered
     * @param handler what answers
     * @return this router
     */
    public Router add(String method, String path, Access access, When when, Handler handler) {
        routes.add(new Route(method, path, access, when, null, handler));
        return this;
    }

    /**
     * Adds a section.
     *
     * @param section what makes its routes
     * @param starts how their paths begin, each in one of these ways, and no others do
     * @return this router
     */
    public Router add(Section section, String... starts) {
        sections.add(new SectionRoutes(section, List.of(starts)));
        return this;
    }

    /**
     * Makes the routes of a section now.
     *
     * @param path how its paths begin
     */
    public void make(String path) {
        routesFor(path);
    }

    /** Whether what may answer a path needn't be made first. */
    boolean isMade(String path) {
        for (SectionRoutes section : sections) {
            if (section.mayHave(path)) {
                return section.isMade();
            }
        }
        return true;
    }

    /** The routes that may answer a path: those of the section that it begins as, else those of none. */
    private List<Route> routesFor(String path) {
        for (SectionRoutes section : sections) {
            if (section.mayHave(path)) {
                return section.routes();
            }
        }
        return routes;
    }

    /** The routes of a router that has neither sections nor somebody to tell. */
    List<Route> routes() {
        if (!sections.isEmpty() || !(changes instanceof Unheard)) {
            throw new IllegalStateException("A section has routes, and nothing else");
        }
        return List.copyOf(routes);
    }

    /**
     * Every address; makes all sections.
     *
     * @return method, blank and path of each, in the order in which they were added
     */
    public List<String> addresses() {
        return addresses(When.values());
    }

    /**
     * The addresses that answer then; makes all sections.
     *
     * @param when when
     * @return method, blank and path of each, in the order in which they were added
     */
    public List<String> addresses(When... when) {
        List<Route> all = new ArrayList<>(routes);
        for (SectionRoutes section : sections) {
            all.addAll(section.routes());
        }
        List<String> addresses = new ArrayList<>();
        for (Route route : all) {
            if (List.of(when).contains(route.when())) {
                addresses.add(route.method() + ' ' + route.path());
            }
        }
        return addresses;
    }

    /** Answers a request of somebody who stays until it is answered. */
    Response answer(RequestHead head, byte[] body, Caller caller) {
        return answer(head, body, caller, new Staying());
    }

    /** Answers a request by its route; never throws a {@link Problem} but answers it. {@code gone}: the caller has hung up. */
    Response answer(RequestHead head, byte[] body, Caller caller, BooleanSupplier gone) {
        try {
            return dispatch(head, body, caller, gone);
        } catch (Problem e) {
            return e.response();
        }
    }

    private Response dispatch(RequestHead head, byte[] body, Caller caller, BooleanSupplier gone) throws Problem {
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routesFor(head.path())) {
            @Nullable Map<String, String> segments = route.match(head.path());
            if (segments == null) {
                continue;
            }
            if (route.takes(head.method())) {
                return answer(route, new Request(head, body, segments, caller, gone));
            }
            allowed.add(route.method());
            if (route.takes("HEAD")) {
                allowed.add("HEAD");
            }
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
                "GET /help lists those that there are.");
    }

    private Response answer(Route route, Request request) {
        Response response;
        try {
            response = begin(route, request);
        } catch (Problem e) {
            // Told here, for only here it is known whether it was a change.
            response = e.response();
        } catch (IOException | RuntimeException e) {
            // The host isn't to hear of it, and the caller learns nothing of our innards.
            response = Problem.internal().response();
        }
        return told(route, request, response);
    }

    private Response begin(Route route, Request request) throws Problem, IOException {
        if (route.access() == Access.OPERATE) {
            request.requireOperator();
        }
        if (route.throttle() != null) {
            route.throttle().take(request.caller(), NOT_NOW);
        }
        route.handler().check(request);
        if (turns == null || route.when() == When.AT_ONCE) {
            return route.handler().answer(request);
        }
        return route.when() == When.IN_TURN
                ? turns.answer(request, route.handler())
                : turns.answerAlone(request, route.handler());
    }

    /** So that no handler can forget it. Whether it was a change is known for certain only once the answer is there. */
    private Response told(Route route, Request request, Response response) {
        CompletionStage<Response> stage = response.stage();
        if (stage != null) {
            return Response.later(stage.handle(new LaterAnswer(this, route, request)));
        }
        if (request.isChanging()) {
            changes.changed(request.caller(), request.summary(), response.status());
        }
        return response;
    }

    /** What is told of a request once its answer is there. */
    private record LaterAnswer(Router router, Route route, Request request)
            implements BiFunction<@Nullable Response, @Nullable Throwable, Response> {
        @Override
        public Response apply(@Nullable Response answer, @Nullable Throwable failure) {
            return router.told(
                    route, request, answer == null ? Problem.of(failure).response() : answer);
        }
    }
}
