package io.jemscope.cli;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where to listen, on the command line: a port of the loopback ({@code 9091}), or an address of this machine and a port ({@code 0.0.0.0:9091}, {@code [::]:9091}). */
final class ListenAddress implements ITypeConverter<InetSocketAddress> {

    private static final Pattern FORM = Pattern.compile("(?:([^:]+|\\[[^]]+]):)?(\\d{1,5})");

    private static final int MOST_PORT = 65_535;

    static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public InetSocketAddress convert(String text) {
        Matcher parts = FORM.matcher(text);
        int port = parts.matches() ? Integer.parseInt(parts.group(2)) : -1;
        if (port < 0 || port > MOST_PORT) {
            throw new TypeConversionException("'" + text
                    + "' isn't a port from 0 to 65535, such as 9091, or an address and a port, such as 0.0.0.0:9091");
        }
        String host = parts.group(1);
        InetSocketAddress address = host == null ? loopback(port) : new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new TypeConversionException("'" + text + "': this machine doesn't know the address " + host);
        }
        return address;
    }
}
