package io.jemscope.agent.rss;

import java.io.IOException;
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
            String groups = KernelText.read(root.resolve("proc/self/cgroup"));
            String mounts = KernelText.read(root.resolve("proc/self/mountinfo"));
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
        String dash = first ? " - cgroup " : " - cgroup2 ";
        for (int at = mounts.indexOf(dash); at >= 0; at = mounts.indexOf(dash, at + 1)) {
            int end = mounts.indexOf('\n', at);
            String[] before =
                    mounts.substring(mounts.lastIndexOf('\n', at) + 1, at).split(" ", -1);
            String[] behind = mounts.substring(at + dash.length(), end < 0 ? mounts.length() : end)
                    .split(" ", -1);
            boolean isIt = !first || (behind.length > 1 && hasWord(behind[1], "memory"));
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
            String used = KernelText.read(folder.resolve(first ? "memory.usage_in_bytes" : "memory.current"));
            Long limit = limit(folder.resolve(first ? "memory.limit_in_bytes" : "memory.max"));
            String stat = KernelText.read(folder.resolve("memory.stat"));
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
        long limit = KernelText.leading(KernelText.read(file), 0);
        return limit == 0 || limit >= NO_LIMIT ? null : (Long) limit;
    }
}
