/**
 * A small HTTP/1.1 server for a guest: one thread for all connections, at most two for the answers, and none of the
 * host's. It knows nothing of allocators. Why the JDK's own server isn't used stands in the module's README.
 */
@NullMarked
package io.jemscope.agent.http;

import org.jspecify.annotations.NullMarked;
