package io.jemscope.httpd;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the handler of a request. Routes and groups are added while the server is put together, and none after.
 *
 * <p>A path is answered by the first route that has its shape, so add {@code /a/b} before {@code /a/{id}}. A path
 * that begins as a group's do is that group's.
 */
public final class Router {

    private static final String NOT_NOW = "This isn't done now";

    private final List<Route> routes = new ArrayList<>();
    private final List<GroupRoutes> groups = new ArrayList<>();
    private final @Nullable SerialQueue serialQueue;
    private @Nullable AuditSink changes;
    private @Nullable Function<Exception, ApiException> translation;
    private String unknownAdvice = "Correct the address.";
    private String heapAdvice = "Try again when more is free. PUT, PATCH and DELETE are still answered.";

    /** Makes a router without routes, where nothing has to wait for a turn. */
    public Router() {
        this(null);
    }

    /**
     * Makes a router without routes.
     *
     * @param serialQueue has done what is done in its turn; null where all is done at once
     */
    public Router(@Nullable SerialQueue serialQueue) {
        this.serialQueue = serialQueue;
    }

    /**
     * Has a route answer each kind of caller only so often.
     *
     * @param method the method of a route that was added
     * @param path its path, as it was added
     * @param limiter how often
     * @throws IllegalArgumentException where there is no such route
     */
    public Router limit(String method, String path, RoleRateLimiter limiter) {
        int place = place(method, path);
        Route route = routes.get(place);
        routes.set(place, route.with(limiter));
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
     * Reports every request to a route that needs {@link Role#OPERATE}, and those for which a handler has
     * required it, with their status. Set while the server is put together.
     *
     * @param log takes the reports
     */
    public Router tell(AuditSink log) {
        changes = log;
        return this;
    }

    /**
     * Translates what handlers throw, other than an {@link ApiException}, into answers. Set while the server is put together.
     *
     * @param answers makes the answer
     */
    public Router translate(Function<Exception, ApiException> answers) {
        translation = answers;
        return this;
    }

    /**
     * Sets what callers are advised to do, a sentence each. Set while the server is put together.
     *
     * @param unknown if there is no such address
     * @param heapFull if the program's Java heap is all but full
     */
    public Router advise(String unknown, String heapFull) {
        unknownAdvice = unknown;
        heapAdvice = heapFull;
        return this;
    }

    /**
     * Adds a route: a GET for all who are let in, which is answered at once; any other method for those who may change
     * something, in its turn.
     *
     * @param method the method, such as {@code GET}
     * @param path the path; a segment in braces, such as {@code {id}}, stands for any and can be asked for by its name;
     *     a last one such as {@code {address...}} for all that follows
     * @param handler what answers
     */
    public Router add(String method, String path, Handler handler) {
        return add(method, path, method.equals("GET") ? Role.READ : Role.OPERATE, handler);
    }

    /**
     * Adds a route: a GET that changes nothing is answered at once, anything else in its turn.
     *
     * @param method the method, such as {@code GET}
     * @param path the path, as above
     * @param access what a caller must be allowed
     * @param handler what answers
     */
    public Router add(String method, String path, Role access, Handler handler) {
        boolean looks = method.equals("GET") && access == Role.READ;
        return add(method, path, access, looks ? Dispatch.AT_ONCE : Dispatch.IN_TURN, handler);
    }

    /**
     * Adds a route.
     *
     * @param method the method, such as {@code GET}
     * @param path the path, as above
     * @param access what a caller must be allowed
     * @param when when it is answered
     * @param handler what answers
     */
    public Router add(String method, String path, Role access, Dispatch when, Handler handler) {
        routes.add(new Route(method, path, access, when, null, handler));
        return this;
    }

    /**
     * Adds a group.
     *
     * @param group what makes its routes
     * @param starts how their paths begin, each in one of these ways, and no others do
     */
    public Router add(RouteGroup group, String... starts) {
        groups.add(new GroupRoutes(group, List.of(starts)));
        return this;
    }

    /**
     * Makes the routes of a group now.
     *
     * @param path how its paths begin
     */
    public void make(String path) {
        routesFor(path);
    }

    /** Whether what may answer a path needn't be created first. */
    boolean isMade(String path) {
        GroupRoutes group = group(path);
        return group == null || group.isMade();
    }

    /** The routes that may answer a path: those of the group that it begins as, else those of none. */
    private List<Route> routesFor(String path) {
        GroupRoutes group = group(path);
        return group == null ? routes : group.routes();
    }

    private @Nullable GroupRoutes group(String path) {
        for (GroupRoutes group : groups) {
            if (group.mayHave(path)) {
                return group;
            }
        }
        return null;
    }

    /** The routes of a router without groups and audit. */
    List<Route> routes() {
        if (!groups.isEmpty() || changes != null) {
            throw new IllegalStateException("A group has routes, and nothing else");
        }
        return List.copyOf(routes);
    }

    /**
     * Every address; makes all groups.
     *
     * @return method, blank and path of each, in the order in which they were added
     */
    public List<String> addresses() {
        return addresses(Dispatch.values());
    }

    /**
     * The addresses that answer then; makes all groups.
     *
     * @return method, blank and path of each, in the order in which they were added
     */
    public List<String> addresses(Dispatch... when) {
        List<Route> all = new ArrayList<>(routes);
        for (GroupRoutes group : groups) {
            all.addAll(group.routes());
        }
        List<String> addresses = new ArrayList<>();
        for (Route route : all) {
            if (List.of(when).contains(route.when())) {
                addresses.add(route.method() + ' ' + route.path());
            }
        }
        return addresses;
    }

    /** Answers a request by its route; never throws a {@link ApiException} but answers it. {@code gone}: the caller has hung up. */
    Response answer(RequestHead head, byte[] body, Principal caller, BooleanSupplier gone) {
        try {
            return dispatch(head, body, caller, gone);
        } catch (ApiException e) {
            return e.response();
        }
    }

    private Response dispatch(RequestHead head, byte[] body, Principal caller, BooleanSupplier gone)
            throws ApiException {
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
            return new ApiException(
                            405,
                            head.method() + " isn't possible on " + head.path(),
                            "this address takes " + methods,
                            "Ask by one of these methods.")
                    .response()
                    .with("Allow", methods);
        }
        throw new ApiException(404, "There is nothing at " + head.path(), "no address is like it", unknownAdvice);
    }

    private Response answer(Route route, Request request) {
        Response response;
        try {
            response = begin(route, request);
        } catch (Exception e) {
            // Here, where it is known whether it was a change.
            response = problem(e).response();
        }
        return told(route, request, response);
    }

    /** The answer to a failure; the caller learns nothing of a fault of ours. */
    ApiException problem(@Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof OutOfMemoryError) {
            return heapFull();
        }
        if (cause instanceof ApiException problem) {
            return problem;
        }
        return translation != null && cause instanceof Exception e ? translation.apply(e) : ApiException.internal();
    }

    ApiException heapFull() {
        return HeapReserve.problem(heapAdvice);
    }

    private Response begin(Route route, Request request) throws Exception {
        if (route.access() == Role.OPERATE) {
            request.requireOperator();
        }
        if (route.limiter() != null) {
            route.limiter().take(request.caller(), NOT_NOW);
        }
        route.handler().check(request);
        if (serialQueue == null || route.when() == Dispatch.AT_ONCE) {
            return route.handler().answer(request);
        }
        return route.when() == Dispatch.IN_TURN
                ? serialQueue.answer(request, route.handler())
                : serialQueue.answerAlone(request, route.handler());
    }

    /** So that no handler can forget it. Whether it was a change is known for certain only once the answer is there. */
    private Response told(Route route, Request request, Response response) {
        CompletionStage<Response> stage = response.stage();
        if (stage != null) {
            return Response.later(stage.handle(new LaterAnswer(this, route, request)));
        }
        if (changes != null && request.isChanging()) {
            changes.changed(request.caller(), request.summary(), response.status());
        }
        return response;
    }

    /** Reports a request once its answer is there. */
    private record LaterAnswer(Router router, Route route, Request request)
            implements BiFunction<@Nullable Response, @Nullable Throwable, Response> {
        @Override
        public Response apply(@Nullable Response answer, @Nullable Throwable failure) {
            return router.told(
                    route, request, answer == null ? router.problem(failure).response() : answer);
        }
    }
}
