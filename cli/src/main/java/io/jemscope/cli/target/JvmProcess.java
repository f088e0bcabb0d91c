package io.jemscope.cli.target;

import io.jemscope.cli.control.AgentDescriptor;
import io.jemscope.cli.control.RuntimeFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JVM on this machine, or another program that has Jemscope's library preloaded, as the kernel shows it: nothing in it is
 * asked.
 *
 * @param pid its process id
 * @param ownPid its process id as it sees it itself: another one in a container
 * @param uid the user it runs as
 * @param program the main class, or the jar or module that was started; empty where its command doesn't tell
 * @param command its command line
 * @param environment the environment it was started with
 * @param memory what it holds of the machine's memory
 * @param jemalloc the jemalloc library that is mapped; empty where none is, or it is part of another file
 * @param malloc the allocator by the libraries that are mapped, without its version; empty if unknown
 * @param agentLibrary Jemscope's own library that is mapped; empty where none is
 * @param control the socket that a preloaded program listens on, as it sees it itself; empty for a JVM
 * @param sharesFiles whether it sees the file system that this process sees
 * @param sharesNetwork whether it sees the network that this process sees
 */
public record JvmProcess(
        long pid,
        long ownPid,
        int uid,
        String program,
        List<String> command,
        Map<String, String> environment,
        ResidentMemory memory,
        Optional<Path> jemalloc,
        String malloc,
        Optional<Path> agentLibrary,
        Optional<Path> control,
        boolean sharesFiles,
        boolean sharesNetwork) {

    private static final String SETTINGS = "MALLOC_CONF";
    private static final String COMMAND_JAR = "jemscope-cli.jar";
    private static final String COMMAND_PACKAGE = "io.jemscope.cli.";

    /**
     * Keeps the lists unchangeable.
     *
     * @param pid its process id
     * @param ownPid its process id as it sees it itself
     * @param uid the user it runs as
     * @param program the main class, jar or module
     * @param command its command line; copied
     * @param environment its environment; copied
     * @param jemalloc the jemalloc library
     * @param malloc the allocator
     * @param agentLibrary Jemscope's library
     * @param control its control socket
     * @param sharesFiles whether it has this file system
     * @param sharesNetwork whether it has this network
     */
    public JvmProcess {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /**
     * Says whether it was started so that jemalloc's heap profiling can be switched on.
     *
     * @return whether {@code MALLOC_CONF} of its environment says {@code prof:true}, in the last word that it has on it
     */
    public boolean isArmed() {
        boolean armed = false;
        for (String setting : environment.getOrDefault(SETTINGS, "").split(",", -1)) {
            if (setting.trim().startsWith("prof:")) {
                armed = setting.trim().equals("prof:true");
            }
        }
        return armed && jemalloc.isPresent();
    }

    /** Whether it is a JVM, not a program that was preloaded. */
    public boolean isJvm() {
        return control.isEmpty();
    }

    /** Whether its agent or its control socket can be reached from here; a socket is a file, wherever the network ends. */
    public boolean isReachable() {
        return sharesNetwork || control.isPresent();
    }

    /**
     * Says whether it runs the {@code jemscope} command.
     *
     * @return whether it does
     */
    public boolean isJemscope() {
        return program.startsWith(COMMAND_PACKAGE)
                || program.equals(COMMAND_JAR)
                || program.endsWith("/" + COMMAND_JAR);
    }

    /**
     * Says whether an option stands on its command line, or in a variable that JVMs read options from.
     *
     * @param option the option, such as {@code -XX:+DisableAttachMechanism}
     * @return whether it does
     */
    public boolean hasOption(String option) {
        if (command.contains(option)) {
            return true;
        }
        for (String variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
            if (List.of(environment.getOrDefault(variable, "").split("\\s+", -1))
                    .contains(option)) {
                return true;
            }
        }
        return false;
    }

    /**
     * A file of the program's own file system, as this process sees it.
     *
     * @param file the file as the program sees it
     * @return the same file
     */
    public Path seen(Path file) {
        return sharesFiles || !file.isAbsolute() ? file : Path.of("/proc/" + pid + "/root" + file);
    }

    /**
     * Finds what its agent has left to be found by, in the folder that its environment leads to, or in the one that ours leads
     * to.
     *
     * @param ours this process's environment
     * @return the descriptor; empty where no agent is in it, or it put its descriptor elsewhere
     */
    public Optional<AgentDescriptor> descriptor(Map<String, String> ours) {
        if (control.isPresent()) {
            return Optional.of(AgentDescriptor.ofSocket(ownPid, seen(control.get())));
        }
        Path its = RuntimeFolder.of(environment, uid).path();
        Optional<AgentDescriptor> descriptor = new RuntimeFolder(seen(its)).descriptor(ownPid, uid);
        return descriptor.isPresent() || !sharesFiles
                ? descriptor
                : RuntimeFolder.of(ours).descriptor(ownPid, uid);
    }

    /**
     * What to call it.
     *
     * @return its number and its program
     */
    public String name() {
        return program.isEmpty() ? "process " + pid : pid + " (" + program + ")";
    }
}
