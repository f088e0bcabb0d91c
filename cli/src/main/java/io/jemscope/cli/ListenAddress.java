package io.jemscope.cli;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Where to listen, on the command line: a port of 127.0.0.1 ({@code 9091}), or an address of this machine and a port ({@code 0.0.0.0:9091}, {@code
 * [::]:9091}).
 */
final class ListenAddress implements ITypeConverter<InetSocketAddress> {

    static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private static final Pattern FORM = Pattern.compile("(?:([^:]+|\\[[^]]+]):)?(\\d{1,5})");

    private static final int MOST_PORT = 65_535;

    @Override
    public InetSocketAddress convert(String text) {
        Matcher parts = FORM.matcher(text);
        int port = parts.matches() ? Integer.parseInt(parts.group(2)) : -1;
        if (port < 0 || port > MOST_PORT) {
            throw new TypeConversionException("'" + text
                    + "' isn't a port from 0 to 65535, such as 9091, or an address and a port, such as 0.0.0.0:9091");
        }
        String host = parts.group(1);
        InetSocketAddress address =
                host == null ? new InetSocketAddress(LOOPBACK, port) : new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new TypeConversionException("'" + text + "': this machine doesn't know the address " + host);
        }
        return address;
    }

    /** The address with a port, as in a URI. */
    static String text(InetSocketAddress address, int port) {
        String host = address.getAddress().getHostAddress();
        return (address.getAddress() instanceof Inet6Address ? "[" + host + "]" : host) + ":" + port;
    }
}
