package io.jemscope.cli.live;

import io.jemscope.cli.control.Answer;
import io.jemscope.cli.control.ResidentText;
import io.jemscope.cli.target.Target;
import io.jemscope.report.TextTable;
import io.jemscope.report.Units;

/** The state of a running JVM in words. */
public final class StateText {

    private static final String SAMPLED_HERE = ", sampled by jemscope";

    private StateText() {}

    /**
     * Prints it.
     *
     * @param state the agent's answer
     * @param target the JVM
     * @param columns how wide a line should be at most
     * @return the text, each line ended
     */
    public static String print(Answer state, Target target, int columns) {
        TextTable table = new TextTable("ll");
        table.add("process", target.name());
        addAllocator(table, state);
        boolean isJvm = !state.has("jvm") || state.flag("jvm");
        table.add("sampling", sampling(state.object("jemalloc")));
        if (state.has("run")) {
            table.add("run", RunText.described(state.object("run")));
        }
        if (state.has("allocationLog")) {
            table.add("log", "on, until " + state.object("allocationLog").shown("ends"));
        }
        if (isJvm) {
            table.add("hook", hook(state.object("hook")));
        } else {
            table.add(
                    "samples",
                    Units.count(state.object("hook").object("counters").number("samples")));
        }
        if (state.has("rssBytes")) {
            rss(table, state, target);
        }
        table.add("malloc", malloc(state));
        table.add(isJvm ? "agent" : "control", agent(state.object("agent"), target));
        StringBuilder text = new StringBuilder();
        table.appendWrapped(text, "", columns);
        return text.toString();
    }

    private static void rss(TextTable table, Answer state, Target target) {
        long rss = state.number("rssBytes");
        table.add("RSS", Units.bytes(rss));
        String elsewhere = ResidentText.elsewhere(rss, ResidentText.mallocBytes(state), target.word());
        if (!elsewhere.isEmpty()) {
            table.add("", elsewhere);
        }
    }

    private static void addAllocator(TextTable table, Answer state) {
        Answer jemalloc = state.object("jemalloc");
        String allocator = state.text("allocator").orElse("");
        if (allocator.endsWith(SAMPLED_HERE)) {
            table.add("allocator", allocator);
        } else if (jemalloc.flag("detected")) {
            table.add("jemalloc", jemalloc.shown("version") + ", " + jemalloc.shown("path"));
        } else {
            table.add("jemalloc", "the program doesn't run on it");
        }
    }

    private static String sampling(Answer jemalloc) {
        if (!jemalloc.flag("prof")) {
            return "not possible: the program was started without MALLOC_CONF=prof:true";
        }
        String rate = jemalloc.has("rateBytes") ? ", one in " + Units.bytes(jemalloc.number("rateBytes")) : "";
        boolean byAgent = jemalloc.text("activeBy").orElse("").equals("agent");
        return (jemalloc.flag("active") ? "on" + (byAgent ? "" : ", not by the agent") : "off") + rate;
    }

    private static String hook(Answer hook) {
        Answer counters = hook.object("counters");
        return (hook.flag("installed") ? "in place" : "not in place: samples show native frames only") + ", "
                + Units.count(counters.number("samples")) + " samples, "
                + Units.count(counters.number("samples.java")) + " with Java frames";
    }

    private static String malloc(Answer state) {
        if (state.has("memory")) {
            return memory(state.object("memory"));
        }
        if (state.has("glibc")) {
            Answer glibc = state.object("glibc");
            return "allocated " + Units.bytes(glibc.number("allocatedBytes")) + ", "
                    + Units.bytes(glibc.number("mappedBytes")) + " of it in "
                    + Units.count(glibc.number("mappedBlocks")) + " blocks with mappings of their own; free "
                    + Units.bytes(glibc.number("freeBytes")) + "; arenas " + Units.count(glibc.number("arenas"));
        }
        String allocator = state.text("allocator").orElse("");
        return allocator.endsWith(SAMPLED_HERE)
                ? "not known: Jemscope reads no statistics of " + allocator.replace(SAMPLED_HERE, "")
                : "not known: jemalloc keeps no statistics";
    }

    private static String memory(Answer memory) {
        StringBuilder text = new StringBuilder();
        for (String name : new String[] {"allocated", "active", "metadata", "resident", "mapped", "retained"}) {
            text.append(text.isEmpty() ? "" : ", ")
                    .append(name)
                    .append(' ')
                    .append(Units.bytes(memory.number(name + "Bytes")));
        }
        return text.toString();
    }

    private static String agent(Answer agent, Target target) {
        return agent.shown("version") + " at "
                + target.agent()
                        .map(descriptor -> descriptor.address().toString())
                        .orElse("-") + ", since "
                + agent.shown("startedAt");
    }
}
