package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.Profile;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.TargetCommand;
import io.jemscope.testkit.TargetProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that aren't JVMs, with the library preloaded: one of ours, and Debian's Redis, nginx and PostgreSQL. */
@Tag("one-jdk")
class ServersIT {

    private static final Pattern READY = Pattern.compile("ready");
    private static final long MIB = 1 << 20;

    @TempDir
    private Path folder;

    /** Where other users may read it. */
    private Path library = Image.AGENT;

    @BeforeEach
    void copyLibrary() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        library = Files.copy(Image.AGENT, folder.resolve("libjemscope.so"), StandardCopyOption.COPY_ATTRIBUTES);
    }

    @Test
    void aLeakIsFoundByFunctionAndLine() throws Exception {
        Path program = compile("leaky_server");
        try (TargetProcess server = start(TargetCommand.of(program.toString()))) {
            server.awaitOutput(READY, Recorder.LIMIT);
            String pid = Long.toString(server.pid());
            awaitListed(pid);
            assertThat(fine("list"))
                    .containsPattern(pid + "  glibc [0-9.]+, sampled by jemscope +yes +.* leaky_server\n");
            assertThat(fine("deactivate", pid)).startsWith("sampling is off now");
            assertThat(fine("state", pid)).contains("sampling   off, one in 16.0 KiB");
            assertThat(fine("start", pid, "--label", "planting")).contains("'planting': running");
            Files.createFile(folder.resolve("go-on"));
            String worker = server.awaitOutput(Pattern.compile("worker (\\d+)"), Recorder.LIMIT)
                    .group(1);
            server.awaitOutput(Pattern.compile("planted"), Recorder.LIMIT);
            assertThat(fine("stop", pid)).contains("finished");
            String run = fine("runs", pid).replaceAll("(?s).*\n(\\d+) .*", "$1");
            fine("fetch", pid, run, "-o", folder.resolve("run.pb.gz").toString());
            assertHolds(folder.resolve("run.pb.gz"), "plant_sessions", 20_000L * 2_000);
            assertThat(fine("state", pid)).contains("sampling   off");

            assertThat(fine("fetch", pid, run)).contains("plant_sessions");
            fine("dump", pid, "-o", folder.resolve("dump.heap").toString());
            long line = Files.readString(folder.resolve("leaky_server.c"))
                            .lines()
                            .takeWhile(text -> !text.contains("the line that the test looks for"))
                            .count()
                    + 1;
            String report = fine(
                    "report", "--top", "--lines", folder.resolve("dump.heap").toString());
            assertThat(report).contains("plant_sessions").contains("leaky_server.c:" + line);
            assertThat(fine("report", folder.resolve("dump.heap").toString())).doesNotContain("Java");

            // The fork took the run's sampling along, and none of the parent's samples.
            awaitListed(worker);
            fine("dump", worker, "-o", folder.resolve("worker.heap").toString());
            Path named = folder.resolve("worker.pb.gz");
            fine("report", "-o", named.toString(), folder.resolve("worker.heap").toString());
            assertHolds(named, "plant_jobs", 5_000L * 4_000);
            assertThat(fine("report", folder.resolve("worker.heap").toString()))
                    .doesNotContain("plant_sessions")
                    .contains("what it inherited from process " + pid);

            assertThat(refused("memory", pid)).contains("isn't a JVM", "use what works here");
            assertThat(refused("open", pid)).contains("isn't a JVM");
            Files.createFile(folder.resolve("end"));
            Outcome outcome = server.await(Recorder.LIMIT);
            assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(7);
            assertThat(outcome.error()).isEmpty();
            assertThat(programs("leaky_server")).isEmpty();
            assertThat(sockets()).isEmpty();
        }
    }

    @Test
    void aKilledProgramsSocketIsRemovedByList() throws Exception {
        Path program = compile("leaky_server");
        try (TargetProcess server = start(TargetCommand.of(program.toString()))) {
            awaitListed(Long.toString(server.pid()));
            server.signal("KILL");
            server.await(Recorder.LIMIT);
        }
        assertThat(sockets()).hasSize(1);
        assertThat(fine("list")).doesNotContain("leaky_server");
        assertThat(sockets()).isEmpty();
    }

    @Test
    void redisOnJemalloc() throws Exception {
        assumeThat(isThere("redis-server")).isTrue();
        int port = freePort();
        List<String> command = List.of(
                "redis-server", "--port", port + "", "--bind", "127.0.0.1", "--save", "", "--dir", folder.toString());
        try (TargetProcess redis = start(TargetCommand.of(command))) {
            String pid = Long.toString(redis.pid());
            awaitListed(pid);
            assertThat(fine("list")).containsPattern(pid + "  jemalloc [0-9.]+, sampled by jemscope +yes ");
            List<String> client = List.of("redis-cli", "-p", port + "");
            await().atMost(Recorder.LIMIT).until(() -> run(client, "ping").contains("PONG"));
            fine("start", pid);
            run(client, "eval", "for i=1,50000 do redis.call('set','k'..i,string.rep('x',1000)) end", "0");
            assertThat(fine("stop", pid)).contains("finished");
            String run = fine("runs", pid).replaceAll("(?s).*\n(\\d+) .*", "$1");
            Path file = folder.resolve("redis.pb.gz");
            fine("fetch", pid, run, "-o", file.toString());
            // Keys, values and the table; Redis's own figure is in size classes.
            double used = Double.parseDouble(
                    run(client, "info", "memory").replaceAll("(?s).*used_memory_dataset:(\\d+).*", "$1"));
            assertThat(used).isGreaterThan(50_000_000);
            assertThat(held(file, "").value()).isBetween(0.8 * used, 1.1 * used);
            assertThat(fine("stats", pid)).contains("jemalloc statistics");
            assertThat(fine("msg", pid, "memory_profile", "deactivate")).contains("inactive");
            assertThat(fine("state", pid)).contains("sampling   off");

            run(client, "shutdown", "nosave");
            assertThat(redis.await(Recorder.LIMIT).exitCode()).isZero();
            assertThat(sockets()).isEmpty();
        }
    }

    @Test
    void nginxAndItsWorkers() throws Exception {
        assumeThat(isThere("nginx")).isTrue();
        int port = freePort();
        Path settings = Files.writeString(
                folder.resolve("nginx.conf"), """
                daemon off; worker_processes 2; pid %1$s/pid; error_log stderr;
                %3$s
                events {}
                http {
                  access_log off; client_body_temp_path %1$s/b; proxy_temp_path %1$s/p; fastcgi_temp_path %1$s/f;
                  uwsgi_temp_path %1$s/u; scgi_temp_path %1$s/s;
                  server { listen 127.0.0.1:%2$d; location / { return 200 "served"; } }
                }
                """.formatted(folder, port, isRoot() ? "user www-data;" : ""));
        try (TargetProcess nginx = start(TargetCommand.of("nginx", "-c", settings.toString()))) {
            String pid = Long.toString(nginx.pid());
            awaitListed(pid);
            await().atMost(Recorder.LIMIT)
                    .until(() -> programs("nginx: worker process").size(), count -> count == 2);
            String worker = programs("nginx: worker process").get(0);
            assertThat(run(List.of("curl", "-sS"), "http://127.0.0.1:" + port + "/"))
                    .isEqualTo("served");
            assertThat(fine("state", worker)).contains("glibc", "sampling   on");
            Path file = folder.resolve("worker.heap");
            fine("dump", worker, "-o", file.toString());
            // Its arrays of connections and events, of 116 KiB and twice 48 KiB. At one sample in 16 KiB each of the
            // small
            // ones is missed in one run of twenty, and the large one in one of 1,500.
            assertThat(held(file, "").value()).isBetween(MIB / 32.0, 1.0 * MIB);
            assertThat(fine("report", file.toString())).contains("nginx");
            assertThat(fine("deactivate", worker)).contains("off now");
            assertThat(fine("stats", worker)).isNotBlank();
            assertThat(fine("start", worker, "--duration", "1s")).isNotBlank();
            fine("dump", pid);

            nginx.signal("QUIT");
            Outcome outcome = nginx.await(Recorder.LIMIT);
            assertThat(outcome.exitCode()).as("%s", outcome).isZero();
            assertThat(sockets()).isEmpty();
        }
    }

    @Test
    void postgresAndItsBackends() throws Exception {
        Optional<Path> found = postgres();
        assumeThat(found).isPresent();
        Path programs = found.orElseThrow();
        Path data = Files.createDirectory(folder.resolve("postgres"));
        // It doesn't run as root.
        List<String> as = isRoot()
                ? List.of("setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups")
                : List.of();
        if (isRoot()) {
            run(List.of("chown", "postgres", data.toString()));
        }
        run(as, programs.resolve("initdb").toString(), "-D", data + "/db", "-A", "trust", "-U", "postgres");
        int port = freePort();
        List<String> command = new ArrayList<>(as);
        command.addAll(List.of(
                "env", "LD_PRELOAD=" + library, programs.resolve("postgres").toString()));
        command.addAll(List.of("-D", data + "/db", "-p", port + "", "-h", "127.0.0.1", "-k", data.toString()));
        List<String> client =
                List.of("psql", "-h", "127.0.0.1", "-p", port + "", "-U", "postgres", "-d", "postgres", "-c");
        try (TargetProcess postgres = settings(TargetCommand.of(command)).start()) {
            String pid = Long.toString(postgres.pid());
            awaitListed(pid);
            postgres.awaitError(Pattern.compile("ready to accept"), Recorder.LIMIT);
            List<String> keeping = new ArrayList<>(client);
            keeping.add("begin; set work_mem = '256MB'; declare rows cursor for select md5(g::text) from"
                    + " generate_series(1, 300000) g order by 1; fetch 1 from rows; select pg_sleep(600)");
            try (TargetProcess session = TargetCommand.of(keeping).start()) {
                await().atMost(Recorder.LIMIT)
                        .until(() -> run(
                                        client,
                                        "select 'sleeps ' || wait_event from pg_stat_activity where"
                                                + " query like '%rows cursor%' and wait_event = 'PgSleep'")
                                .contains("sleeps PgSleep"));
                String backend =
                        programs("postgres: postgres postgres 127.0.0.1").get(0);
                Path file = folder.resolve("backend.heap");
                fine("dump", backend, "-o", file.toString());
                // 300,000 tuples of 48 bytes and more, and the array that is sorted.
                assertThat(held(file, "").value()).isBetween(15.0 * MIB, 60.0 * MIB);
                assertThat(fine("report", file.toString())).contains("postgres");
                assertThat(fine("deactivate", backend)).contains("off now");
                assertThat(fine("activate", backend)).contains("on now");
                assertThat(session.isAlive()).isTrue();
            }
            postgres.signal("INT");
            Outcome outcome = postgres.await(Recorder.LIMIT);
            assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        }
        assertThat(programs("postgres")).isEmpty();
    }

    private Path compile(String name) throws Exception {
        Path source = folder.resolve(name + ".c");
        try (InputStream text = ServersIT.class.getResourceAsStream(name + ".c")) {
            Files.write(source, text.readAllBytes());
        }
        Path program = folder.resolve(name);
        run(List.of("cc", "-g", "-O1", "-o", program.toString(), source.toString()));
        return program;
    }

    private TargetProcess start(TargetCommand program) throws IOException {
        return settings(program).withVariable("LD_PRELOAD", library.toString()).start();
    }

    /** {@code env}, which starts the program in a clean state, is preloaded, too, and would take the library away. */
    private TargetCommand settings(TargetCommand program) {
        return program.withVariable("MALLOC_CONF", "lg_prof_sample:14")
                .withVariable("JEMSCOPE_FOLLOW", "true")
                .withVariable("JEMSCOPE_RUNTIME_DIR", runtime().toString())
                .in(folder);
    }

    private Path runtime() {
        return folder.resolve("runtime");
    }

    private Outcome jemscope(String... arguments) throws IOException, InterruptedException {
        return Recorder.run(Image.jemscope(arguments)
                .withVariable("JEMSCOPE_RUNTIME_DIR", runtime().toString())
                .in(folder));
    }

    private String fine(String... arguments) throws IOException, InterruptedException {
        Outcome outcome = jemscope(arguments);
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        return outcome.output();
    }

    private String refused(String... arguments) throws IOException, InterruptedException {
        Outcome outcome = jemscope(arguments);
        assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(69);
        return outcome.error();
    }

    private static String run(List<String> command, String... more) throws IOException, InterruptedException {
        Outcome outcome = Recorder.run(TargetCommand.of(command).with(more));
        return outcome.output() + outcome.error();
    }

    private List<JsonObject> listed(String kind) throws IOException, InterruptedException {
        List<JsonObject> listed = new ArrayList<>();
        for (JsonElement process :
                JsonParser.parseString(fine("list", "--json")).getAsJsonObject().getAsJsonArray(kind)) {
            listed.add(process.getAsJsonObject());
        }
        return listed;
    }

    /** The numbers of the listed programs whose name begins like that. */
    private List<String> programs(String name) throws IOException, InterruptedException {
        return listed("programs").stream()
                .filter(program -> program.get("program").getAsString().startsWith(name))
                .map(program -> program.get("pid").getAsString())
                .toList();
    }

    private void awaitListed(String pid) {
        await().atMost(Recorder.LIMIT)
                .until(() -> listed("programs").stream()
                        .anyMatch(program -> program.get("pid").getAsString().equals(pid)));
    }

    private List<Path> sockets() throws IOException {
        try (Stream<Path> files = Files.list(runtime())) {
            return files.filter(file -> file.toString().endsWith(".sock")).toList();
        }
    }

    /** What is held under a function, or in all. */
    private static Estimate held(Path file, String function) throws IOException {
        Profile profile = ProfileFile.read(file);
        return profile.samples().stream()
                .filter(sample -> function.isEmpty()
                        || sample.stack().stream()
                                .flatMap(location -> location.frames().stream())
                                .anyMatch(frame -> frame.label().equals(function)))
                .map(sample -> profile.rate().estimateBytes(sample.live()))
                .reduce(Estimate.ZERO, Estimate::plus);
    }

    private static void assertHolds(Path file, String function, long bytes) throws IOException {
        Estimate found = held(file, function);
        assertThat(found.value())
                .as("bytes under %s", function)
                .isBetween(bytes - 5 * found.standardError(), bytes + 5 * found.standardError());
    }

    private static boolean isThere(String program) {
        return Stream.of("/usr/bin", "/usr/sbin", "/usr/local/bin")
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    private static Optional<Path> postgres() throws IOException {
        Path versions = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(versions)) {
            return Optional.empty();
        }
        try (Stream<Path> all = Files.list(versions)) {
            return all.map(version -> version.resolve("bin"))
                    .filter(programs -> Files.isExecutable(programs.resolve("initdb")))
                    .findFirst();
        }
    }

    private static boolean isRoot() throws IOException {
        return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
