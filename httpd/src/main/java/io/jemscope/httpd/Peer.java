package io.jemscope.httpd;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The other end of a connection, and the address of the listener that accepted it.
 *
 * @param listener our address that it called
 * @param secure whether the connection is encrypted
 * @param certificate the name in the certificate that it has shown and that a trusted authority has signed; null where
 *     it has shown none
 */
public record Peer(
        InetAddress address,
        InetSocketAddress listener,
        boolean secure,
        @Nullable String certificate) {}
