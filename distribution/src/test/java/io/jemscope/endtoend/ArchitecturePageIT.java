package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.TargetProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** The classes that the architecture page names on the way of a command and of two requests are classes that real ones use. */
class ArchitecturePageIT {

    private static final Path PAGE = Path.of("..", "docs", "architecture.md");
    private static final Pattern LOADED = Pattern.compile("\\bio\\.jemscope\\.[\\w.$]*?([A-Z]\\w*) source:");
    private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w+)(?:\\.\\w+)?`");

    /** Somebody new reads them all. */
    private static final int MOST_CLASSES = 32;

    @TempDir
    private Path folder;

    @OnEachJdk
    void eachWayIsGoneAsThePageSays(Jdk jdk) throws Exception {
        Path ofTarget = folder.resolve("target-classes");
        Path ofCommand = folder.resolve("command-classes");
        Path dump = folder.resolve("now.heap");
        List<String> program = LiveTarget.program(jdk, List.of(logTo(ofTarget)), folder, List.of(), List.of());
        try (LiveTarget target = LiveTarget.start(program, folder)) {
            target.fine("activate", target.pid());
            target.leak();
            target.fine("dump", target.pid(), "-o", dump.toString());
            target.fine("deactivate", target.pid());
            target.tool(
                    "/bin/sh",
                    "-c",
                    "curl -sS --fail -u :\"$JEMSCOPE_TOKEN\" '" + target.address() + "/debug/pprof/heap' > heap.pb.gz");
            target.curl("/memory-profiler/start?duration=1mins");
            target.endsAsEver();
        }
        try (TargetProcess report = Image.jemscope("report", dump.toString())
                .withVariable("JDK_JAVA_OPTIONS", logTo(ofCommand))
                .start()) {
            Outcome outcome = report.await(Recorder.LIMIT);
            assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        }

        assertThat(loaded(ofCommand)).containsAll(named("`jemscope report x.heap`"));
        assertThat(loaded(ofTarget)).containsAll(named("`GET /debug/pprof/heap`"));
        assertThat(loaded(ofTarget)).containsAll(named("`GET /memory-profiler/start`"));
    }

    private static String logTo(Path file) {
        return "-Xlog:class+load:file=" + file;
    }

    private static Set<String> loaded(Path log) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        try (Stream<String> lines = Files.lines(log)) {
            lines.forEach(line -> {
                Matcher loaded = LOADED.matcher(line);
                if (loaded.find()) {
                    names.add(loaded.group(1));
                }
            });
        }
        return names;
    }

    /** The classes in the first column of a section's table. */
    private static Set<String> named(String heading) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        boolean inside = false;
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("## ")) {
                inside = line.equals("## " + heading);
            } else if (inside && line.startsWith("| `")) {
                Matcher named = CLASS.matcher(line.substring(0, line.indexOf('|', 1)));
                while (named.find()) {
                    names.add(named.group(1));
                }
            }
        }
        assertThat(names).as(heading).hasSizeBetween(5, MOST_CLASSES);
        return names;
    }
}
