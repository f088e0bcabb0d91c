package io.jemscope.httpd;

/**
 * A part of the addresses, whose handlers are made with the first request for one of them: a program is watched by one or two
 * ways, and what the others need is then neither loaded nor held.
 */
public interface RouteGroup {

    /**
     * Adds the group's routes, and nothing but routes. Called once, on first use; again only if it has
     * thrown something.
     *
     * @param router where to; their paths begin as it was told when the group was added
     */
    void addTo(Router router);
}
