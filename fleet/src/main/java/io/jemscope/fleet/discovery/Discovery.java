package io.jemscope.fleet.discovery;

import java.io.IOException;
import java.util.List;

/** Finds agents. Asked again and again, since processes come and go. */
@FunctionalInterface
public interface Discovery {

    /**
     * The agents there are now.
     *
     * @throws IOException if it can't be known now; those of the last time are then kept
     */
    List<Agent> agents() throws IOException;
}
