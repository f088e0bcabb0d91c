package io.jemscope.agent.config;

/**
 * Where to listen.
 *
 * @param host a name or numbers, an IPv6 address without its brackets
 * @param port the port; 0 for any that is free
 */
public record ListenAddress(String host, int port) {

    /**
     * Whether only this machine can reach it.
     *
     * @return true for {@code localhost} and the numbers of the loopback
     */
    public boolean isLoopback() {
        return host.equalsIgnoreCase("localhost") || host.equals("::1") || isLoopbackNumbers();
    }

    /** Not by its beginning alone: 127.example.org is a name like any other. */
    private boolean isLoopbackNumbers() {
        if (!host.startsWith("127.")) {
            return false;
        }
        int dots = 0;
        for (int i = 0; i < host.length(); i++) {
            char c = host.charAt(i);
            if (c == '.') {
                dots++;
            } else if (c < '0' || c > '9') {
                return false;
            }
        }
        return dots == 3;
    }
}
