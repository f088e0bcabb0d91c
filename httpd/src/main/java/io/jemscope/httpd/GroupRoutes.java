package io.jemscope.httpd;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The routes of a group, created on first use. Safe for use by several threads. */
final class GroupRoutes {

    private final RouteGroup group;
    private final List<String> starts;
    private volatile @Nullable List<Route> routes;

    GroupRoutes(RouteGroup group, List<String> starts) {
        this.group = group;
        this.starts = starts;
    }

    /** Whether a path begins as the group's do. */
    boolean mayHave(String path) {
        for (String start : starts) {
            if (path.startsWith(start)) {
                return true;
            }
        }
        return false;
    }

    boolean isMade() {
        return routes != null;
    }

    List<Route> routes() {
        List<Route> known = routes;
        return known == null ? make() : known;
    }

    private synchronized List<Route> make() {
        List<Route> made = routes;
        if (made == null) {
            Router own = new Router();
            group.addTo(own);
            made = own.routes();
            for (Route route : made) {
                if (!mayHave(route.path())) {
                    throw new IllegalArgumentException(route.path() + " begins with none of " + starts);
                }
            }
            routes = made;
        }
        return made;
    }
}
