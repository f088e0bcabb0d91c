package io.jemscope.httpd;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A method, a path pattern, the role it requires, its rate limit, its handler, and the thread that runs it. */
record Route(
        String method,
        String path,
        Role access,
        Dispatch when,
        @Nullable RoleRateLimiter limiter,
        Handler handler) {

    /** How a last segment ends that stands for all that is left of a path. */
    private static final String REST = "...}";

    /** Whether a request with this method is answered. HEAD is answered where GET is, unless that GET changes something. */
    boolean takes(String asked) {
        return asked.equals(method) || (asked.equals("HEAD") && method.equals("GET") && access == Role.READ);
    }

    /** The named segments where the path has this shape; null where it hasn't. */
    @Nullable
    Map<String, String> match(String asked) throws ApiException {
        Map<String, String> segments = new HashMap<>();
        int at = 0;
        int askedAt = 0;
        while (at < path.length() && askedAt < asked.length()) {
            int end = end(path, at);
            int askedEnd = end(asked, askedAt);
            String segment = path.substring(at + 1, end);
            String askedSegment = asked.substring(askedAt + 1, askedEnd);
            if (segment.endsWith(REST)) {
                String rest = asked.substring(askedAt + 1);
                segments.put(segment.substring(1, segment.length() - REST.length()), Query.decodeSegment(rest));
                return segments;
            }
            if (segment.startsWith("{") && !askedSegment.isEmpty()) {
                segments.put(segment.substring(1, segment.length() - 1), Query.decodeSegment(askedSegment));
            } else if (!segment.equals(askedSegment)) {
                return null;
            }
            at = end;
            askedAt = askedEnd;
        }
        return at == path.length() && askedAt == asked.length() ? segments : null;
    }

    /** The same route, but only so often. */
    Route with(RoleRateLimiter often) {
        return new Route(method, path, access, when, often, handler);
    }

    /** Where the segment that begins with the slash at {@code start} ends. */
    private static int end(String path, int start) {
        int slash = path.indexOf('/', start + 1);
        return slash < 0 ? path.length() : slash;
    }
}
