package io.jemscope.cli.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Ends a program that takes more memory than a limit: by a control group where one can be made, as in a container, else by looking at its
 * resident memory and sending SIGKILL.
 */
public final class MemoryLimit implements AutoCloseable {

    private static final Path GROUPS = Path.of("/sys/fs/cgroup");
    private static final long LOOK_MILLIS = 50;

    /** Moves the shell into the group, then becomes the program. */
    private static final String ENTER = "echo $$ > \"$0/cgroup.procs\" && exec \"$@\"";

    private final long bytes;
    private final Optional<Path> group;

    private MemoryLimit(long bytes, Optional<Path> group) {
        this.bytes = bytes;
        this.group = group;
    }

    /** Makes a control group with the limit, if this machine lets us. */
    public static MemoryLimit of(long bytes) {
        String name = "jemscope-demo-" + ProcessHandle.current().pid();
        Optional<Path> made = make(GROUPS.resolve("memory"), name, "memory.limit_in_bytes", bytes);
        return new MemoryLimit(bytes, made.isPresent() ? made : make(GROUPS, name, "memory.max", bytes));
    }

    private static Optional<Path> make(Path parent, String name, String limit, long bytes) {
        if (!Files.isDirectory(parent)) {
            return Optional.empty();
        }
        Path group = parent.resolve(name);
        try {
            Files.createDirectory(group);
        } catch (IOException e) {
            return Optional.empty();
        }
        try {
            // In a folder that is no control group, the file would be made.
            if (!Files.exists(group.resolve(limit)) || !Files.exists(group.resolve("cgroup.procs"))) {
                throw new IOException("the group doesn't limit memory");
            }
            Files.writeString(group.resolve(limit), Long.toString(bytes));
            if (!Files.readString(group.resolve(limit)).strip().equals(Long.toString(bytes))) {
                throw new IOException("the limit isn't kept");
            }
            // Where memory is swapped out instead, nothing would be killed.
            for (String swap : List.of("memory.swap.max", "memory.swappiness")) {
                if (Files.exists(group.resolve(swap))) {
                    Files.writeString(group.resolve(swap), "0");
                }
            }
            return Optional.of(group);
        } catch (IOException e) {
            remove(group);
            return Optional.empty();
        }
    }

    /** Whether the kernel keeps the limit. */
    public boolean isKernels() {
        return group.isPresent();
    }

    /** The command that runs another within the limit. */
    public List<String> wrap(List<String> command) {
        if (group.isEmpty()) {
            return command;
        }
        List<String> words =
                new ArrayList<>(List.of("/bin/sh", "-c", ENTER, group.get().toString()));
        words.addAll(command);
        return words;
    }

    /** Waits for the program's end, and brings it about where the kernel doesn't. */
    public void await(Process program) throws InterruptedException {
        while (!program.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (group.isEmpty() && residentBytes(program.pid()) > bytes) {
                program.destroyForcibly();
            }
        }
    }

    private static long residentBytes(long pid) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"), StandardCharsets.ISO_8859_1)) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
                }
            }
        } catch (IOException e) {
            // It has just ended.
        }
        return 0;
    }

    @Override
    public void close() {
        group.ifPresent(MemoryLimit::remove);
    }

    private static void remove(Path group) {
        try {
            Files.deleteIfExists(group);
        } catch (IOException e) {
            // An empty group costs nothing, and is gone with the next start of the machine.
        }
    }
}
