package io.jemscope.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.AgentDescriptor;
import io.jemscope.cli.control.AgentException;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.history.StoredHistory;
import io.jemscope.cli.history.StoredLedger;
import io.jemscope.cli.live.LedgerGrowth;
import io.jemscope.cli.live.MemoryText;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.report.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Says where a running JVM's resident memory lies. */
@Command(
        name = "memory",
        header = "Shows where a running JVM's resident memory (RSS) is.",
        description = {
            "",
            "Rows that add up to RSS: Java heap, thread stacks, jemalloc, mapped files, JVM structures and the rest, "
                    + "each with its known parts. Also what counts against the container's limit. With --base or --every it shows "
                    + "what has grown.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope memory 4711",
            "  jemscope memory 4711 --every 1m",
            "  jemscope memory 4711 --json > monday.json; jemscope memory 4711 --base monday.json",
            "  jemscope memory 4711 --base 2h",
            "  jemscope memory 4711 --json | jq '.rows[] | {name, residentBytes}'",
            "",
            "Exit code: 0; 2 for a wrong command line, 66 if BASE is no ledger and no time of the history, 68 if TARGET fits no JVM or several, or no agent is "
                    + "loaded, 69 where the agent refuses or doesn't answer, as when the program ends; 130 after Ctrl-C."
        })
final class MemoryCommand implements Callable<Integer> {

    private static final int HELD_UP = 409;

    /** Far more than any ledger has. */
    private static final long MOST_BYTES = 16L << 20;

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Option(
            names = "--large",
            description =
                    "Read it even if the JVM has 4 GiB or more. While the kernel counts pages, about 40 ms per GiB, the "
                            + "program can't start threads or map memory.")
    private boolean large;

    @Option(
            names = "--base",
            paramLabel = "BASE",
            description =
                    "Show how much each row has grown since BASE: a file, an earlier output of memory --json of the same process; or a "
                            + "time, of which the nearest snapshot in the agent's history is taken: 10m (ago), 03:15, "
                            + "2026-01-31T03:15; UTC without an offset. The largest change comes first.")
    private @Nullable String base;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description =
                    "Print the table again at this interval, at least a second, with the growth since the first one or since BASE, "
                            + "until the program ends. The agent may answer less often.")
    private @Nullable Duration every;

    MemoryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        if (every != null && every.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new UsageMistake("--every " + every.toMillis() + "ms: name 1s or more");
        }
        String word = jvm.target().word();
        Answer before = base == null ? null : base(base);
        // A reader that has gone wants no more.
        while (!console.out().checkError()) {
            Answer memory = jvm.ask(this::memory, refusal -> next(refusal, word));
            print(before == null ? memory : LedgerGrowth.since(before, memory));
            if (every == null) {
                break;
            }
            before = before == null ? memory : before;
            if (!jvm.isJson()) {
                console.out().println();
            }
            Thread.sleep(every.toMillis());
        }
        return ExitCode.OK;
    }

    private Answer memory(AgentClient agent) throws IOException, InterruptedException {
        while (true) {
            try {
                return agent.memory(large);
            } catch (AgentException e) {
                if (every == null || e.retryAfter().isZero()) {
                    throw e;
                }
                // The agent limits how often it reads all mappings.
                Thread.sleep(e.retryAfter().toMillis());
            }
        }
    }

    private void print(Answer memory) throws CommandFailure {
        if (!jvm.printJson(memory, console)) {
            console.out().print(MemoryText.print(memory, jvm.target(), Terminal.outputColumns()));
        }
    }

    /** A file of that name comes first: a time can always be written in another way. */
    private Answer base(String named) throws CommandFailure {
        Instant moment = Files.exists(file(named)) ? null : moment(named);
        Optional<AgentDescriptor> agent = jvm.target().agent();
        if (moment == null || agent.isEmpty()) {
            // Without an agent, the question to it says so.
            return moment == null ? read(file(named)) : new Answer(new JsonObject());
        }
        StoredHistory history =
                StoredHistory.read(agent.get().folder(), io.jemscope.history.TimeSpan.ALL, console.err()::println);
        return StoredLedger.near(history, agent.get().pid(), moment);
    }

    private static Path file(String named) {
        try {
            return Path.of(named);
        } catch (InvalidPathException e) {
            throw new UsageMistake("--base " + named + ": no file has such a name");
        }
    }

    private static @Nullable Instant moment(String named) {
        try {
            return new Moment().convert(named);
        } catch (TypeConversionException e) {
            return null;
        }
    }

    private static Answer read(Path file) throws CommandFailure {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw noLedger(file, "it is larger than " + Units.bytes(MOST_BYTES));
            }
            JsonElement json = JsonParser.parseString(Files.readString(file));
            Answer ledger = new Answer(json.isJsonObject() ? json.getAsJsonObject() : new JsonObject());
            if (LedgerGrowth.isLedger(ledger)) {
                return ledger;
            }
            throw noLedger(file, "it has no rows");
        } catch (IOException e) {
            throw noLedger(file, Failures.words(e));
        } catch (JsonParseException e) {
            throw noLedger(file, "it is not JSON");
        }
    }

    private static CommandFailure noLedger(Path file, String why) {
        return new CommandFailure(
                ExitCode.UNREADABLE,
                "can't read the memory ledger " + file,
                why,
                "name a file that was written by: jemscope memory PID --json; or a time, such as 10m");
    }

    private static String next(AgentException refusal, String word) {
        return refusal.status() == HELD_UP
                ? "where it may be held up for so long: jemscope memory " + word + " --large"
                : "see what it is and does: jemscope state " + word;
    }
}
