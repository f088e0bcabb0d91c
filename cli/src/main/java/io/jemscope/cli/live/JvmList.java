package io.jemscope.cli.live;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.AgentDescriptor;
import io.jemscope.cli.control.AgentException;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.target.JvmProcess;
import io.jemscope.report.TextTable;
import io.jemscope.report.Units;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** JVMs and preloaded programs in a list: what the kernel shows of each, and what answers in it, if anything does. */
public final class JvmList {

    /**
     * A process in the list.
     *
     * @param agent its agent, or its control socket; empty where there is none that answers
     * @param state what the agent says; null where there is none that can
     */
    record Row(
            JvmProcess process,
            Optional<AgentDescriptor> agent,
            @Nullable Answer state) {

        boolean hasJemalloc() {
            return state == null
                    ? process.jemalloc().isPresent()
                    : state.object("jemalloc").flag("detected");
        }

        boolean isArmed() {
            return state == null ? process.isArmed() : state.object("jemalloc").flag("prof");
        }
    }

    private final List<Row> rows = new ArrayList<>();

    private JvmList() {}

    /**
     * Asks the agents.
     *
     * @param environment this process's environment, which says where descriptors lie
     */
    public static JvmList of(List<JvmProcess> jvms, Map<String, String> environment) {
        JvmList list = new JvmList();
        for (JvmProcess jvm : jvms) {
            list.rows.add(row(jvm, environment));
        }
        return list;
    }

    private static Row row(JvmProcess jvm, Map<String, String> environment) {
        Optional<AgentDescriptor> agent = jvm.descriptor(environment);
        if (agent.isPresent() && jvm.isReachable()) {
            try {
                Answer state = new AgentClient(agent.get()).describe();
                // A descriptor that was left behind may lead to whatever took the port.
                if (state.number("pid") == agent.get().pid()) {
                    return new Row(jvm, agent, state);
                }
            } catch (AgentException e) {
                // It is there, but has no heap left to say more.
                return new Row(jvm, e.isHeapFull() ? agent : Optional.empty(), null);
            } catch (IOException e) {
                // Left behind by a JVM that was killed, or the agent is too busy to answer.
                return new Row(jvm, Optional.empty(), null);
            }
        }
        return new Row(jvm, jvm.isReachable() ? Optional.empty() : agent, null);
    }

    /**
     * The list as a table.
     *
     * @param columns how wide a line should be at most
     * @return the text, each line ended
     */
    public String text(int columns) {
        StringBuilder text = new StringBuilder();
        if (jvms().isEmpty()) {
            text.append("no JVM of this user is running\n");
        } else {
            jvmTable().appendTo(text, "", columns);
        }
        if (!programs().isEmpty()) {
            text.append('\n');
            programTable().appendTo(text, "", columns);
        }
        return text.toString();
    }

    private List<Row> jvms() {
        return rows.stream().filter(row -> row.process().isJvm()).toList();
    }

    private List<Row> programs() {
        return rows.stream().filter(row -> !row.process().isJvm()).toList();
    }

    private TextTable jvmTable() {
        TextTable table = new TextTable("rlllrll").dropping(5, 1, 2);
        table.add("PID", "ALLOCATOR", "ARMED", "ACTIVE", "RSS", "AGENT", "PROGRAM");
        for (Row row : jvms()) {
            table.add(
                    Long.toString(row.process().pid()),
                    allocator(row).orElse("?"),
                    row.isArmed() ? "yes" : "no",
                    active(row),
                    Units.bytes(row.process().memory().bytes()),
                    row.agent().map(agent -> agent.address().toString()).orElse("-"),
                    row.process().program());
        }
        return table;
    }

    private TextTable programTable() {
        TextTable table = new TextTable("rllrl").dropping(1);
        table.add("PID", "ALLOCATOR", "ACTIVE", "RSS", "PRELOADED PROGRAM");
        for (Row row : programs()) {
            Answer state = row.state();
            table.add(
                    Long.toString(row.process().pid()),
                    state == null ? "?" : state.shown("allocator"),
                    state == null ? "?" : active(row),
                    Units.bytes(row.process().memory().bytes()),
                    row.process().program());
        }
        return table;
    }

    /** With its version if an agent tells it. */
    private static Optional<String> allocator(Row row) {
        Answer state = row.state();
        Optional<String> told = state == null ? Optional.empty() : state.text("allocator");
        if (told.isEmpty()) {
            return Optional.of(row.process().malloc()).filter(name -> !name.isEmpty());
        }
        int comma = told.get().indexOf(',');
        return comma < 0 ? told : Optional.of(told.get().substring(0, comma));
    }

    /** Without an agent it is unknown whether the JVM samples. */
    private static String active(Row row) {
        Answer state = row.state();
        if (state != null) {
            return state.object("jemalloc").flag("active") ? "yes" : "no";
        }
        return row.isArmed() ? "?" : "no";
    }

    /**
     * The list as JSON.
     *
     * @return an object with {@code jvms} and {@code programs}
     */
    public Answer json() {
        JsonObject list = new JsonObject();
        list.add("jvms", json(jvms()));
        list.add("programs", json(programs()));
        return new Answer(list);
    }

    private static JsonArray json(List<Row> rows) {
        JsonArray processes = new JsonArray();
        for (Row row : rows) {
            JsonObject process = new JsonObject();
            process.addProperty("pid", row.process().pid());
            process.addProperty("uid", row.process().uid());
            process.addProperty("program", row.process().program());
            process.addProperty("residentBytes", row.process().memory().bytes());
            process.addProperty("allocator", allocator(row).orElse(null));
            process.addProperty("jemalloc", row.hasJemalloc());
            Answer state = row.state();
            process.add(
                    "jemallocVersion",
                    state == null
                            ? JsonNull.INSTANCE
                            : state.object("jemalloc").json().get("version"));
            process.addProperty("armed", row.isArmed());
            process.addProperty(
                    "active", state == null ? null : state.object("jemalloc").flag("active"));
            process.addProperty(
                    "agent",
                    row.agent().map(agent -> agent.address().toString()).orElse(null));
            processes.add(process);
        }
        return processes;
    }
}
