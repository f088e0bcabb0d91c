package io.jemscope.cli.terminal;

import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** The desktop's browser, where there is a desktop. */
public final class Browser {

    private Browser() {}

    /**
     * Opens a page. Nothing happens where there is no desktop, or it doesn't know how.
     *
     * @param address the page's address
     * @param environment the environment, which tells of a desktop
     */
    public static void open(URI address, Map<String, String> environment) {
        if (!environment.containsKey("DISPLAY") && !environment.containsKey("WAYLAND_DISPLAY")) {
            return;
        }
        try {
            new ProcessBuilder("xdg-open", address.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // The address was printed: whoever wants the page opens it by hand.
            return;
        }
    }
}
