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

/** JVMs in a list: what the kernel shows of each, and what its agent says where it has one. */
public final class JvmList {

    /**
     * A JVM in the list.
     *
     * @param agent its agent; empty where there is none that answers
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
        if (agent.isPresent() && jvm.sharesNetwork()) {
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
        return new Row(jvm, jvm.sharesNetwork() ? Optional.empty() : agent, null);
    }

    /**
     * The list as a table.
     *
     * @param columns how wide a line should be at most
     * @return the text, each line ended
     */
    public String text(int columns) {
        if (rows.isEmpty()) {
            return "no JVM of this user is running\n";
        }
        TextTable table = new TextTable("rlllrll").dropping(5, 1, 2);
        table.add("PID", "ALLOCATOR", "ARMED", "ACTIVE", "RSS", "AGENT", "PROGRAM");
        for (Row row : rows) {
            table.add(
                    Long.toString(row.process().pid()),
                    allocator(row).orElse("?"),
                    row.isArmed() ? "yes" : "no",
                    active(row),
                    Units.bytes(row.process().memory().bytes()),
                    row.agent().map(agent -> agent.address().toString()).orElse("-"),
                    row.process().program());
        }
        StringBuilder text = new StringBuilder();
        table.appendTo(text, "", columns);
        return text.toString();
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
     * @return an object with {@code jvms}
     */
    public Answer json() {
        JsonArray jvms = new JsonArray();
        for (Row row : rows) {
            JsonObject jvm = new JsonObject();
            jvm.addProperty("pid", row.process().pid());
            jvm.addProperty("uid", row.process().uid());
            jvm.addProperty("program", row.process().program());
            jvm.addProperty("residentBytes", row.process().memory().bytes());
            jvm.addProperty("allocator", allocator(row).orElse(null));
            jvm.addProperty("jemalloc", row.hasJemalloc());
            Answer state = row.state();
            jvm.add(
                    "jemallocVersion",
                    state == null
                            ? JsonNull.INSTANCE
                            : state.object("jemalloc").json().get("version"));
            jvm.addProperty("armed", row.isArmed());
            jvm.addProperty(
                    "active", state == null ? null : state.object("jemalloc").flag("active"));
            jvm.addProperty(
                    "agent",
                    row.agent().map(agent -> agent.address().toString()).orElse(null));
            jvms.add(jvm);
        }
        JsonObject list = new JsonObject();
        list.add("jvms", jvms);
        return new Answer(list);
    }
}
