package io.jemscope.report.json;

import com.google.gson.stream.JsonWriter;
import io.jemscope.report.CallTree;
import io.jemscope.report.TextOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes a call tree as JSON: a list of nodes, callers before their callees, each with the index of its caller. Nested nodes
 * would be as deep as stacks are, which many readers refuse.
 */
public final class TreeJson {

    /** A node still to write, and the index of its caller. */
    private record Pending(int node, int parent) {}

    private TreeJson() {}

    /**
     * Writes all of the tree.
     *
     * @param layout what shares are of
     * @param out as UTF-8; not closed
     */
    public static void write(CallTree tree, TextOptions layout, OutputStream out) throws IOException {
        JsonReport report = JsonReport.begin(out, "tree", tree.measure());
        report.groupedBy(tree.grouping());
        report.total(tree.value(CallTree.ROOT), layout);
        JsonWriter json = report.json();
        json.name("nodes").beginArray();
        Deque<Pending> pending = new ArrayDeque<>();
        pending.push(new Pending(CallTree.ROOT, -1));
        for (int written = 0; !pending.isEmpty(); written++) {
            Pending next = pending.pop();
            write(report, tree, next);
            int[] callees = tree.callees(next.node());
            for (int i = callees.length - 1; i >= 0; i--) {
                pending.push(new Pending(callees[i], written));
            }
        }
        json.endArray();
        report.end();
    }

    private static void write(JsonReport report, CallTree tree, Pending next) throws IOException {
        JsonWriter json = report.json();
        json.beginObject();
        json.name("name").value(tree.name(next.node()));
        json.name("parent");
        if (next.parent() < 0) {
            json.nullValue();
        } else {
            json.value(next.parent());
        }
        report.figure("value", tree.value(next.node()));
        report.figure("flat", tree.flat(next.node()));
        json.name("leftOut").value(tree.leftOut(next.node()));
        report.figure("leftOutValue", tree.leftOutValue(next.node()));
        json.endObject();
    }
}
