package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.TargetCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** What users download works where they unpack it. The profile {@code release} makes it; without it these tests are skipped. */
class ReleaseIT {

    private static final Path DUMP = Path.of("../profile/src/test/resources/jvm.heap_v2");

    @TempDir
    private Path folder;

    private Path home;

    @BeforeEach
    void unpack() throws Exception {
        List<Path> archives = made(".tar.gz");
        assumeTrue(archives.size() == 1, "./mvnw -P release makes the archive");
        run(TargetCommand.of("tar", "-xzf", archives.get(0).toString(), "-C", folder.toString()));
        try (Stream<Path> unpacked = Files.list(folder)) {
            home = unpacked.filter(path -> path.getFileName().toString().startsWith("jemscope-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void theArchiveHasTheImageManualPagesAndCompletion() throws Exception {
        Set<String> libraries = Image.jars().stream()
                .map(jar -> "lib/" + jar.getFileName())
                .collect(Collectors.toCollection(TreeSet::new));
        libraries.addAll(List.of("lib/libjemscope.so", "lib/libjemalloc.so.2"));
        Image.storeFiles().forEach(file -> libraries.add("lib/" + file));

        List<String> files = files(home);

        assertThat(files).filteredOn(file -> file.startsWith("lib/")).containsExactlyInAnyOrderElementsOf(libraries);
        assertThat(files)
                .contains("share/man/man1/jemscope.1", "share/man/man1/jemscope-report.1")
                .filteredOn(file -> !file.startsWith("lib/") && !file.startsWith("share/man/man1/jemscope"))
                .containsExactlyInAnyOrder(
                        "LICENSE", "THIRD-PARTY.md", "bin/jemscope", "share/bash-completion/completions/jemscope");
        assertThat(Files.getPosixFilePermissions(home.resolve("bin/jemscope")))
                .contains(PosixFilePermission.OTHERS_EXECUTE);
        assertThat(Files.readString(home.resolve("THIRD-PARTY.md"))).contains("libjemalloc.so.2", "Jason Evans");
    }

    @OnEachJdk
    void runsWithJavaHomeAlone(Jdk jdk) throws Exception {
        Outcome outcome = run(bare(jdk, "--version"));

        assertThat(outcome.output()).startsWith("jemscope ");
        assertThat(outcome.error()).isEmpty();
    }

    @Test
    void saysWhatToInstallWhereJavaIsTooOld() throws Exception {
        assumeTrue(canHide(), "A mount namespace takes root's rights, or a kernel that gives them to every user");
        Path old = Files.createDirectories(folder.resolve("jdk-11/bin"));
        Files.createSymbolicLink(old.resolve("java"), Path.of("/bin/true"));
        Files.writeString(old.resolveSibling("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"11.0.2\"\n");
        String doctor = "env -i PATH='" + old + ":/bin' JAVA_HOME='" + old.getParent() + "' '"
                + home.resolve("bin/jemscope") + "' doctor";

        Outcome outcome = Recorder.run(hiding("mount -t tmpfs tmpfs /usr/lib/jvm && exec " + doctor));

        assertThat(outcome.exitCode()).isEqualTo(125);
        assertThat(outcome.error()).contains("no Java 17 or later", "apt-get install openjdk-17-jre-headless");
    }

    @OnEachJdk
    void theFirstReportMakesLaterStartsFaster(Jdk jdk) throws Exception {
        run(bare(jdk, "report", "--help"));
        assertThat(files(home)).noneMatch(file -> file.endsWith(".jsa"));
        String first =
                run(bare(jdk, "report", DUMP.toAbsolutePath().toString())).output();
        assertThat(files(home.resolve("lib")))
                .filteredOn(file -> file.endsWith(".jsa"))
                .hasSize(1)
                .allMatch(file -> file.contains("-java-" + jdk.feature()));

        Path log = folder.resolve("classes.log");
        Outcome second = run(TargetCommand.of(
                        "env",
                        "-i",
                        "JAVA_HOME=" + jdk.home(),
                        "JEMSCOPE_JAVA_OPTS=-Xlog:class+load=info:file=" + log,
                        home.resolve("bin/jemscope").toString())
                .with("report", DUMP.toAbsolutePath().toString()));

        assertThat(second.output()).isEqualTo(first);
        assertThat(Files.readString(log)).containsPattern("io\\.jemscope\\.cli\\.Main source: shared objects file");
    }

    @Test
    void aReportWorksWhereTheArchiveOfClassesCannotBeWritten() throws Exception {
        assumeTrue(canHide(), "A mount namespace takes root's rights, or a kernel that gives them to every user");
        String readOnly =
                "mount --bind '" + home + "' '" + home + "' && mount -o remount,bind,ro '" + home + "' && exec ";
        String report = "'" + home.resolve("bin/jemscope") + "' report '" + DUMP.toAbsolutePath() + "'";
        String java = "JAVA_HOME='" + Jdks.all().get(0).home() + "' ";

        Outcome nowhere = run(hiding(readOnly + "env -i " + java + report));
        assertThat(nowhere.output()).contains("Who holds it");
        assertThat(nowhere.error()).isEmpty();
        assertThat(files(home)).noneMatch(file -> file.endsWith(".jsa"));

        run(hiding(readOnly + "env -i HOME='" + folder + "' " + java + report));
        assertThat(files(folder.resolve(".cache/jemscope"))).hasSize(1).allMatch(file -> file.endsWith(".jsa"));
    }

    @Test
    void theBundledJemallocIsUsedWhereTheSystemHasNone() throws Exception {
        assumeTrue(canHide(), "A mount namespace takes root's rights, or a kernel that gives them to every user");
        Path system = Image.jemalloc().toRealPath();
        String doctor = home.resolve("bin/jemscope") + " doctor";

        assertThat(run(hiding("exec " + doctor)).output()).contains(Image.jemalloc() + ", version 5.3");
        assertThat(run(hiding("mount --bind /dev/null '" + system + "' && exec " + doctor))
                        .output())
                .contains(
                        home.resolve("lib/libjemalloc.so.2") + ", bundled with Jemscope, version 5.3.0, with profiling",
                        "a small recording works");
    }

    @Test
    void theDebianPackageHasTheSameFiles() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/dpkg-deb")), "Only Debian has dpkg-deb");
        Path unpacked = folder.resolve("debian");
        run(TargetCommand.of("dpkg-deb", "-x", made(".deb").get(0).toString(), unpacked.toString()));

        assertThat(files(unpacked.resolve("usr/lib/jemscope/lib")))
                .containsExactlyElementsOf(files(home.resolve("lib")));
        assertThat(files(unpacked.resolve("usr/share/man")))
                .containsExactlyElementsOf(files(home.resolve("share/man")));
        assertThat(unpacked.resolve("usr/share/bash-completion/completions/jemscope"))
                .exists();
        assertThat(unpacked.resolve("usr/bin/jemscope").toRealPath())
                .isEqualTo(unpacked.resolve("usr/lib/jemscope/bin/jemscope").toRealPath())
                .isExecutable();
    }

    @Test
    void checksumsAndListOfComponentsAreRight() throws Exception {
        List<Path> products = Stream.of(".tar.gz", ".deb", ".json")
                .flatMap(end -> made(end).stream())
                .toList();
        assertThat(products).hasSize(3);
        for (Path product : products) {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(product));
            assertThat(Files.readString(Path.of(product + ".sha256")).strip())
                    .isEqualTo(HexFormat.of().formatHex(sum) + "  " + product.getFileName());
        }
        Set<String> components = new TreeSet<>();
        for (JsonElement component : JsonParser.parseString(
                        Files.readString(made(".json").get(0)))
                .getAsJsonObject()
                .getAsJsonArray("components")) {
            components.add(component.getAsJsonObject().get("name").getAsString());
        }
        assertThat(components)
                .contains("libjemalloc2", "duckdb_jdbc")
                .containsAll(Image.jars().stream()
                        .map(jar -> jar.getFileName().toString().replace(".jar", ""))
                        .toList());
    }

    @Test
    void theContainerExamplesNameFilesOfTheArchive() throws Exception {
        Path example = Path.of("../examples/container");
        String docker = Files.readString(example.resolve("Dockerfile"));
        String pod = Files.readString(example.resolve("shop.yaml"));
        Map<String, Object> parsed = new Yaml().load(pod);

        assertThat(parsed).containsEntry("kind", "Pod").containsKeys("apiVersion", "metadata", "spec");
        assertThat(docker)
                .contains("ARG VERSION=" + home.getFileName().toString().replace("jemscope-", "") + "\n");
        assertThat(made(".tar.gz").get(0).getFileName().toString())
                .matches(home.getFileName() + "-linux-(amd64|arm64)\\.tar\\.gz");
        Set<String> named = Pattern.compile("/opt/jemscope/([\\w./-]*\\w)")
                .matcher(docker + pod)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(named)
                .contains("bin/jemscope", "lib/libjemalloc.so.2", "lib/libjemscope.so")
                .allSatisfy(file -> assertThat(home.resolve(file)).isRegularFile());
    }

    /** The installed command with {@code JAVA_HOME} and no other variable. */
    private TargetCommand bare(Jdk jdk, String... arguments) {
        return TargetCommand.of(
                        "env",
                        "-i",
                        "JAVA_HOME=" + jdk.home(),
                        home.resolve("bin/jemscope").toString())
                .with(arguments);
    }

    /** A shell script in a mount namespace of its own. */
    private static TargetCommand hiding(String script) {
        return TargetCommand.of("unshare", "-rm", "sh", "-c", script);
    }

    private static boolean canHide() throws Exception {
        return Recorder.run(hiding("mount --bind /dev/null /etc/hostname")).exitCode() == 0;
    }

    private static Outcome run(TargetCommand command) throws IOException, InterruptedException {
        Outcome outcome = Recorder.run(command);
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        return outcome;
    }

    /** What the profile has made, by the end of its name. */
    private static List<Path> made(String end) {
        List<Path> made = new ArrayList<>();
        try (Stream<Path> files = Files.list(Image.notices().resolve("../..").normalize())) {
            files.filter(file -> file.getFileName().toString().matches("jemscope[-_].*" + end.replace(".", "\\.")))
                    .forEach(made::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return made;
    }

    private static List<String> files(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }
}
