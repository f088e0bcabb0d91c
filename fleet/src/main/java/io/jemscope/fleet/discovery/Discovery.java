package io.jemscope.fleet.discovery;

import java.io.IOException;
import java.util.List;

/** Finds agents. It is called again and again, since processes start and end. */
@FunctionalInterface
public interface Discovery {

    /**
     * The agents there are now.
     *
     * @throws IOException if they can't be listed now; the caller then keeps the last list
     */
    List<Agent> agents() throws IOException;
}
