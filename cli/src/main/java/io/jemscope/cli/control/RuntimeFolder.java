package io.jemscope.cli.control;

import java.io.IOException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The folder in which agents leave their descriptors, readable by its owner only. */
public record RuntimeFolder(Path path) {

    /** Larger files are no descriptors. */
    private static final long DESCRIPTOR_BYTES = 64 * 1024;

    /**
     * Finds this user's folder: {@code JEMSCOPE_RUNTIME_DIR}, else {@code jemscope} in {@code XDG_RUNTIME_DIR}, else
     * {@code /tmp/jemscope-<uid>}.
     *
     * @return the folder, there or not
     */
    public static RuntimeFolder of(Map<String, String> environment) {
        return of(environment, userId());
    }

    /**
     * Finds the folder that a program of some user has found.
     *
     * @param environment the program's environment
     * @param user the user's number
     * @return the folder, there or not
     */
    public static RuntimeFolder of(Map<String, String> environment, int user) {
        String own = environment.getOrDefault("JEMSCOPE_RUNTIME_DIR", "");
        if (!own.isEmpty()) {
            return new RuntimeFolder(Path.of(own));
        }
        String session = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        return new RuntimeFolder(session.isEmpty() ? Path.of("/tmp/jemscope-" + user) : Path.of(session, "jemscope"));
    }

    /**
     * The descriptors in the folder. What isn't ours, or can't be read as one, is passed over.
     *
     * @return the descriptors, in no order
     */
    public List<AgentDescriptor> descriptors() {
        List<AgentDescriptor> descriptors = new ArrayList<>();
        if (!isOurs(path)) {
            return descriptors;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "*.json")) {
            for (Path file : files) {
                read(file).ifPresent(descriptors::add);
            }
        } catch (IOException | DirectoryIteratorException e) {
            return descriptors;
        }
        return descriptors;
    }

    /**
     * Deletes the descriptor of an agent that is no more: a killed JVM can't do it itself.
     *
     * @param pid the process that has ended
     * @param folder where its dumps went; a descriptor that names another folder is another agent's and stays
     */
    public void forget(long pid, Path folder) {
        Path file = path.resolve(pid + ".json");
        boolean isItsOwn = isOurs(path)
                && read(file).filter(agent -> agent.folder().equals(folder)).isPresent();
        try {
            if (isItsOwn) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // A stale descriptor is harmless: its port is closed.
            return;
        }
    }

    /**
     * The descriptor that a process has left.
     *
     * @param pid the process, by the number that it has in its own namespace
     * @param owner the user whose process it is: nobody else may tell us whom to talk to
     * @return the descriptor; empty where there is none, or not of that user
     */
    public Optional<AgentDescriptor> descriptor(long pid, int owner) {
        Path file = path.resolve(pid + ".json");
        if (!belongsTo(path, owner) || !belongsTo(file, owner)) {
            return Optional.empty();
        }
        return parse(file).filter(agent -> agent.pid() == pid);
    }

    /**
     * Deletes the control sockets that preloaded programs have left here and in this user's folder in {@code /tmp}: killed
     * ones can't do it themselves. A socket counts as left if its process is gone and nothing listens.
     */
    public void removeStaleSockets() {
        for (Path folder : new HashSet<>(List.of(path, Path.of("/tmp/jemscope-" + userId())))) {
            if (isOurs(folder)) {
                removeStaleSockets(folder);
            }
        }
    }

    private static void removeStaleSockets(Path folder) {
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(folder, "[0-9]*.sock")) {
            for (Path socket : sockets) {
                removeIfStale(socket);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The next list tries again.
            return;
        }
    }

    private static void removeIfStale(Path socket) throws IOException {
        String name = String.valueOf(socket.getFileName());
        String pid = name.substring(0, name.length() - ".sock".length());
        if (isOurs(socket) && !Files.exists(Path.of("/proc", pid)) && !isListenedTo(socket)) {
            Files.deleteIfExists(socket);
        }
    }

    private static boolean isListenedTo(Path socket) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return channel.isConnected();
        } catch (SocketException e) {
            return false;
        }
    }

    /**
     * Reads a descriptor that the user has named.
     *
     * @return the descriptor; empty where it is none
     */
    public static Optional<AgentDescriptor> parse(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= DESCRIPTOR_BYTES
                    ? Optional.of(AgentDescriptor.read(Files.readString(file)))
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            // Gone meanwhile, or no descriptor: not an agent to talk to.
            return Optional.empty();
        }
    }

    private static Optional<AgentDescriptor> read(Path file) {
        return isOurs(file) ? parse(file) : Optional.empty();
    }

    /**
     * Says whether an agent could leave its descriptor there, making the folder where it is absent.
     *
     * @throws IOException where it couldn't: the message says why
     */
    public void check() throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(path, OwnerOnly.FOLDER);
        }
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new NotDirectoryException(path + " is a link or a file, not a folder");
        }
        if (!isOurs(path)) {
            throw new IOException(path + " belongs to another user");
        }
        if (!Files.isWritable(path)) {
            throw new IOException(path + " can't be written");
        }
    }

    /** Whether a file is no link and belongs to this user: nobody else may tell us whom to talk to. */
    private static boolean isOurs(Path file) {
        return belongsTo(file, userId());
    }

    private static boolean belongsTo(Path file, Integer owner) {
        try {
            return !Files.isSymbolicLink(file)
                    && Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                            .equals(owner);
        } catch (IOException e) {
            return false;
        }
    }

    private static Integer userId() {
        try {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException e) {
            throw new IllegalStateException("/proc doesn't tell who this user is", e);
        }
    }
}
