package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetCommand;
import io.jemscope.testkit.TargetProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A program that was started without Jemscope, on jemalloc or on the C library's own malloc, which the command has brought the agent
 * into, and those who ask that agent: the command and other people's tools.
 */
final class LiveTarget implements AutoCloseable {

    /** What the program's own end looks like. */
    private static final int EXIT_CODE = 7;

    private static final Pattern READY = Pattern.compile("ready");
    private static final Pattern PLANTED = Pattern.compile("planted .*\nheld");

    private final Path folder;
    private final Path goOn;
    private final Path end;
    private final TargetProcess process;

    private LiveTarget(Path folder, Path goOn, Path end, TargetProcess process) {
        this.folder = folder;
        this.goOn = goOn;
        this.end = end;
        this.process = process;
    }

    /**
     * Starts the program and attaches the agent; nothing is sampled yet.
     *
     * @param jdk what runs it
     * @param folder an empty folder of the test's
     * @param first steps that the program takes before
     */
    static LiveTarget start(Jdk jdk, Path folder, String... first) throws IOException, InterruptedException {
        return start(program(jdk, List.of(), folder, List.of(first), List.of()), folder);
    }

    /**
     * Starts a program of {@link #program} and attaches the agent; nothing is sampled yet.
     *
     * @param program what starts it
     * @param folder an empty folder of the test's
     */
    static LiveTarget start(List<String> program, Path folder) throws IOException, InterruptedException {
        return attached(startAlone(program, folder));
    }

    /**
     * The same on the C library's own malloc, or another allocator.
     *
     * @param jdk what runs it
     * @param folder an empty folder of the test's
     * @param preloaded the allocator's library; null for the C library's
     * @param first steps that the program takes before
     */
    static LiveTarget startWithoutJemalloc(Jdk jdk, Path folder, @Nullable Path preloaded, String... first)
            throws IOException, InterruptedException {
        return startWithoutJemalloc(
                program(jdk, List.of("-Dtestkit.requested=true"), folder, List.of(first), List.of()),
                folder,
                preloaded);
    }

    /** The same for a program of {@link #program}. */
    static LiveTarget startWithoutJemalloc(List<String> program, Path folder, @Nullable Path preloaded)
            throws IOException, InterruptedException {
        TargetCommand command = TargetCommand.of(program)
                .withVariable("MALLOC_CONF", "lg_prof_sample:14")
                .withVariable("JEMSCOPE_RUNTIME_DIR", folder.resolve("runtime").toString());
        return attached(
                ready(preloaded == null ? command : command.withVariable("LD_PRELOAD", preloaded.toString()), folder));
    }

    private static LiveTarget attached(LiveTarget target) throws IOException, InterruptedException {
        try {
            target.fine("attach", target.pid());
            return target;
        } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
            target.close();
            throw e;
        }
    }

    /** The same without the agent, which the test attaches itself. */
    static LiveTarget startAlone(List<String> program, Path folder) throws IOException, InterruptedException {
        return ready(
                TargetCommand.of(program)
                        .withVariable("LD_PRELOAD", Image.jemalloc().toString())
                        .withVariable(
                                "MALLOC_CONF",
                                "prof:true,prof_active:false,lg_prof_sample:14,prof_prefix:"
                                        + folder.resolve("by-jemalloc"))
                        .withVariable(
                                "JEMSCOPE_RUNTIME_DIR",
                                folder.resolve("runtime").toString()),
                folder);
    }

    private static LiveTarget ready(TargetCommand command, Path folder) throws IOException, InterruptedException {
        TargetProcess process = command.start();
        try {
            process.awaitOutput(READY, Recorder.LIMIT);
            return new LiveTarget(folder, folder.resolve("go-on"), folder.resolve("end"), process);
        } catch (IOException | InterruptedException | RuntimeException e) {
            process.close();
            throw e;
        }
    }

    /**
     * What starts the program.
     *
     * @param jdk what runs it
     * @param options the JVM's, beside that which lets agents in
     * @param folder an empty folder of the test's
     * @param first steps that the program takes before all others
     * @param last steps that it takes before it ends
     */
    static List<String> program(Jdk jdk, List<String> options, Path folder, List<String> first, List<String> last) {
        List<String> steps = new ArrayList<>(first);
        steps.addAll(List.of("print=ready", "await=" + folder.resolve("go-on"), "leak", "print=held"));
        steps.add("await=" + folder.resolve("end"));
        steps.addAll(last);
        steps.add("exit=" + EXIT_CODE);
        List<String> all = new ArrayList<>(options);
        all.add("-XX:+EnableDynamicAgentLoading");
        return Image.program(jdk, all, "programs.Steps", steps.toArray(String[]::new));
    }

    String pid() {
        return Long.toString(process.pid());
    }

    /** Where the agent answers, such as {@code http://127.0.0.1:40123}. */
    String address() throws IOException {
        return inDescriptor("address");
    }

    String token() throws IOException {
        return inDescriptor("token");
    }

    /** The address as tools take it that know no other way to be told a password. */
    String addressWithToken() throws IOException {
        return address().replace("http://", "http://x:" + token() + "@");
    }

    private String inDescriptor(String name) throws IOException {
        String descriptor = Files.readString(folder.resolve("runtime").resolve(pid() + ".json"));
        Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(descriptor);
        assertThat(matcher.find()).as(descriptor).isTrue();
        return matcher.group(1);
    }

    /** Has the program leak what its plants say, which it holds from then on. */
    List<Plant> leak() throws IOException, InterruptedException {
        Files.createFile(goOn);
        process.awaitOutput(PLANTED, Recorder.LIMIT);
        String output =
                process.awaitOutput(Pattern.compile("(?s).*"), Recorder.LIMIT).group();
        return Plant.parseAll(output);
    }

    /** What the agent answers to a request, whatever it is: the status, a line break, the body. */
    String answer(String method, String pathAndQuery) throws IOException, InterruptedException {
        String output = tool(
                "curl",
                "--silent",
                "--show-error",
                "-u",
                ":" + token(),
                "-X",
                method,
                "-w",
                "\n%{http_code}",
                address() + pathAndQuery);
        int end = output.lastIndexOf('\n');
        return output.substring(end + 1) + "\n" + output.substring(0, end);
    }

    /** Has the agent make a dump. */
    String dumped() throws IOException, InterruptedException {
        String answer = answer("POST", "/api/v1/dumps");
        assertThat(answer).startsWith("201\n");
        Matcher id = Pattern.compile("\"id\":\"([^\"]*)\"").matcher(answer);
        assertThat(id.find()).as(answer).isTrue();
        return id.group(1);
    }

    /** Where the agent's dumps go. */
    Path dumps() throws IOException {
        return Path.of(inDescriptor("folder"));
    }

    /** The program takes its last steps, the first of which prints this. */
    void last(String words) throws IOException, InterruptedException {
        Files.createFile(end);
        process.awaitOutput(Pattern.compile(words), Recorder.LIMIT);
    }

    /** The program goes on to its own end, and whatever it was made to do left no line in what it says. */
    void endsAsEver() throws IOException, InterruptedException {
        assertThat(ended().error()).isEmpty();
    }

    /** The program goes on to its own end. */
    Outcome ended() throws IOException, InterruptedException {
        for (Path file : List.of(goOn, end)) {
            if (!Files.exists(file)) {
                Files.createFile(file);
            }
        }
        Outcome outcome = process.await(Recorder.LIMIT);
        assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(EXIT_CODE);
        return outcome;
    }

    /** Sends the program a signal, such as {@code STOP}. */
    void signal(String name) throws IOException, InterruptedException {
        process.signal(name);
    }

    /** The program is ended by SIGTERM, whatever it does. */
    Outcome terminated() throws IOException, InterruptedException {
        process.signal("TERM");
        return process.await(Recorder.LIMIT);
    }

    /** What {@code jemscope} with these words prints, which has to succeed. */
    String fine(String... words) throws IOException, InterruptedException {
        Outcome outcome = Recorder.runInTurn(command(words));
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        return outcome.output();
    }

    Outcome jemscope(String... words) throws IOException, InterruptedException {
        return Recorder.run(command(words));
    }

    /** The command, to be started by who has more to do with it than to wait. */
    TargetCommand command(String... words) {
        return Image.jemscope(words)
                .in(folder)
                .withVariable(
                        "JEMSCOPE_RUNTIME_DIR", folder.resolve("nothing here").toString());
    }

    /** What another tool prints, which has to succeed; the token is in {@code JEMSCOPE_TOKEN}. */
    String tool(String... words) throws IOException, InterruptedException {
        Outcome outcome = Recorder.run(TargetCommand.of(words)
                .in(folder)
                .withVariable("JEMSCOPE_TOKEN", token())
                .withVariable("JEPROF_TMPDIR", folder.resolve("jeprof").toString())
                .withVariable("PPROF_TMPDIR", folder.resolve("pprof").toString()));
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        return outcome.output();
    }

    /** Commands of a shell, in the test's folder. */
    TargetCommand shell(String commands) {
        return TargetCommand.of("/bin/sh", "-c", commands).in(folder);
    }

    /** What curl prints of an address of the agent's, as its documentation has it asked. */
    String curl(String pathAndQuery) throws IOException, InterruptedException {
        return tool(
                "curl", "--silent", "--show-error", "--fail-with-body", "-u", ":" + token(), address() + pathAndQuery);
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
