package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.tools.attach.VirtualMachine;
import io.jemscope.agent.bootstrap.Agent;
import io.jemscope.allocator.Allocator;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A JVM that runs {@link AttachedProgram} with jemalloc and the agent in it. Killed when closed, if it still runs. */
final class TargetJvm implements AutoCloseable {

    private static final int SECONDS = 30;

    /** What a user may have set that would change every JVM. */
    private static final List<String> NOT_INHERITED = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private final Path folder;
    private final Process process;
    private final BufferedReader output;

    private TargetJvm(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** The JDKs on this machine, 17 and later, one for each version. */
    static List<Path> jdks() {
        Map<Integer, Path> byVersion = new TreeMap<>();
        add(byVersion, Path.of(System.getProperty("java.home")));
        try (Stream<Path> homes = Files.list(Path.of("/usr/lib/jvm"))) {
            homes.sorted().forEach(home -> add(byVersion, home));
        } catch (IOException e) {
            // The JDK that runs the tests is enough.
        }
        return List.copyOf(byVersion.values());
    }

    private static void add(Map<Integer, Path> byVersion, Path home) {
        if (Files.isExecutable(home.resolve("bin/jcmd")) && Files.isReadable(home.resolve("release"))) {
            int version = version(home);
            if (version >= 17) {
                byVersion.putIfAbsent(version, home);
            }
        }
    }

    /** The JDK's feature version, such as 17; 0 where it doesn't tell. */
    static int version(Path jdk) {
        try (Stream<String> lines = Files.lines(jdk.resolve("release"))) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION="))
                    .mapToInt(line ->
                            Integer.parseInt(line.replaceAll("[^0-9.]", "").replaceAll("\\..*", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the program and waits until it is ready. */
    static TargetJvm start(Path jdk, Path folder, Map<String, String> environment, String... arguments)
            throws IOException {
        return startWith("", jdk, folder, environment, arguments);
    }

    /** Starts the program, with more options for the agent than where its dumps go, and waits until it is ready. */
    static TargetJvm startWith(
            String options, Path jdk, Path folder, Map<String, String> environment, String... arguments)
            throws IOException {
        return startProgram(AttachedProgram.class, options, jdk, folder, environment, arguments);
    }

    /** Starts another program, which says {@code ready} as well, and waits until it is. */
    static TargetJvm startProgram(
            Class<?> program,
            String options,
            Path jdk,
            Path folder,
            Map<String, String> environment,
            String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(jdk.resolve("bin/java").toString());
        command.add("-agentpath:" + System.getProperty("jemscope.native") + "=folder=" + folder.resolve("dumps")
                + ",agent=" + agentJar(folder) + "," + options);
        command.addAll(List.of(arguments));
        command.addAll(List.of("-cp", codeOf(program), program.getName(), "an argument"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(folder.resolve("stderr").toFile());
        NOT_INHERITED.forEach(builder.environment()::remove);
        builder.environment().put("LD_PRELOAD", System.getProperty("jemscope.jemalloc"));
        builder.environment().put("MALLOC_CONF", "prof:true,prof_active:false,lg_prof_sample:12");
        builder.environment().put("JEMSCOPE_RUNTIME_DIR", folder.resolve("run").toString());
        builder.environment().putAll(environment);
        TargetJvm target = new TargetJvm(folder, builder.start());
        assertThat(target.output.readLine()).as(target.standardError()).isEqualTo("ready");
        return target;
    }

    /** A jar as the image has it, but leading to the classes where the build has put them. */
    private static Path agentJar(Path folder) throws IOException {
        Path jar = folder.resolve("agent.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, agentClassPath());
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    private static String agentClassPath() {
        List<String> path = new ArrayList<>();
        for (Class<?> type : List.of(
                Agent.class,
                Allocator.class,
                io.jemscope.httpd.HttpServer.class,
                com.google.gson.stream.JsonWriter.class,
                com.google.re2j.Pattern.class,
                io.jemscope.profile.Profile.class,
                io.jemscope.history.History.class,
                io.jemscope.symbols.Symbolizer.class,
                io.jemscope.report.Top.class)) {
            path.add(uriOf(type));
        }
        // What lays out graphs and what writes metrics have many jars, of which no class is to be named here.
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (entry.contains("org.eclipse.") || entry.contains("guava") || entry.contains("prometheus-metrics-")) {
                path.add(new File(entry).toURI().toString());
            }
        }
        path.add(uriOfPage());
        return String.join(" ", path);
    }

    /** Where the page's files are, which come without any class. */
    private static String uriOfPage() {
        String file = "/io/jemscope/web/page.js";
        String found = String.valueOf(TargetJvm.class.getResource(file));
        assertThat(found).endsWith(file);
        String root = found.substring(0, found.length() - file.length() + 1);
        return root.startsWith("jar:") ? root.substring("jar:".length(), root.length() - "!/".length()) : root;
    }

    private static String uriOf(Class<?> type) {
        return new File(codeOf(type)).toURI().toString();
    }

    private static String codeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    long pid() {
        return process.pid();
    }

    Path descriptorFile() {
        return folder.resolve("run").resolve(pid() + ".json");
    }

    JsonObject descriptor() throws IOException {
        return JsonParser.parseString(Files.readString(descriptorFile())).getAsJsonObject();
    }

    String standardError() throws IOException {
        return Files.readString(folder.resolve("stderr"));
    }

    /** Lets the program allocate a block. */
    void allocate() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        assertThat(output.readLine()).startsWith("holding ");
    }

    /** Asks the agent. */
    HttpResponse<String> ask(String method, String path, String body) throws IOException, InterruptedException {
        return ask(method, path, body, HttpResponse.BodyHandlers.ofString());
    }

    /** Asks likewise for what isn't text. */
    <T> HttpResponse<T> ask(String method, String path, String body, HttpResponse.BodyHandler<T> into)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(descriptor().get("address").getAsString() + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + descriptor().get("token").getAsString())
                .build();
        return HttpClient.newHttpClient().send(request, into);
    }

    /** Lets the program take memory and give it back. */
    void release() throws IOException {
        process.getOutputStream().write('r');
        process.getOutputStream().flush();
        assertThat(output.readLine()).isEqualTo("released");
    }

    /** The names of its threads, as the kernel has them. */
    List<String> threads() throws IOException {
        List<String> names = new ArrayList<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid()), "task"))) {
            tasks.forEach(task -> {
                try {
                    names.add(Files.readString(task.resolve("comm")).strip());
                } catch (IOException e) {
                    assertThat(task).as("one that can't be read has ended").doesNotExist();
                }
            });
        }
        return names;
    }

    /** Has the agent leave, and waits until it is gone; answers what it said. */
    JsonObject leave() throws IOException, InterruptedException {
        URI address = URI.create(descriptor().get("address").getAsString());
        String answer = ask("DELETE", "/api/v1/agent", "").body();
        waiting().until(() -> Files.notExists(descriptorFile()));
        waiting().until(() -> isClosed(address));
        return JsonParser.parseString(answer).getAsJsonObject();
    }

    private static boolean isClosed(URI address) throws IOException {
        try (Socket open = new Socket(address.getHost(), address.getPort())) {
            return open.isClosed();
        } catch (ConnectException e) {
            return true;
        }
    }

    /** Attaches an agent to the program, and waits until it is there. */
    void attach(String options) throws Exception {
        load(options);
        waiting().until(() -> Files.exists(descriptorFile()));
    }

    /** Attaches an agent to the program. */
    void load(String options) throws Exception {
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid()));
        try {
            jvm.loadAgentPath(System.getProperty("jemscope.native"), "folder=" + folder.resolve("dumps") + options);
        } finally {
            jvm.detach();
        }
    }

    private static ConditionFactory waiting() {
        return Awaitility.await().atMost(Duration.ofSeconds(SECONDS)).pollInterval(Duration.ofMillis(5));
    }

    /** Lets the program end, and waits; answers its exit code. */
    int end() throws IOException, InterruptedException {
        process.getOutputStream().close();
        return await();
    }

    /** Ends the program by a signal, and waits; answers its exit code. */
    int terminate() throws InterruptedException {
        // Not the Process itself: that would close the program's input too.
        process.toHandle().destroy();
        return await();
    }

    private int await() throws InterruptedException {
        assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS))
                .as("the JVM ends by itself")
                .isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
