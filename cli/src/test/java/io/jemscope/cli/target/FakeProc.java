package io.jemscope.cli.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A folder that looks like {@code /proc}, with processes of this user. */
public final class FakeProc {

    private final Path proc;

    /**
     * Makes one without processes.
     *
     * @param proc the folder
     * @throws IOException where it can't be written
     */
    public FakeProc(Path proc) throws IOException {
        this.proc = proc;
        Files.createDirectories(proc.resolve("self"));
    }

    /**
     * The table of its processes.
     *
     * @return the table
     */
    public ProcessTable table() {
        return new ProcessTable(proc);
    }

    /**
     * Adds a JVM on jemalloc.
     *
     * @param pid its number
     * @param environment its environment
     * @param command its command line
     * @return this
     * @throws IOException where it can't be written
     */
    public FakeProc withJvm(long pid, Map<String, String> environment, List<String> command) throws IOException {
        return with(
                pid, environment, command, "/usr/lib/jvm/jdk/lib/server/libjvm.so", "/opt/libjemalloc.so.2 (deleted)");
    }

    /**
     * Adds a program with the library preloaded that listens on a Unix socket.
     *
     * @param socket the socket's path
     * @param isItsOwn whether the program is the one that listens
     */
    public FakeProc withPreloaded(long pid, List<String> command, String socket, boolean isItsOwn) throws IOException {
        with(pid, Map.of(), command, "/usr/sbin/nginx", "/opt/jemscope/lib/libjemscope.so");
        Path folder = proc.resolve(Long.toString(pid));
        Files.createDirectories(folder.resolve("net"));
        Files.writeString(folder.resolve("net/unix"), """
                Num       RefCount Protocol Flags    Type St Inode Path
                0000000000000000: 00000003 00000000 00000000 0001 03 4710
                0000000000000000: 00000002 00000000 00010000 0001 01 4711 %s
                0000000000000000: 00000002 00000000 00010000 0001 01 4712 /run/other.sock
                """.formatted(socket));
        Files.createDirectories(folder.resolve("fd"));
        Files.createSymbolicLink(folder.resolve("fd/0"), Path.of("/dev/null"));
        Files.createSymbolicLink(folder.resolve("fd/7"), Path.of("socket:[" + (isItsOwn ? 4711 : 4712) + "]"));
        return this;
    }

    FakeProc with(long pid, Map<String, String> environment, List<String> command, String... mapped)
            throws IOException {
        Path folder = Files.createDirectories(proc.resolve(Long.toString(pid)));
        StringBuilder maps = new StringBuilder();
        for (String file : mapped) {
            maps.append("7f0000000000-7f0000100000 r-xp 00000000 08:01 4711                     ")
                    .append(file)
                    .append('\n');
        }
        Files.writeString(folder.resolve("maps"), maps);
        Files.writeString(folder.resolve("cmdline"), words(command));
        Files.writeString(
                folder.resolve("environ"),
                words(environment.entrySet().stream()
                        .map(variable -> variable.getKey() + "=" + variable.getValue())
                        .toList()));
        Files.writeString(
                folder.resolve("status"), "Name:\tjava\nNSpid:\t" + pid + "\nVmRSS:\t    2048 kB\nThreads:\t12\n");
        return this;
    }

    private static String words(List<String> words) {
        StringBuilder text = new StringBuilder();
        for (String word : words) {
            text.append(word).append('\0');
        }
        return text.toString();
    }
}
