package io.jemscope.cli.target;

import io.jemscope.cli.control.AgentDescriptor;
import io.jemscope.cli.control.RuntimeFolder;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the JVM that a word means: a process's number, its descriptor's file, or its main class, of which the end will do as
 * long as only one JVM's has it.
 *
 * @param environment this process's environment, which says where descriptors lie
 */
public record TargetFinder(ProcessTable processes, Map<String, String> environment) {

    /** How many JVMs a failure lists. */
    private static final int MOST_LISTED = 10;

    /**
     * Keeps the environment unchangeable.
     *
     * @param environment the environment; copied
     */
    public TargetFinder {
        environment = Map.copyOf(environment);
    }

    /**
     * Finds it.
     *
     * @param word what the user wrote
     * @return the JVM
     * @throws CommandFailure where none is meant, or several are: it lists those that there are
     */
    public Target find(String word) throws CommandFailure {
        if (isNumber(word)) {
            return ofNumber(word);
        }
        Optional<Target> described = ofFile(word);
        return described.isPresent() ? described.get() : ofProgram(word);
    }

    private Target ofNumber(String word) throws CommandFailure {
        long pid = word.length() > 18 ? Long.MAX_VALUE : Long.parseLong(word);
        Optional<JvmProcess> jvm = processes.jvm(pid);
        if (jvm.isPresent()) {
            return target(jvm.get());
        }
        Optional<Integer> owner = processes.user(pid);
        if (owner.isEmpty()) {
            throw unknown("there is no process " + word, "it has ended, or is another machine's or container's");
        }
        if (!processes.isVisible(pid)) {
            throw hidden(word, owner.get());
        }
        if (processes.hasLibrary(pid)) {
            throw unknown(
                    "process " + word + " can't be controlled",
                    "it has libjemscope.so preloaded, and no socket; it makes one 0.1 s after its start");
        }
        throw unknown(
                "process " + word + " is not a JVM",
                "it has no libjvm.so mapped, and wasn't started with LD_PRELOAD=/path/to/libjemscope.so");
    }

    /** The kernel's rules are in ptrace(2), "Ptrace access mode checking". */
    private CommandFailure hidden(String word, int owner) {
        int self = processes.self().orElse(-1);
        String why;
        String next;
        if (owner == self) {
            why = "it belongs to this user (uid " + owner
                    + "), but has capabilities that jemscope hasn't, or doesn't let " + "itself be watched";
            next = "give jemscope the capability CAP_SYS_PTRACE, in a container: --cap-add SYS_PTRACE";
        } else if (self == ProcessTable.ROOT) {
            why = "it belongs to another user (uid " + owner
                    + "), and this root has no CAP_SYS_PTRACE, as in a container";
            next = "run jemscope as that user, or give the container this capability: --cap-add SYS_PTRACE";
        } else {
            why = "it belongs to another user (uid " + owner + ")";
            next = "run jemscope as that user, or as root";
        }
        return new CommandFailure(ExitCode.NO_TARGET, "process " + word + " can't be looked at", why, next);
    }

    private Optional<Target> ofFile(String word) throws CommandFailure {
        if (word.indexOf('/') < 0 && !word.endsWith(".json")) {
            return Optional.empty();
        }
        try {
            Path file = Path.of(word);
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            AgentDescriptor agent = RuntimeFolder.parse(file)
                    .orElseThrow(() -> unknown(word + " is not an agent's descriptor", "it can't be read as one"));
            Optional<JvmProcess> process = processes.jvm(agent.pid());
            String name = process.map(JvmProcess::name).orElse("process " + agent.pid());
            return Optional.of(new Target(name, word, process, Optional.of(agent)));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private Target ofProgram(String word) throws CommandFailure {
        List<JvmProcess> exact = new ArrayList<>();
        List<JvmProcess> ending = new ArrayList<>();
        for (JvmProcess jvm : processes.targets()) {
            if (jvm.program().equals(word)) {
                exact.add(jvm);
            } else if (endsLike(jvm.program(), word)) {
                ending.add(jvm);
            }
        }
        List<JvmProcess> meant = exact.isEmpty() ? ending : exact;
        if (meant.size() == 1) {
            return target(meant.get(0));
        }
        if (meant.isEmpty()) {
            throw unknown("no JVM runs '" + word + "'", "none has such a main class, jar or module");
        }
        throw new CommandFailure(
                ExitCode.NO_TARGET,
                "several JVMs run '" + word + "':" + listed(meant),
                "the name fits more than one",
                "name one by its number");
    }

    /** Whether a word is the end of a main class or jar, from a dot or slash on, with or without the jar's own ending. */
    private static boolean endsLike(String program, String word) {
        String name = program.endsWith(".jar") && !word.endsWith(".jar")
                ? program.substring(0, program.length() - ".jar".length())
                : program;
        int before = name.length() - word.length() - 1;
        return name.equals(word)
                || (before >= 0
                        && !word.isEmpty()
                        && name.endsWith(word)
                        && (name.charAt(before) == '.' || name.charAt(before) == '/' || name.charAt(before) == '$'));
    }

    private Target target(JvmProcess jvm) {
        return new Target(jvm.name(), Long.toString(jvm.pid()), Optional.of(jvm), jvm.descriptor(environment));
    }

    private CommandFailure unknown(String what, String why) {
        List<JvmProcess> jvms = processes.targets();
        return new CommandFailure(
                ExitCode.NO_TARGET,
                what,
                why,
                jvms.isEmpty()
                        ? "start one; this user has no JVM running now"
                        : "name one of these, by its number or by the end of its name:" + listed(jvms));
    }

    private static String listed(List<JvmProcess> jvms) {
        StringBuilder list = new StringBuilder();
        for (JvmProcess jvm : jvms.subList(0, Math.min(MOST_LISTED, jvms.size()))) {
            list.append("\n    ").append(jvm.pid()).append("  ").append(jvm.program());
        }
        if (jvms.size() > MOST_LISTED) {
            list.append("\n    … and ").append(jvms.size() - MOST_LISTED).append(" more: jemscope list");
        }
        return list.toString();
    }

    private static boolean isNumber(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) < '0' || word.charAt(i) > '9') {
                return false;
            }
        }
        return !word.isEmpty();
    }
}
