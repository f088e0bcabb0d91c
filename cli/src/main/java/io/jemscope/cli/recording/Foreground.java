package io.jemscope.cli.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether this process is in the foreground of a terminal: then the terminal's input and signals reach its children too. */
public final class Foreground {

    /** Fields of {@code /proc/self/stat} behind the name in brackets (proc(5)): state is 0. */
    private static final int PROCESS_GROUP = 2;

    private static final int FOREGROUND_GROUP = 5;

    private Foreground() {}

    /** Whether it is; false without a terminal. */
    public static boolean isOurs() {
        try {
            return isForeground(Files.readString(Path.of("/proc/self/stat")));
        } catch (IOException e) {
            return false;
        }
    }

    /** Reads the kernel's line; without a terminal the foreground group is -1. */
    static boolean isForeground(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ", -1);
        return fields.length > FOREGROUND_GROUP && fields[PROCESS_GROUP].equals(fields[FOREGROUND_GROUP]);
    }
}
