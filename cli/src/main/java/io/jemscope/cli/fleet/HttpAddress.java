package io.jemscope.cli.fleet;

import io.jemscope.cli.exit.UsageMistake;
import java.net.URI;
import java.net.URISyntaxException;

/** An address of a server on the command line. */
final class HttpAddress {

    private HttpAddress() {}

    /**
     * Reads an address.
     *
     * @param option what begins the message, such as {@code --store}
     * @param wanted what it wants, such as {@code https://host:8123/database}
     * @throws UsageMistake if it isn't http or https, or has a password, which the message doesn't repeat
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
}
