package io.jemscope.cli.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How software is installed on a machine, as far as it decides the line to print. */
public enum PackageManager {
    /** Debian, Ubuntu and their kin. */
    APT("apt-get install -y libjemalloc2", "apt-get install -y openjdk-17-jdk-headless"),
    /** Fedora, Red Hat and their kin. */
    DNF("dnf install -y jemalloc", "dnf install -y java-17-openjdk-devel"),
    /** Alpine. */
    APK("apk add jemalloc", "apk add openjdk17"),
    /** openSUSE. */
    ZYPPER("zypper install -y libjemalloc2", "zypper install -y java-17-openjdk-devel"),
    /** None of those. */
    UNKNOWN("install jemalloc 5.3 or later, built with --enable-prof", "install a JDK 17 or later");

    private final String jemalloc;
    private final String jdk;

    PackageManager(String jemalloc, String jdk) {
        this.jemalloc = jemalloc;
        this.jdk = jdk;
    }

    /** Looks which one this machine has. */
    public static PackageManager ofThisMachine() {
        if (isThere("apt-get")) {
            return APT;
        }
        if (isThere("dnf")) {
            return DNF;
        }
        if (isThere("zypper")) {
            return ZYPPER;
        }
        return Files.isExecutable(Path.of("/sbin/apk")) ? APK : UNKNOWN;
    }

    /**
     * What installs jemalloc.
     *
     * @return a line for a shell, with {@code sudo} where this user isn't root
     */
    public String installJemalloc() {
        return asRoot(jemalloc);
    }

    /**
     * What installs a JDK.
     *
     * @return a line for a shell, with {@code sudo} where this user isn't root
     */
    public String installJdk() {
        return asRoot(jdk);
    }

    private String asRoot(String line) {
        return this == UNKNOWN || isRoot() ? line : "sudo " + line;
    }

    private static boolean isThere(String command) {
        return Files.isExecutable(Path.of("/usr/bin/" + command));
    }

    private static boolean isRoot() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }
}
