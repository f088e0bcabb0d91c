package io.jemscope.cli.view;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The desktop's browser. */
public final class Browser {

    private Browser() {}

    /**
     * Opens the desktop's browser; does nothing where there is no desktop. Every user of the machine can read the arguments of a process,
     * and the address contains the token: so the browser gets a file that only this user can read and that leads to the address.
     */
    public static void open(URI address, Map<String, String> environment) {
        if (!environment.containsKey("DISPLAY") && !environment.containsKey("WAYLAND_DISPLAY")) {
            return;
        }
        try {
            // Created with permissions 0600.
            Path file = Files.createTempFile("jemscope-", ".html");
            Files.writeString(
                    file,
                    "<!DOCTYPE html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=" + address
                            + "\"><title>Jemscope</title>");
            new ProcessBuilder("xdg-open", file.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // The command has printed the address, so the user can open it by hand.
            return;
        }
    }
}
