package io.jemscope.agent.http;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * The other end of a connection.
 *
 * @param address its address
 * @param secure whether the connection is encrypted
 * @param certificate the name in the certificate that it has shown and that a trusted authority has signed; null where
 *     it has shown none
 */
public record Peer(
        InetAddress address, boolean secure, @Nullable String certificate) {}
