package io.jemscope.cli.launch;

import java.nio.file.Path;

/**
 * A jemalloc library, and what it can do.
 *
 * @param path the library's file
 * @param version its version, such as {@code 5.3.0-0-g54eaed1d8b56}; empty where it doesn't say
 * @param profiling whether it was built with heap profiling
 * @param libunwind whether its heap profiling unwinds stacks with libunwind
 */
public record Jemalloc(Path path, String version, boolean profiling, boolean libunwind) {

    /**
     * Whether samples can have Java frames: 5.3 added the hook for stacks.
     */
    public boolean hasHook() {
        int dot = version.indexOf('.');
        int second = dot < 0 ? -1 : version.indexOf('.', dot + 1);
        if (second < 0) {
            return false;
        }
        try {
            int major = Integer.parseInt(version.substring(0, dot));
            int minor = Integer.parseInt(version.substring(dot + 1, second));
            return major > 5 || (major == 5 && minor >= 3);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /**
     * The version without its revision.
     *
     * @return such as {@code 5.3.0}
     */
    public String release() {
        int dash = version.indexOf('-');
        return dash < 0 ? version : version.substring(0, dash);
    }
}
