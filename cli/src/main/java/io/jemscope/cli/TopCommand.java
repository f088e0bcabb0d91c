package io.jemscope.cli;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.live.TopView;
import io.jemscope.cli.live.TopWatch;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Screen;
import io.jemscope.cli.terminal.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows again and again who holds the memory of a running JVM, and who grows. */
@Command(
        name = "top",
        header = "Shows who holds a running JVM's memory and what grows, refreshed.",
        description = {
            "",
            "Takes a snapshot at each interval and shows who holds memory and what has grown since the first one, if "
                    + "that is more than sampling noise. Keys: g sorts by growth, h by memory held, q quits. In a pipe one table "
                    + "follows the other.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope top 4711",
            "  jemscope top Main --once",
            "  jemscope top 4711 --every 1m --sort grown | tee growth.txt",
            "",
            "Ranges: 95 %%, as far as sampling leaves the figures open.",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 if TARGET fits no JVM or several, or no agent is loaded, 69 "
                    + "where the agent refuses or doesn't answer, as when the program ends; 130 after Ctrl-C."
        })
final class TopCommand implements Callable<Integer> {

    private static final int ROWS = 20;

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Option(names = "--once", description = "Show one table and exit.")
    private boolean once;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description =
                    "The interval, at least a second. Default: 5s; longer if dumps are slow or the agent is busy with others.")
    private Duration every = Duration.ofSeconds(5);

    @Option(names = "--sort", paramLabel = "ORDER", description = "held (default: what is held now) or grown.")
    private TopView.Order order = TopView.Order.HELD;

    @Option(
            names = {"-n", "--rows"},
            paramLabel = "N",
            description = "The number of rows. Default: 20; on a terminal as many as fit.")
    private int rows;

    TopCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        if (rows < 0 || every.isZero()) {
            throw new ParameterException(
                    spec.commandLine(),
                    rows < 0 ? "--rows " + rows + ": name 1 or more" : "--every 0: name 1s or more");
        }
        jvm.ask(agent -> {
            watch(agent);
            return agent;
        });
        return ExitCode.OK;
    }

    private void watch(AgentClient agent) throws IOException, CommandFailure, InterruptedException {
        TopWatch watch = new TopWatch(agent, jvm.target());
        if (once) {
            print(watch.first());
        } else if (Terminal.isOutput() && !jvm.isJson()) {
            onScreen(watch);
        } else {
            inPipe(watch);
        }
    }

    private void inPipe(TopWatch watch) throws IOException, CommandFailure, InterruptedException {
        // A reader that has gone wants no more.
        while (!console.out().checkError()) {
            Optional<TopView> view = watch.look();
            if (view.isPresent()) {
                print(view.get());
            }
            if (view.isPresent() && !jvm.isJson()) {
                console.out().println();
            }
            Thread.sleep(watch.pause(every).toMillis());
        }
    }

    private void print(TopView view) {
        int most = rows == 0 ? ROWS : rows;
        if (!jvm.printJson(view.json(order, most), console)) {
            console.out().print(view.text(order, most, Terminal.outputColumns()));
        }
    }

    private void onScreen(TopWatch watch) throws IOException, CommandFailure, InterruptedException {
        TopView view = watch.first();
        try (Screen screen = Screen.open(console.out())) {
            boolean goesOn = true;
            while (goesOn) {
                goesOn = showUntilDue(screen, view, watch.pause(every));
                if (goesOn) {
                    view = watch.look().orElse(view);
                }
            }
        }
        // What was seen last stays to be read, below what was there before.
        print(view);
    }

    /** False where the user has had enough. */
    private boolean showUntilDue(Screen screen, TopView view, Duration pause) throws InterruptedException {
        long until = System.nanoTime() + pause.toNanos();
        while (true) {
            int columns = screen.columns(Terminal.columns(Map.of()));
            screen.draw(view.screen(order, rows == 0 ? Integer.MAX_VALUE : rows, screen.room(), columns));
            long left = (until - System.nanoTime()) / 1_000_000;
            switch (left <= 0 ? Screen.NO_KEY : screen.key(left)) {
                case 'q', 'Q' -> {
                    return false;
                }
                case 'g' -> order = TopView.Order.GROWN;
                case 'h' -> order = TopView.Order.HELD;
                case Screen.NO_KEY -> {
                    return true;
                }
                default -> {}
            }
        }
    }
}
