package io.jemscope.cli;

import io.jemscope.cli.view.ChangeFormat;
import java.nio.file.Path;

/** The options of a verb without picocli: written by {@code QuickVerbsTest}, not by hand. */
record QuickDiff(DiffCommand verb) implements QuickVerb {

    @Override
    public boolean option(QuickWords words) {
        switch (words.name()) {
            case "--base", "--diff-base", "--diff_base" -> verb.base = Path.of(words.once("--base"));
            case "--normalize" -> verb.normalize = words.flag("--normalize");
            case "--format" -> verb.options.format = QuickWords.constant(words.once("--format"), ChangeFormat.values());
            case "--json" -> verb.options.json = words.flag("--json");
            case "-o", "--output" -> verb.options.output = Path.of(words.once("-o"));
            case "--force" -> verb.options.force = words.flag("--force");
            case "--rows", "--nodecount" -> verb.options.rows = QuickWords.whole(words.once("--rows"));
            case "--node-fraction", "--nodefraction" ->
                verb.options.leastShare = QuickWords.fraction(words.once("--node-fraction"));
            case "--all" -> verb.options.all = words.flag("--all");
            case "--by" -> verb.options.by = new ChangeOptions.RowsName().convert(words.once("--by"));
            case "--cumulative", "--cum" -> verb.options.cumulative = words.flag("--cumulative");
            case "--app" -> verb.options.app.add(words.again("--app"));
            case "--allocator-function" -> verb.options.allocator.functions.add(words.again("--allocator-function"));
            case "--live", "--inuse_space" -> verb.options.measure.live = words.flag("--live");
            case "--accumulated", "--alloc_space" -> verb.options.measure.accumulated = words.flag("--accumulated");
            case "--objects" -> verb.options.measure.objects = words.flag("--objects");
            case "--inuse_objects" -> verb.options.measure.liveObjects = words.flag("--inuse_objects");
            case "--alloc_objects" -> verb.options.measure.accumulatedObjects = words.flag("--alloc_objects");
            case "--sample-index", "--sample_index" ->
                verb.options.measure.sampleIndex =
                        new MeasureOptions.SampleIndex().convert(words.once("--sample-index"));
            case "--focus" -> verb.options.selection.focus = words.once("--focus");
            case "--ignore" -> verb.options.selection.ignore = words.once("--ignore");
            case "--hide", "--exclude" -> verb.options.selection.hide = words.once("--hide");
            case "--show", "--retain" -> verb.options.selection.show = words.once("--show");
            case "--show-from", "--show_from" -> verb.options.selection.showFrom = words.once("--show-from");
            case "--prune-from", "--prune_from" -> verb.options.selection.pruneFrom = words.once("--prune-from");
            case "--tagfocus" -> verb.options.selection.tagFocus = words.once("--tagfocus");
            case "--tagignore" -> verb.options.selection.tagIgnore = words.once("--tagignore");
            case "--thread" -> verb.options.selection.thread = words.once("--thread");
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
        verb.files.add(Path.of(word));
    }

    @Override
    public boolean takes(int files) {
        return files >= 1 && files <= 2;
    }
}
