/**
 * A small HTTP/1.1 and TLS server that runs inside another program: one thread for all connections, a few for the answers,
 * bounded memory, and no global state. The module's README says why the JDK's own server isn't used.
 */
@NullMarked
package io.jemscope.httpd;

import org.jspecify.annotations.NullMarked;
