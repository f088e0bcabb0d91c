package io.jemscope.cli.attach;

import io.jemscope.cli.target.JvmProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which Java a running JVM is, as the file {@code release} beside its launcher tells. */
final class JdkVersion {

    private static final String KEY = "JAVA_VERSION=\"";

    private JdkVersion() {}

    /** The feature version, such as 17; 0 where nothing tells. */
    static int of(JvmProcess jvm) {
        try {
            Path launcher = Files.readSymbolicLink(Path.of("/proc/" + jvm.pid() + "/exe"));
            Path bin = launcher.getParent();
            Path home = bin == null ? null : bin.getParent();
            if (home == null) {
                return 0;
            }
            for (String line : Files.readAllLines(jvm.seen(home.resolve("release")), StandardCharsets.ISO_8859_1)) {
                if (line.startsWith(KEY)) {
                    return feature(line.substring(KEY.length()));
                }
            }
        } catch (IOException e) {
            // A JVM within another program, or one that can't be looked at.
            return 0;
        }
        return 0;
    }

    static int feature(String version) {
        int end = 0;
        while (end < version.length() && end < 4 && version.charAt(end) >= '0' && version.charAt(end) <= '9') {
            end++;
        }
        return end == 0 ? 0 : Integer.parseInt(version.substring(0, end));
    }
}
