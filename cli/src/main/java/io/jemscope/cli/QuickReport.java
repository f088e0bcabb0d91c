package io.jemscope.cli;

import io.jemscope.cli.view.Layouter;
import io.jemscope.cli.view.ReportFormat;
import io.jemscope.report.Grouping;
import io.jemscope.report.Top;
import java.nio.file.Path;

/** The options of a verb without picocli: written by {@code QuickVerbsTest}, not by hand. */
record QuickReport(ReportCommand verb) implements QuickVerb {

    @Override
    public boolean option(QuickWords words) {
        switch (words.name()) {
            case "--format" -> verb.formats.format = QuickWords.constant(words.once("--format"), ReportFormat.values());
            case "--top", "--text" -> verb.formats.top = words.flag("--top");
            case "--tree" -> verb.formats.tree = words.flag("--tree");
            case "--traces" -> verb.formats.traces = words.flag("--traces");
            case "--tags" -> verb.formats.tags = words.flag("--tags");
            case "--peek" -> verb.formats.peek = words.once("--peek");
            case "--list" -> verb.formats.list = words.once("--list");
            case "--weblist" -> verb.formats.weblist = words.once("--weblist");
            case "--dot" -> verb.formats.dot = words.flag("--dot");
            case "--svg" -> verb.formats.svg = words.flag("--svg");
            case "--collapsed" -> verb.formats.collapsed = words.flag("--collapsed");
            case "--proto", "--pprof" -> verb.formats.proto = words.flag("--proto");
            case "--callgrind" -> verb.formats.callgrind = words.flag("--callgrind");
            case "--raw" -> verb.formats.raw = words.flag("--raw");
            case "-o", "--output" -> verb.output = Path.of(words.once("-o"));
            case "--force" -> verb.force = words.flag("--force");
            case "--app" -> verb.rows.app.add(words.again("--app"));
            case "--rows", "--nodecount" -> verb.rows.rows = QuickWords.whole(words.once("--rows"));
            case "--allocator-function" -> verb.rows.allocator.functions.add(words.again("--allocator-function"));
            case "--sort" -> verb.order = QuickWords.constant(words.once("--sort"), Top.Order.values());
            case "--cum" -> verb.cumulative = words.flag("--cum");
            case "--flat" -> verb.flat = words.flag("--flat");
            case "--live", "--inuse_space" -> verb.measures.live = words.flag("--live");
            case "--accumulated", "--alloc_space" -> verb.measures.accumulated = words.flag("--accumulated");
            case "--objects" -> verb.measures.objects = words.flag("--objects");
            case "--inuse_objects" -> verb.measures.liveObjects = words.flag("--inuse_objects");
            case "--alloc_objects" -> verb.measures.accumulatedObjects = words.flag("--alloc_objects");
            case "--sample-index", "--sample_index" ->
                verb.measures.sampleIndex = new MeasureOptions.SampleIndex().convert(words.once("--sample-index"));
            case "--by" -> verb.groupings.by = QuickWords.constant(words.once("--by"), Grouping.values());
            case "--functions" -> verb.groupings.functions = words.flag("--functions");
            case "--lines" -> verb.groupings.lines = words.flag("--lines");
            case "--files" -> verb.groupings.files = words.flag("--files");
            case "--filefunctions", "--file-functions" -> verb.groupings.fileFunctions = words.flag("--filefunctions");
            case "--addresses" -> verb.groupings.addresses = words.flag("--addresses");
            case "--node-fraction", "--nodefraction" ->
                verb.layouts.nodeFraction = QuickWords.fraction(words.once("--node-fraction"));
            case "--edge-fraction", "--edgefraction" ->
                verb.layouts.edgeFraction = QuickWords.fraction(words.once("--edge-fraction"));
            case "--call-tree", "--call_tree" -> verb.layouts.callTree = words.flag("--call-tree");
            case "--max-degree", "--maxdegree" -> verb.layouts.maxDegree = QuickWords.whole(words.once("--max-degree"));
            case "--layout" -> verb.layouts.layouter = QuickWords.constant(words.once("--layout"), Layouter.values());
            case "--unit" -> verb.layouts.unit = new UnitName().convert(words.once("--unit"));
            case "--show_bytes" -> verb.layouts.bytes = words.flag("--show_bytes");
            case "--mean" -> verb.layouts.mean = words.flag("--mean");
            case "--focus" -> verb.selection.focus = words.once("--focus");
            case "--ignore" -> verb.selection.ignore = words.once("--ignore");
            case "--hide", "--exclude" -> verb.selection.hide = words.once("--hide");
            case "--show", "--retain" -> verb.selection.show = words.once("--show");
            case "--show-from", "--show_from" -> verb.selection.showFrom = words.once("--show-from");
            case "--prune-from", "--prune_from" -> verb.selection.pruneFrom = words.once("--prune-from");
            case "--tagfocus" -> verb.selection.tagFocus = words.once("--tagfocus");
            case "--tagignore" -> verb.selection.tagIgnore = words.once("--tagignore");
            case "--thread" -> verb.selection.thread = words.once("--thread");
            case "--tagroot" -> verb.labels.roots.add(words.single("--tagroot"));
            case "--tagleaf" -> verb.labels.leaves.add(words.single("--tagleaf"));
            case "--tagshow" -> verb.labels.show = words.once("--tagshow");
            case "--taghide" -> verb.labels.hide = words.once("--taghide");
            case "--noinlines", "--no-inlines" -> verb.noInlines = words.flag("--noinlines");
            case "--base" -> verb.base = Path.of(words.once("--base"));
            case "--diff-base", "--diff_base" -> verb.diffBase = Path.of(words.once("--diff-base"));
            case "--drop-negative", "--drop_negative" -> verb.dropNegative = words.flag("--drop-negative");
            case "--normalize" -> verb.normalize = words.flag("--normalize");
            case "--source-path", "--source_path" -> verb.sourceFolders.add(Path.of(words.again("--source-path")));
            case "--json" -> verb.json = words.flag("--json");
            case "--debug-dir" -> verb.symbols.debugFolders.add(Path.of(words.again("--debug-dir")));
            case "--binary-root" -> verb.symbols.roots.add(Path.of(words.again("--binary-root")));
            case "--lib-prefix", "--lib_prefix" -> verb.symbols.prefixes.add(Path.of(words.single("--lib-prefix")));
            case "--inlines" -> verb.symbols.inlines = words.flag("--inlines");
            case "--no-cache" -> verb.symbols.noCache = words.flag("--no-cache");
            default -> {
                return false;
            }
        }
        return true;
    }

    @Override
    public void file(String word) {
        verb.files.add(word);
    }

    @Override
    public boolean takes(int files) {
        return files >= 1;
    }
}
