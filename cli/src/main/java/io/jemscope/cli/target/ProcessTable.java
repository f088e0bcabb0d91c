package io.jemscope.cli.target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the machine's JVMs, by the libjvm that they have mapped, and the programs with Jemscope's library preloaded, by its
 * control socket. Reads files of {@code /proc} alone (proc(5)), which doesn't disturb the processes.
 *
 * @param proc where the kernel shows its processes
 */
public record ProcessTable(Path proc) {

    /** The one of this machine. */
    public static final ProcessTable OWN = new ProcessTable(Path.of("/proc"));

    /** As their libraries' names begin. */
    private static final List<String> ALLOCATORS = List.of("jemalloc", "tcmalloc", "mimalloc");

    /** The user who may do everything, as far as the capabilities go that a container leaves. */
    static final int ROOT = 0;

    /**
     * Finds the JVMs of this user, or of all users for root. Leaves out those that run the {@code jemscope} command.
     *
     * @return the JVMs, by rising number
     */
    public List<JvmProcess> jvms() {
        return targets().stream().filter(JvmProcess::isJvm).toList();
    }

    /**
     * Finds the JVMs, and the programs that are none and have Jemscope's library preloaded.
     *
     * @return both, by rising number
     */
    public List<JvmProcess> targets() {
        List<JvmProcess> jvms = new ArrayList<>();
        int self = self().orElse(-1);
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path folder : folders) {
                int owner = userOf(folder).orElse(-1);
                if (owner >= 0 && (self == ROOT || owner == self)) {
                    jvm(folder, owner).filter(jvm -> !jvm.isJemscope()).ifPresent(jvms::add);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Without /proc no process can be seen.
            return jvms;
        }
        jvms.sort(Comparator.comparingLong(JvmProcess::pid));
        return jvms;
    }

    /**
     * Finds a JVM, or a preloaded program, by its number.
     *
     * @return the process; empty if it doesn't exist, is neither, or belongs to another user
     */
    public Optional<JvmProcess> jvm(long pid) {
        Path folder = proc.resolve(Long.toString(pid));
        return userOf(folder).flatMap(owner -> jvm(folder, owner));
    }

    /**
     * Says whether a process has Jemscope's library mapped.
     *
     * @param pid the process
     */
    boolean hasLibrary(long pid) {
        try {
            String maps =
                    Files.readString(proc.resolve(Long.toString(pid)).resolve("maps"), StandardCharsets.ISO_8859_1);
            return mapped(maps, "/libjemscope.so").isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Says whose a process is.
     *
     * @param pid the process
     * @return the user's number; empty where there is no such process
     */
    public Optional<Integer> user(long pid) {
        return userOf(proc.resolve(Long.toString(pid)));
    }

    /**
     * Says whose this process is.
     *
     * @return the user's number; empty where there is no {@code /proc}
     */
    Optional<Integer> self() {
        return userOf(proc.resolve("self"));
    }

    /**
     * Says whether a process can be looked at: another user's can't, nor one that the kernel protects.
     *
     * @param pid the process
     */
    public boolean isVisible(long pid) {
        try {
            Files.readAllBytes(proc.resolve(Long.toString(pid)).resolve("maps"));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private Optional<JvmProcess> jvm(Path folder, int owner) {
        try {
            String maps = Files.readString(folder.resolve("maps"), StandardCharsets.ISO_8859_1);
            boolean isJvm = mapped(maps, "/libjvm.so").isPresent();
            Optional<Path> library = mapped(maps, "/libjemscope.so");
            if (!isJvm && library.isEmpty()) {
                return Optional.empty();
            }
            Map<String, String> status = status(folder);
            Optional<Path> control =
                    isJvm ? Optional.empty() : ControlSocket.of(folder, ownNumber(status, number(folder)));
            if (!isJvm && control.isEmpty()) {
                return Optional.empty();
            }
            List<String> command = words(folder.resolve("cmdline"));
            return Optional.of(new JvmProcess(
                    number(folder),
                    ownNumber(status, number(folder)),
                    owner,
                    isJvm ? StartedProgram.of(command) : StartedProgram.title(command),
                    command,
                    environment(folder),
                    new ResidentMemory(
                            bytes(status, "VmRSS"),
                            bytes(status, "RssAnon"),
                            bytes(status, "RssFile"),
                            bytes(status, "RssShmem"),
                            bytes(status, "VmSwap")),
                    mapped(maps, "/libjemalloc"),
                    malloc(maps),
                    library,
                    control,
                    isSame(folder, "ns/mnt"),
                    isSame(folder, "ns/net")));
        } catch (IOException e) {
            // It has ended, or may not be looked at.
            return Optional.empty();
        }
    }

    private static String malloc(String maps) {
        for (String allocator : ALLOCATORS) {
            if (maps.contains("/lib" + allocator)) {
                return allocator;
            }
        }
        return maps.contains("/libc.so.6") || maps.contains("/libc-2.") ? "glibc" : "";
    }

    /** The file that is mapped and whose name goes on like that behind its folder. */
    private static Optional<Path> mapped(String maps, String name) {
        int at = maps.indexOf(name);
        if (at < 0) {
            return Optional.empty();
        }
        int end = maps.indexOf('\n', at);
        int begin = maps.lastIndexOf('\n', at) + 1;
        int path = maps.indexOf('/', begin);
        String file = maps.substring(path, end < 0 ? maps.length() : end);
        // A library that was replaced meanwhile is known by the name that it had.
        String deleted = " (deleted)";
        String plain = file.endsWith(deleted) ? file.substring(0, file.length() - deleted.length()) : file;
        return Optional.of(Path.of(new String(plain.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)));
    }

    private static Map<String, String> status(Path folder) throws IOException {
        Map<String, String> status = new HashMap<>();
        for (String line : Files.readAllLines(folder.resolve("status"), StandardCharsets.ISO_8859_1)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                status.put(line.substring(0, colon), line.substring(colon + 1).trim());
            }
        }
        return status;
    }

    /** The last of its numbers, from the outermost namespace to its own. */
    private static long ownNumber(Map<String, String> status, long number) {
        String numbers = status.getOrDefault("NSpid", "");
        int last = Math.max(numbers.lastIndexOf('\t'), numbers.lastIndexOf(' '));
        return numbers.isEmpty() ? number : Long.parseLong(numbers.substring(last + 1));
    }

    private static long bytes(Map<String, String> status, String name) {
        String kibibytes = status.getOrDefault(name, "");
        int blank = kibibytes.indexOf(' ');
        return blank <= 0 ? 0 : Long.parseLong(kibibytes.substring(0, blank)) * 1024;
    }

    private static Map<String, String> environment(Path folder) throws IOException {
        Map<String, String> environment = new HashMap<>();
        for (String variable : words(folder.resolve("environ"))) {
            int equals = variable.indexOf('=');
            if (equals > 0) {
                environment.put(variable.substring(0, equals), variable.substring(equals + 1));
            }
        }
        return environment;
    }

    private static List<String> words(Path file) throws IOException {
        List<String> words = new ArrayList<>();
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        int begin = 0;
        for (int end = text.indexOf('\0'); end >= 0; end = text.indexOf('\0', begin)) {
            words.add(text.substring(begin, end));
            begin = end + 1;
        }
        return words;
    }

    private boolean isSame(Path folder, String namespace) {
        try {
            return Files.readSymbolicLink(folder.resolve(namespace))
                    .equals(Files.readSymbolicLink(proc.resolve("self").resolve(namespace)));
        } catch (IOException | UnsupportedOperationException e) {
            return true;
        }
    }

    private static Optional<Integer> userOf(Path folder) {
        try {
            // "self" is a link.
            Path place = Files.isSymbolicLink(folder) ? folder.toRealPath() : folder;
            return Optional.of((Integer) Files.getAttribute(place, "unix:uid", LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static long number(Path folder) {
        return Long.parseLong(String.valueOf(folder.getFileName()));
    }
}
