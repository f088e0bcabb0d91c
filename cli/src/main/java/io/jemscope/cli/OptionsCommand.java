package io.jemscope.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.AgentException;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.control.Patience;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.terminal.Console;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lists jemalloc's options and controls in a running JVM, and changes controls. */
@Command(
        name = "options",
        header = "Lists jemalloc's options and controls in a running JVM, and changes controls.",
        description = {
            "",
            "Shows options, which were set when the program started, with their values and where each was set; and "
                    + "controls, which can be changed at run time, with their values and their original values. jemscope detach "
                    + "restores the originals.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope options 4711",
            "  jemscope options 4711 --set arenas.dirty_decay_ms=0",
            "  jemscope options 4711 --set prof.prefix=private --set prof.gdump=true",
            "  jemscope options 4711 --reset --discard",
            "  jemscope options 4711 --log on --duration 5m && … && jemscope options 4711 --log off",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 if TARGET fits no JVM or several, or no agent is loaded, 69 "
                    + "where the agent refuses or doesn't answer."
        })
final class OptionsCommand implements Callable<Integer> {

    /** Whether jemalloc is to log. */
    enum Log {
        ON,
        OFF
    }

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Option(names = "--all", description = "Include options and controls that this build of jemalloc doesn't have.")
    private boolean all;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "Change a control; repeatable. Either all are changed or none.")
    private Map<String, String> values = new LinkedHashMap<>();

    @Option(names = "--reset", description = "Delete all samples. Needs --discard.")
    private boolean reset;

    @Option(names = "--discard", description = "Confirms --reset, which affects everybody who profiles this JVM.")
    private boolean discard;

    @Option(names = "--force", description = "With --reset: even during a run, which then has no baseline.")
    private boolean force;

    @Option(
            names = "--log",
            paramLabel = "on|off",
            description = "Start jemalloc's log of sampled allocations, or end it early and write it.")
    private @Nullable Log log;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description =
                    "With --log on: how long, such as 30s or 5m; at most an hour. Default: 10m. Until it ends, the log is in "
                            + "the JVM's memory.")
    private @Nullable Duration duration;

    OptionsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        check();
        if (!values.isEmpty()) {
            set();
        } else if (reset) {
            forgetSamples();
        } else if (log != null) {
            log(log == Log.ON);
        } else {
            list();
        }
        return ExitCode.OK;
    }

    private void check() {
        int changes = (values.isEmpty() ? 0 : 1) + (reset ? 1 : 0) + (log == null ? 0 : 1);
        if (changes > 1) {
            throw mistake("--set, --reset and --log are for one call each");
        }
        if (changes > 0 && all) {
            throw mistake("--all goes with the list, not with a change");
        }
        if (reset && !discard) {
            throw mistake(
                    "--reset goes with --discard: all samples are forgotten, for everybody who profiles this JVM");
        }
        if (duration != null && log != Log.ON) {
            throw mistake("--duration goes with --log on");
        }
        if (duration != null
                && (duration.compareTo(Duration.ofSeconds(1)) < 0 || duration.compareTo(Duration.ofHours(1)) > 0)) {
            throw mistake("--duration is from 1s to 1h");
        }
        if (!reset && (discard || force)) {
            throw mistake((discard ? "--discard" : "--force") + " goes with --reset");
        }
    }

    private void list() throws CommandFailure, InterruptedException {
        Answer both = jvm.ask(this::both);
        if (!jvm.printJson(both, console)) {
            console.out().print(ControlText.options(both, all));
            String controls = ControlText.controls(both, control -> all || control.flag("available"));
            console.out().print(controls.isEmpty() ? "" : "\n" + controls);
        }
    }

    /** While a dump is made jemalloc holds controls back; the options are told all the same. */
    private Answer both(AgentClient agent) throws IOException, InterruptedException {
        JsonObject both = agent.options().json().deepCopy();
        try {
            JsonElement controls = Patience.ask(agent::controls, time -> Thread.sleep(time.toMillis()))
                    .json()
                    .get("controls");
            if (controls != null) {
                both.add("controls", controls);
            }
        } catch (AgentException e) {
            if (!Patience.isForNow(e)) {
                throw e;
            }
            console.err().println("jemscope: the controls aren't listed: " + e.why() + "; ask again later");
        }
        return new Answer(both);
    }

    private void set() throws CommandFailure, InterruptedException {
        JsonObject wishes = new JsonObject();
        values.forEach((name, value) -> wishes.add(name, value(value)));
        Answer changed = jvm.ask(
                agent -> agent.setControls(wishes),
                "see what there is: jemscope options " + jvm.target().word() + " --all");
        if (!jvm.printJson(changed, console)) {
            console.out().print(ControlText.controls(changed, control -> values.containsKey(control.shown("name"))));
        }
    }

    private void forgetSamples() throws CommandFailure, InterruptedException {
        Answer done = jvm.ask(
                agent -> agent.discardSamples(force),
                "end what is on: jemscope stop " + jvm.target().word() + ", or add --force");
        if (!jvm.printJson(done, console)) {
            console.out()
                    .println("all samples are forgotten"
                            + done.text("run")
                                    .map(run -> "; run " + run + " goes on without a baseline")
                                    .orElse(""));
        }
    }

    private void log(boolean on) throws CommandFailure, InterruptedException {
        Answer done = jvm.ask(agent -> agent.setAllocationLog(on, Optional.ofNullable(duration)));
        if (jvm.printJson(done, console)) {
            return;
        }
        String word = jvm.target().word();
        if (on) {
            console.out()
                    .println((done.flag("changed") ? "logging" : "logging already")
                            + done.text("ends").map(time -> ", until " + time).orElse("")
                            + "; end it before: jemscope options " + word + " --log off");
            return;
        }
        String report = "";
        if (done.text("dump").isPresent()) {
            report = "; its report: jemscope report --accumulated " + file(done.shown("dump"));
        }
        String what =
                done.flag("changed") ? "logged" : report.isEmpty() ? "no log was on" : "the last log has ended already";
        console.out().println(what + report);
    }

    private String file(String id) throws CommandFailure, InterruptedException {
        return jvm.ask(AgentClient::dumps).list("dumps").stream()
                .filter(dump -> dump.shown("id").equals(id))
                .map(dump -> dump.shown("file"))
                .findFirst()
                .orElse(id + ".heap");
    }

    private ParameterException mistake(String words) {
        return new ParameterException(spec.commandLine(), words);
    }

    /** True, false or a whole number where the text reads as such; else the text. The agent checks it. */
    private static JsonPrimitive value(String text) {
        if (text.equals("true") || text.equals("false")) {
            return new JsonPrimitive(text.equals("true"));
        }
        try {
            return new JsonPrimitive(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return new JsonPrimitive(text);
        }
    }
}
