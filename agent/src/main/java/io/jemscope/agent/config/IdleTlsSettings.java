package io.jemscope.agent.config;

import java.util.ArrayList;
import java.util.List;

/** Settings of TLS that do nothing beside the others. Passed over in silence, they would be taken for locks that hold. */
public final class IdleTlsSettings {

    private IdleTlsSettings() {}

    /** A line for each of them. */
    public static List<String> complaints(Settings settings) {
        List<String> complaints = new ArrayList<>();
        boolean keystore = settings.path(Key.TLS_KEYSTORE).isPresent();
        boolean certificate = settings.path(Key.TLS_CERTIFICATE).isPresent();
        String none = "there is no TLS without a certificate. Set tls.keystore or tls.certificate, too";
        String first = "tls.keystore comes first. Set one of the two";
        if (keystore) {
            add(Key.TLS_CERTIFICATE, first, settings, complaints);
            add(Key.TLS_KEY, first, settings, complaints);
        } else {
            add(
                    Key.TLS_PASSWORD_FILE,
                    certificate ? "only tls.keystore has a password. Leave it out" : none,
                    settings,
                    complaints);
        }
        if (!keystore && !certificate) {
            add(Key.TLS_KEY, none, settings, complaints);
            add(Key.TLS_CLIENTS, none, settings, complaints);
        }
        if (settings.flag(Key.TLS_CLIENTS_READONLY)
                && settings.path(Key.TLS_CLIENTS).isEmpty()) {
            complaints.add(
                    line(Key.TLS_CLIENTS_READONLY, "without tls.clients no certificate lets a caller in. Set both"));
        }
        return complaints;
    }

    private static void add(Key key, String why, Settings settings, List<String> complaints) {
        if (settings.path(key).isPresent()) {
            complaints.add(line(key, why));
        }
    }

    private static String line(Key key, String why) {
        return "the setting " + key.word() + " has no effect: " + why;
    }
}
