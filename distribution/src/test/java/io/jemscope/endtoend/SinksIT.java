package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.jemscope.fleet.sink.StrictBucket;
import io.jemscope.fleet.sink.StrictOtlpReceiver;
import io.jemscope.fleet.sink.StrictReceiver;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetCommand;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One collector sends a real JVM's profile to all sinks: strict stand-ins of the receivers take it, and it means the same everywhere.
 * What they logged and took stays in {@code target/sinks}.
 */
class SinksIT {

    private static final Path KEPT = Path.of("target", "sinks");
    private static final Pattern TOTAL = Pattern.compile("of ([0-9]+)B total");

    private final String service = "sinks-" + ProcessHandle.current().pid();

    @TempDir
    private Path folder;

    private StrictReceiver receiver;
    private StrictOtlpReceiver otlp;
    private StrictBucket bucket;
    private LiveTarget target;

    @BeforeEach
    void start() throws Exception {
        receiver = StrictReceiver.start();
        otlp = StrictOtlpReceiver.start();
        bucket = StrictBucket.start();
        List<String> options =
                List.of("-Dotel.service.name=" + service, "-Dotel.resource.attributes=service.version=2.3.1");
        target = LiveTarget.start(LiveTarget.program(Jdks.all().get(0), options, folder, List.of(), List.of()), folder);
        target.fine("activate", target.pid());
        Files.createDirectories(KEPT);
    }

    @AfterEach
    void end() throws IOException {
        target.close();
        receiver.close();
        otlp.close();
        bucket.close();
    }

    @Test
    void aProfileMeansTheSameInAllSinks() throws Exception {
        List<Plant> plants = target.leak();
        assertThat(plants).isNotEmpty();

        Outcome outcome = Recorder.run(collect(StrictReceiver.CREDENTIALS));

        List<String> log = new ArrayList<>(receiver.log());
        log.addAll(otlp.log());
        log.addAll(bucket.log());
        Files.write(KEPT.resolve("log"), log);
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        assertThat(log).hasSize(4).allMatch(line -> line.startsWith("accepted "));
        List<Path> files = new ArrayList<>();
        for (StrictReceiver.Taken taken : receiver.taken()) {
            files.add(keep(
                    taken.labels().containsKey("service_name") ? "pyroscope" : "parca",
                    taken.pprof().toByteArray()));
        }
        files.add(keep("s3", bucket.objects().values().iterator().next()));
        Path written = inFolder();
        files.add(keep("folder", Files.readAllBytes(written)));
        assertThat(files).hasSize(4);
        long total = total(files.get(3), plants);
        for (Path file : files) {
            assertThat(total(file, plants)).as("%s", file).isEqualTo(total);
        }
        Outcome report = Recorder.run(Image.jemscope("report", written.toString()));
        assertThat(report.output()).contains(plants.stream().map(Plant::site).toList());
        assertThat(otlp.taken())
                .singleElement()
                .satisfies(each -> assertThat(liveBytes(each)).isEqualTo(total));
        assertThat(otlp.taken().get(0).getDictionary().getStringTableList()).containsAll(methods(plants));
        target.endsAsEver();
    }

    @Test
    void aSinkThatRefusesStopsNoOther() throws Exception {
        target.leak();

        Outcome outcome = Recorder.run(collect("user:another password"));

        Files.write(KEPT.resolve("log-of-refusals"), receiver.log());
        assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(69);
        assertThat(outcome.error())
                .contains("the profiles for the sink parca stay in the spool", "check the credentials")
                .doesNotContain("another password");
        assertThat(receiver.log())
                .hasSizeGreaterThan(1)
                .allMatch(line -> line.startsWith("refused ") && line.endsWith(": 401 no or wrong credentials"));
        assertThat(otlp.taken()).hasSize(1);
        assertThat(bucket.objects()).hasSize(1);
        assertThat(inFolder()).isNotEmptyFile();
        target.endsAsEver();
    }

    /** One profile, into all sinks that there are. */
    private TargetCommand collect(String credentials) throws IOException {
        Path user = Files.writeString(folder.resolve("user"), credentials + "\n");
        Path token = Files.writeString(folder.resolve("token"), StrictOtlpReceiver.TOKEN + "\n");
        return Image.jemscope(
                        "collect",
                        "--rounds",
                        "1",
                        "--every",
                        "1s",
                        "--service",
                        service,
                        "--spool",
                        folder.resolve("spool").toString(),
                        "--to",
                        "folder=" + folder.resolve("profiles"),
                        "--to",
                        "pyroscope=" + receiver.address(),
                        "--credentials",
                        "pyroscope=" + user,
                        "--tenant",
                        "team-a",
                        "--to",
                        "parca=" + receiver.address(),
                        "--credentials",
                        "parca=" + user,
                        "--to",
                        "otlp=" + otlp.address(),
                        "--credentials",
                        "otlp=" + token,
                        "--to",
                        "s3=" + bucket.address())
                .withVariable("AWS_ACCESS_KEY_ID", StrictBucket.CREDENTIALS.accessKey())
                .withVariable("AWS_SECRET_ACCESS_KEY", StrictBucket.CREDENTIALS.secretKey())
                .withVariable("AWS_SESSION_TOKEN", StrictBucket.CREDENTIALS.sessionToken())
                .withVariable("AWS_REGION", StrictBucket.REGION);
    }

    private Path inFolder() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("profiles"))) {
            return files.filter(each -> each.toString().endsWith(".pb.gz"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Path keep(String sink, byte[] pprof) throws IOException {
        return Files.write(KEPT.resolve(sink + ".pb.gz"), pprof);
    }

    /** The live bytes of a file, by Go's pprof, which must know the plants' methods. */
    private long total(Path file, List<Plant> plants) throws IOException, InterruptedException {
        String top = target.tool(
                "go",
                "tool",
                "pprof",
                "-top",
                "-cum",
                "-nodecount=1000",
                "-unit=B",
                file.toAbsolutePath().toString());
        assertThat(top).contains("Type: inuse_space").contains(methods(plants));
        Matcher matcher = TOTAL.matcher(top);
        assertThat(matcher.find()).as(top).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    /** Such as {@code com.example.Cache.put} of {@code com.example.Cache.put(Cache.java:42)}. */
    private static List<String> methods(List<Plant> plants) {
        return plants.stream()
                .map(plant -> plant.site().substring(0, plant.site().indexOf('(')))
                .toList();
    }

    /** The sum of the profile that has bytes in use. */
    private static long liveBytes(ExportProfilesServiceRequest request) {
        ProfilesDictionary words = request.getDictionary();
        long sum = 0;
        for (Profile profile :
                request.getResourceProfiles(0).getScopeProfiles(0).getProfilesList()) {
            ByteString type = words.getStringTableBytes(profile.getSampleType().getTypeStrindex());
            if (type.equals(ByteString.copyFromUtf8("inuse_space"))) {
                sum += profile.getSamplesList().stream()
                        .mapToLong(sample -> sample.getValues(0))
                        .sum();
            }
        }
        return sum;
    }
}
