package io.jemscope.cli.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A command and its environment, with the native agent in them, and with jemalloc unless the program keeps its own allocator.
 *
 * <p>The environment is for the one JVM that is meant: the agent puts the user's own values back before the program's
 * children can inherit ours, from the variables that begin with {@code JEMSCOPE_SAVED}.
 *
 * @param command the command to start
 * @param environment the whole environment to start it in
 * @param agentOption the JVM option that loads the agent, wherever it stands
 */
public record Launch(List<String> command, Map<String, String> environment, String agentOption) {

    private static final String PRELOAD = "LD_PRELOAD";
    private static final String SETTINGS = "MALLOC_CONF";
    private static final String JAVA_OPTIONS = "JAVA_TOOL_OPTIONS";
    private static final String SAVED = "JEMSCOPE_SAVED";

    /**
     * Keeps both unchangeable.
     *
     * @param command the command; copied
     * @param environment the environment; copied
     * @param agentOption the JVM option that loads the agent
     */
    public Launch {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /**
     * Puts the agent into a command, and jemalloc if there is one.
     *
     * <p>Where the command is a JVM's own launcher the agent goes in as its first argument, so that the program's output
     * stays as it was. Else, and where its children are to be followed, it goes in by {@value #JAVA_OPTIONS}, of which
     * each JVM prints a line.
     *
     * @param command the command as the user wrote it
     * @param program the program it names
     * @param jemalloc the library to preload; empty to leave the program its own allocator, which the agent then samples
     * @param image the product's files
     * @param options how to start it
     * @param environment the user's environment
     * @return what to start
     */
    public static Launch of(
            List<String> command,
            TargetProgram program,
            Optional<Jemalloc> jemalloc,
            Image image,
            LaunchOptions options,
            Map<String, String> environment) {
        Map<String, String> ours = new LinkedHashMap<>(environment);
        ours.put(SAVED, "1");
        for (String name : List.of(PRELOAD, SETTINGS, JAVA_OPTIONS)) {
            ours.remove(SAVED + "_" + name);
            String value = environment.get(name);
            if (value != null) {
                ours.put(SAVED + "_" + name, value);
            }
        }
        jemalloc.ifPresent(
                library -> ours.put(PRELOAD, join(library.path().toString(), environment.get(PRELOAD), ":")));
        // Later settings win over earlier ones: ours are the ones a recording can't do without.
        ours.put(SETTINGS, join(environment.get(SETTINGS), settings(options), ","));
        AgentOptions agentOptions = agentOptions(options);
        if (jemalloc.isEmpty() && options.active()) {
            // Of the settings above the agent's own sampling only reads the rate.
            agentOptions.with("active", "true");
        }
        String agent = agentOptions.asJvmOption(image.nativeAgent());
        List<String> added = new ArrayList<>(List.of(agent));
        if (!options.watch().isEmpty() && !JvmVariables.configureLog(environment)) {
            // The agent has the JVM tell it of errors only where that prints nothing.
            added.add("-Xlog:jvmti=off");
        }
        if (JvmVariables.loadAgent(environment) && agentOptions.isEmpty()) {
            // The agent that the environment loads will do, with the settings given there.
            return new Launch(command, ours, agent);
        }
        for (String name : JvmVariables.NAMES) {
            ours.computeIfPresent(name, (unused, value) -> {
                String others = JvmVariables.withoutAgent(value);
                return others.isEmpty() && !value.isEmpty() ? null : others;
            });
        }
        if (program.isJava() && !options.followChildren()) {
            return new Launch(withFirstArguments(command, added), ours, agent);
        }
        ours.put(JAVA_OPTIONS, join(ours.get(JAVA_OPTIONS), quoted(added), " "));
        return new Launch(command, ours, agent);
    }

    /**
     * Says whether the agent that the user's environment loads already was replaced by ours, with its settings.
     *
     * @param environment the user's environment
     */
    public boolean replacesAgent(Map<String, String> environment) {
        return JvmVariables.loadAgent(environment) && !JvmVariables.loadAgent(this.environment);
    }

    private static String settings(LaunchOptions options) {
        return "prof:true,prof_active:" + options.active() + ",prof_thread_active_init:true,lg_prof_sample:"
                + options.distance().log2() + ",prof_accum:" + options.accumulated()
                + ",prof_final:false,prof_leak:false";
    }

    private static AgentOptions agentOptions(LaunchOptions options) {
        AgentOptions agent = new AgentOptions();
        options.folder()
                .ifPresent(folder ->
                        // A recording has its snapshots made as often as it was told to, and reads what each of its
                        // programs has left: none of them may take another's away. It removes all of it itself.
                        agent.with("folder", folder.toString())
                                .with("final", "true")
                                .with("dump.interval", "0")
                                .with("dumps.keep", "1000000")
                                .with("dumps.bytes", "1024t"));
        if (options.followChildren()) {
            agent.with("follow", "true");
        }
        if (options.mmap()) {
            agent.with("mmap", "true");
        }
        if (!options.watch().isEmpty()) {
            agent.with("watch", options.watch());
        }
        return agent;
    }

    private static List<String> withFirstArguments(List<String> command, List<String> arguments) {
        List<String> more = new ArrayList<>(command);
        more.addAll(1, arguments);
        return more;
    }

    private static String quoted(List<String> options) {
        return options.stream().map(Launch::quote).collect(Collectors.joining(" "));
    }

    /** The JVM splits the variable at blanks, save within quotes of either kind. */
    private static String quote(String option) {
        if (option.indexOf(' ') < 0) {
            return option;
        }
        char mark = option.indexOf('"') < 0 ? '"' : '\'';
        return mark + option + mark;
    }

    private static String join(@Nullable String first, @Nullable String second, String separator) {
        if (first == null || first.isBlank()) {
            return second == null ? "" : second;
        }
        return second == null || second.isBlank() ? first : first + separator + second;
    }
}
