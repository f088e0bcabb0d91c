package io.jemscope.cli;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.AgentDescriptor;
import io.jemscope.cli.control.AgentException;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import io.jemscope.cli.target.ProcessTable;
import io.jemscope.cli.target.ResidentMemory;
import io.jemscope.cli.target.Target;
import io.jemscope.cli.target.TargetFinder;
import io.jemscope.cli.terminal.Console;
import io.jemscope.report.Units;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which running JVM is meant, and whether answers are wanted as JSON: what the verbs for running JVMs have in common. */
final class JvmOptions {

    private static final int NOT_FOUND = 404;

    @Parameters(
            index = "0",
            paramLabel = "TARGET",
            description =
                    "The JVM: its process id, its main class or jar (the end of the name is enough), or its agent's descriptor "
                            + "file. See jemscope list.")
    private String word = "";

    @Option(names = "--json", description = "Print the answer as JSON.")
    private boolean json;

    private @Nullable Target found;

    /** The JVM of a word that was typed, for a verb that takes other words, too. */
    static JvmOptions of(String word) {
        JvmOptions options = new JvmOptions();
        options.word = word;
        return options;
    }

    /** A question to an agent. */
    @FunctionalInterface
    interface Question<T> {

        /** Asks it. */
        T ask(AgentClient agent) throws IOException, CommandFailure, InterruptedException;
    }

    boolean isJson() {
        return json;
    }

    /** The JVM that is meant. */
    Target target() throws CommandFailure {
        Target target = found;
        if (target == null) {
            target = new TargetFinder(ProcessTable.OWN, System.getenv()).find(word);
            found = target;
        }
        return target;
    }

    /** Asks its agent, and tells in the command's own way where that refuses or can't be reached. */
    <T> T ask(Question<T> question) throws CommandFailure, InterruptedException {
        return ask(question, "see what it is and does: jemscope state " + target().word());
    }

    /** The same; {@code next} says what to do where the agent's own advice is to use an address. */
    <T> T ask(Question<T> question, String next) throws CommandFailure, InterruptedException {
        return ask(question, refusal -> next);
    }

    /** The same, where it depends on why the agent refuses. */
    <T> T ask(Question<T> question, Function<AgentException, String> next) throws CommandFailure, InterruptedException {
        AgentDescriptor agent = agent();
        try {
            return question.ask(new AgentClient(agent));
        } catch (AgentException e) {
            throw e.isHeapFull() ? heapFull(e) : refused(e, next.apply(e));
        } catch (IOException e) {
            CommandFailure unreachable = new CommandFailure(
                    ExitCode.REFUSED,
                    "the agent of " + target().name() + " doesn't answer",
                    Failures.words(e) + "; it listens at " + agent.address(),
                    "see whether the program lives: jemscope list");
            unreachable.initCause(e);
            throw unreachable;
        }
    }

    /** The answer as JSON, if the user wants it. */
    boolean printJson(Answer answer, Console console) {
        if (json) {
            console.out().print(answer.pretty());
        }
        return json;
    }

    /** The kernel still shows what the process holds. */
    private CommandFailure heapFull(AgentException refusal) throws CommandFailure {
        String held = target().process()
                .map(jvm -> "; the kernel shows " + shown(jvm.memory()))
                .orElse("");
        CommandFailure failure = new CommandFailure(
                ExitCode.REFUSED,
                "the agent of " + target().name() + " can't answer now",
                "the program's Java heap is all but full, and the agent leaves the rest to the program" + held,
                "try again later, or restart the program with a larger -Xmx; jemscope stop, deactivate and detach --force work "
                        + "all the same");
        failure.initCause(refusal);
        return failure;
    }

    private static String shown(ResidentMemory memory) {
        return "an RSS of " + Units.bytes(memory.bytes()) + ": "
                + Units.bytes(memory.anonymousBytes()) + " anonymous (Java heap, malloc, stacks), "
                + Units.bytes(memory.fileBytes()) + " of files, "
                + Units.bytes(memory.sharedBytes()) + " shared"
                + (memory.swappedBytes() > 0 ? "; " + Units.bytes(memory.swappedBytes()) + " swapped" : "");
    }

    private static CommandFailure refused(AgentException refusal, String next) {
        if (refusal.status() == NOT_FOUND && refusal.what().startsWith("There is nothing at")) {
            return new CommandFailure(
                    ExitCode.REFUSED,
                    "the agent doesn't know what was asked",
                    "it is of another version than this command: " + plain(refusal.what()),
                    "start the program anew, or use the command that its agent came with");
        }
        String advice = refusal.next();
        boolean isForPrograms = advice.isEmpty() || advice.contains("/api/") || advice.contains("{\"");
        CommandFailure failure = new CommandFailure(
                ExitCode.REFUSED, plain(refusal.what()), plain(refusal.why()), isForPrograms ? next : plain(advice));
        failure.initCause(refusal);
        return failure;
    }

    /** The agent's sentences, as the parts of ours. */
    private static String plain(String sentence) {
        boolean hasCapital = sentence.length() > 1
                && Character.isUpperCase(sentence.charAt(0))
                && !Character.isUpperCase(sentence.charAt(1));
        String small = hasCapital ? Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1) : sentence;
        return small.endsWith(".") ? small.substring(0, small.length() - 1) : small;
    }

    private AgentDescriptor agent() throws CommandFailure {
        Target target = target();
        Optional<AgentDescriptor> agent = target.agent();
        if (agent.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.NO_TARGET,
                    "no agent is in " + target.name(),
                    "it left no descriptor where the program's environment leads to",
                    "jemscope attach " + target.word());
        }
        if (target.process().map(jvm -> !jvm.isReachable()).orElse(false)) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "the agent of " + target.name() + " can't be reached from here",
                    "it listens on the loopback of a container's own network",
                    "run jemscope inside of the container, or: nsenter -t " + target.word() + " -n jemscope …");
        }
        return agent.get();
    }
}
