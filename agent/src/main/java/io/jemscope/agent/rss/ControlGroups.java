package io.jemscope.agent.rss;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Finds the process's control group, and what it counts: cgroups(7), the kernel's {@code cgroup-v2.rst}.
 *
 * @param root the root of the file system, or a copy of it
 */
record ControlGroups(Path root) {

    private static final String UNREADABLE = "No control group that counts memory can be read in /sys/fs/cgroup.";

    /** Higher limits are none: version 1 has a number for it. */
    private static final long NO_LIMIT = 1L << 50;

    private static final int MOST_LEVELS = 64;

    ContainerMemory read() {
        try {
            String groups = text(root.resolve("proc/self/cgroup"));
            String mounts = text(root.resolve("proc/self/mountinfo"));
            String own = group(groups, true);
            boolean first = own != null;
            if (!first) {
                own = group(groups, false);
            }
            String[] mount = mount(mounts, first);
            if (own == null || mount == null) {
                return ContainerMemory.unknown("The process is in no control group that counts memory.");
            }
            return nearest(mount[1], below(mount[0], own), first);
        } catch (IOException e) {
            return ContainerMemory.unknown(UNREADABLE);
        }
    }

    /** The group's path in {@code 4:memory:/path} or {@code 0::/path}; null where there is no such line. */
    private static @Nullable String group(String groups, boolean first) {
        for (String line : groups.split("\n", -1)) {
            int controllers = line.indexOf(':') + 1;
            int path = line.indexOf(':', controllers) + 1;
            if (controllers == 0 || path == 0) {
                continue;
            }
            String list = line.substring(controllers, path - 1);
            if (first ? hasWord(list, "memory") : list.isEmpty()) {
                return line.substring(path);
            }
        }
        return null;
    }

    /** The root and the place of the hierarchy's mount: {@code 35 31 0:32 /root /place options - cgroup name options}. */
    private static String @Nullable [] mount(String mounts, boolean first) {
        for (String line : mounts.split("\n", -1)) {
            int dash = line.indexOf(" - ");
            if (dash < 0) {
                continue;
            }
            String[] before = line.substring(0, dash).split(" ", -1);
            String[] behind = line.substring(dash + 3).split(" ", -1);
            boolean isIt = first
                    ? behind.length > 2 && behind[0].equals("cgroup") && hasWord(behind[2], "memory")
                    : behind[0].equals("cgroup2");
            if (isIt && before.length > 4) {
                return new String[] {before[3], before[4]};
            }
        }
        return null;
    }

    private static boolean hasWord(String list, String word) {
        return ("," + list + ",").contains("," + word + ",");
    }

    /** A group's path below the mount: a container sees its own group as the mount's root, whatever its path says. */
    private static String below(String mountRoot, String group) {
        if (group.contains("..")) {
            return "";
        }
        if (mountRoot.equals("/")) {
            return group;
        }
        return group.startsWith(mountRoot + "/") ? group.substring(mountRoot.length()) : "";
    }

    private ContainerMemory nearest(String mount, String group, boolean first) {
        Path top = root.resolve(mount.substring(1));
        Path folder = top.resolve(group.startsWith("/") ? group.substring(1) : group);
        ContainerMemory killed = null;
        ContainerMemory held = null;
        for (int i = 0; i < MOST_LEVELS && folder != null && folder.startsWith(top); i++) {
            ContainerMemory one = one(folder, first);
            if (one != null && (killed == null || one.killedIn() < killed.killedIn())) {
                killed = one;
            }
            if (one != null && (held == null || one.heldUpIn() < held.heldUpIn())) {
                held = one;
            }
            folder = folder.getParent();
        }
        if (killed == null || held == null) {
            return ContainerMemory.unknown(UNREADABLE);
        }
        // Where the kernel kills is what matters most.
        return killed.limitBytes() == null ? held : killed;
    }

    private static @Nullable ContainerMemory one(Path folder, boolean first) {
        try {
            String used = text(folder.resolve(first ? "memory.usage_in_bytes" : "memory.current"));
            Long limit = limit(folder.resolve(first ? "memory.limit_in_bytes" : "memory.max"));
            String stat = text(folder.resolve("memory.stat"));
            return new ContainerMemory(
                    first ? 1 : 2,
                    KernelText.leading(used, 0),
                    limit,
                    first ? null : limit(folder.resolve("memory.high")),
                    KernelText.number(stat, first ? "total_inactive_file " : "inactive_file "),
                    null);
        } catch (IOException e) {
            // The root of version 2 has no such files, and others may be closed.
            return null;
        }
    }

    /** Null where there is none, which version 2 says by a word, and version 1 by a number of more digits than any amount has. */
    private static @Nullable Long limit(Path file) throws IOException {
        long limit = KernelText.leading(text(file), 0);
        return limit == 0 || limit >= NO_LIMIT ? null : (Long) limit;
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }
}
