package io.jemscope.report.json;

import com.google.gson.stream.JsonWriter;
import io.jemscope.report.TextOptions;
import io.jemscope.report.Tree;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Writes a call tree as JSON: a list of nodes, callers before their callees, each with the index of its caller. Nodes
 * within nodes would be as deep as stacks are, which many readers refuse.
 */
public final class TreeJson {

    /** A node still to write. */
    private record Pending(Tree.Node node, int parent) {}

    private TreeJson() {}

    /**
     * Writes the tree as it is: what is to be left out, the tree leaves out.
     *
     * @param layout what shares are of
     * @param out where to, as UTF-8; not closed
     * @throws IOException where it can't be written
     */
    public static void write(Tree tree, TextOptions layout, OutputStream out) throws IOException {
        JsonReport report = JsonReport.begin(out, "tree", tree.measure());
        report.groupedBy(tree.grouping());
        report.total(tree.root().value(), layout);
        JsonWriter json = report.json();
        json.name("nodes").beginArray();
        Deque<Pending> pending = new ArrayDeque<>();
        pending.push(new Pending(tree.root(), -1));
        int written = 0;
        while (!pending.isEmpty()) {
            Pending next = pending.pop();
            write(report, next);
            List<Tree.Node> callees = next.node().callees();
            for (int i = callees.size() - 1; i >= 0; i--) {
                pending.push(new Pending(callees.get(i), written));
            }
            written++;
        }
        json.endArray();
        report.end();
    }

    private static void write(JsonReport report, Pending next) throws IOException {
        JsonWriter json = report.json();
        json.beginObject();
        json.name("name").value(next.node().name());
        json.name("parent");
        if (next.parent() < 0) {
            json.nullValue();
        } else {
            json.value(next.parent());
        }
        report.figure("value", next.node().value());
        report.figure("flat", next.node().flat());
        json.name("leftOut").value(next.node().leftOut());
        report.figure("leftOutValue", next.node().leftOutValue());
        json.endObject();
    }
}
