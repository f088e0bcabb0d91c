package io.jemscope.cli.fleet;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.fleet.http.Token;
import java.net.URI;
import java.net.URISyntaxException;

/** An address of a server on the command line. */
final class HttpAddress {

    private HttpAddress() {}

    /**
     * Reads an address.
     *
     * @param option what begins the message, such as {@code --store}
     * @param wanted the form of the address, such as {@code https://host:8123/database}
     * @throws UsageMistake if it isn't http or https, or has a password; the message doesn't repeat it
     */
    static URI of(String option, String wanted, String address) throws UsageMistake {
        try {
            URI read = new URI(address);
            boolean isHttp = "http".equals(read.getScheme()) || "https".equals(read.getScheme());
            if (isHttp && read.getHost() != null && read.getUserInfo() == null && read.getQuery() == null) {
                return read;
            }
        } catch (URISyntaxException e) {
            // The message below says it.
        }
        throw new UsageMistake(option + " wants " + wanted
                + (address.contains("@") ? ", without a user and a password" : ", not " + address));
    }

    /**
     * Refuses to send credentials unencrypted to another machine.
     *
     * @param what where they come from, such as {@code --credentials}
     * @param credentials empty for none
     * @param isInsecure whether the user allows it
     */
    static void check(String what, String credentials, URI address, boolean isInsecure) throws UsageMistake {
        if (!isInsecure && !Token.isSafe(credentials, address)) {
            throw new UsageMistake(what + " would be sent unencrypted to " + address
                    + ". Use https; or, in a network that encrypts by itself, add --insecure");
        }
    }
}
