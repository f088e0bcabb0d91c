package io.jemscope.testkit;

import java.nio.file.Path;

/**
 * A JDK on this machine.
 *
 * @param home its home folder, symbolic links resolved
 * @param feature its feature release, such as 17
 */
public record Jdk(Path home, int feature) {

    /** The launcher. */
    public Path java() {
        return home.resolve("bin").resolve("java");
    }

    /** The path of {@code jcmd}, which a JRE doesn't have. */
    public Path jcmd() {
        return home.resolve("bin").resolve("jcmd");
    }

    /** The JDK in the names of tests. */
    @Override
    public String toString() {
        return "JDK " + feature;
    }
}
