package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.testkit.Jdk;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program that has classes of its own under the names of those that the agent uses, as another version of the same library
 * would: each of both goes on with its own.
 */
class OtherVersionsIT {

    /** One of each library, and of the agent's own parts; none of them can do anything. */
    private static final List<String> NAMES = List.of(
            "com.google.gson.Gson",
            "com.google.gson.stream.JsonReader",
            "com.google.gson.stream.JsonWriter",
            "com.google.common.collect.ImmutableList",
            "com.google.common.base.Preconditions",
            "io.prometheus.metrics.model.registry.PrometheusRegistry",
            "io.prometheus.metrics.config.PrometheusProperties",
            "org.eclipse.elk.core.RecursiveGraphLayoutEngine",
            "org.eclipse.elk.core.data.LayoutMetaDataService",
            "org.eclipse.elk.graph.ElkNode",
            "org.eclipse.emf.ecore.EObject",
            "org.eclipse.emf.common.util.EList",
            "picocli.CommandLine",
            "io.jemscope.agent.bootstrap.Agent",
            "io.jemscope.allocator.JemallocNatives",
            "io.jemscope.profile.Profile",
            "io.jemscope.report.Top");

    /** What libraries look for by name on somebody's class path; these name what isn't there, or is none. */
    private static final List<String> RESOURCES = List.of(
            "prometheus.properties",
            "META-INF/services/org.eclipse.elk.core.data.ILayoutMetaDataProvider",
            "META-INF/services/java.nio.file.spi.FileTypeDetector",
            "META-INF/services/com.sun.net.httpserver.spi.HttpServerProvider");

    @TempDir
    private Path folder;

    @OnEachJdk
    void eachKeepsToItsOwn(Jdk jdk) throws Exception {
        Path others = standIns();
        List<String> steps = NAMES.stream().map(name -> "class=" + name).toList();
        List<String> program = new ArrayList<>(LiveTarget.program(
                jdk,
                List.of("-Dio.prometheus.exporter.filter.metricNameMustStartWith=shop_"),
                folder,
                steps.subList(0, NAMES.size() / 2),
                steps));
        int classPath = program.indexOf("-cp") + 1;
        program.set(classPath, others + ":" + program.get(classPath));

        try (LiveTarget target = LiveTarget.start(program, folder)) {
            target.fine("activate", target.pid());
            target.leak();
            String dump = "/api/v1/dumps/" + target.dumped() + "?wait=60&format=";

            assertThat(target.curl(dump + "svg")).contains("<svg", "Steps");
            assertThat(target.curl(dump + "text")).contains("io.jemscope.testkit.programs.Steps.leak");
            assertThat(target.curl(dump + "json")).startsWith("{");
            assertThat(target.curl("/metrics")).contains("jemscope_", "jemalloc");
            assertThat(target.fine("state", target.pid())).contains("in place");
            assertThat(target.fine("detach", target.pid())).contains("has left");
            target.fine("attach", target.pid());

            URL location = others.toUri().toURL();
            assertThat(target.ended().output())
                    .contains(NAMES.stream()
                            .map(name -> name + " of " + location + "\n")
                            .toList());
        }
    }

    private Path standIns() throws IOException {
        Path sources = folder.resolve("sources");
        Path classes = Files.createDirectory(folder.resolve("others"));
        List<String> arguments = new ArrayList<>(List.of("--release", "17", "-d", classes.toString()));
        for (String name : NAMES) {
            int dot = name.lastIndexOf('.');
            Path source = sources.resolve(name.replace('.', '/') + ".java");
            Files.createDirectories(source.getParent());
            Files.writeString(
                    source, "package " + name.substring(0, dot) + "; class " + name.substring(dot + 1) + " {}\n");
            arguments.add(source.toString());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        for (String name : RESOURCES) {
            Path file = classes.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "io.prometheus.metrics.NoSuchThing\n");
        }
        return classes;
    }
}
