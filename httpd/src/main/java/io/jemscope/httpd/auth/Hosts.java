package io.jemscope.httpd.auth;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;

/**
 * Which names a request may call us by. A page on some web site can have its own name lead to our address, and a browser
 * then takes us for that site's server; but it sends that name along. So only names that are ours will do: the numbers of
 * the address that was called, {@code localhost} on the loopback, and those that the settings have.
 *
 * @param names from the settings, in lower case, each with a port or good for any
 */
public record Hosts(List<String> names) {

    /**
     * Whether the value of a Host header is one of ours, for a request that came in by this address. Clients leave out the
     * port that is the scheme's own.
     */
    boolean isOurs(String host, InetSocketAddress listener, boolean secure) {
        String lower = host.toLowerCase(Locale.ROOT);
        return isOurs(hasPort(lower) ? lower : lower + (secure ? ":443" : ":80"), listener);
    }

    private boolean isOurs(String lower, InetSocketAddress listener) {
        String port = ":" + listener.getPort();
        return lower.equals(numbers(listener))
                || (listener.getAddress().isLoopbackAddress() && lower.equals("localhost" + port))
                || names.contains(lower)
                || names.contains(withoutPort(lower));
    }

    /** An address as a Host header has it: {@code 127.0.0.1:80}, {@code [::1]:80}. */
    static String numbers(InetSocketAddress listener) {
        InetAddress address = listener.getAddress();
        String text = address.getHostAddress();
        if (address instanceof Inet6Address) {
            // Without the interface's name, which no client sends.
            int scope = text.indexOf('%');
            text = "[" + shorten(scope < 0 ? text : text.substring(0, scope)) + "]";
        }
        return text + ":" + listener.getPort();
    }

    /** The JDK writes all eight groups; clients leave the longest run of zeros out (RFC 5952). */
    private static String shorten(String groups) {
        String[] group = split(groups);
        int start = -1;
        int length = 1;
        for (int i = 0; i < group.length; i++) {
            int end = i;
            while (end < group.length && group[end].equals("0")) {
                end++;
            }
            if (end - i > length) {
                start = i;
                length = end - i;
            }
        }
        StringBuilder text = new StringBuilder(groups.length());
        for (int i = 0; i < group.length; i++) {
            if (i == start) {
                text.append("::");
                i += length - 1;
            } else {
                text.append(text.isEmpty() || text.charAt(text.length() - 1) == ':' ? "" : ":")
                        .append(group[i]);
            }
        }
        return text.toString();
    }

    private static String[] split(String groups) {
        String[] group = new String[8];
        int at = 0;
        for (int i = 0; i < group.length; i++) {
            int colon = groups.indexOf(':', at);
            group[i] = groups.substring(at, colon < 0 ? groups.length() : colon);
            at = colon + 1;
        }
        return group;
    }

    private static String withoutPort(String host) {
        return hasPort(host) ? host.substring(0, host.lastIndexOf(':')) : host;
    }

    private static boolean hasPort(String host) {
        return host.lastIndexOf(':') > host.lastIndexOf(']');
    }
}
