package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Frame;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.Sample;
import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way to native memory, from every kind of Java code: the bytes are found at the line that asked for them. */
class PlantsIT {

    private static final List<Leak> LEAKS = List.of(
            Leak.of("InflaterLeak", 17),
            Leak.of("DeflaterLeak", 17),
            Leak.of("DirectBufferLeak", 17),
            Leak.of("UnsafeLeak", 17),
            Leak.of("ArenaLeak", 22),
            Leak.of("HotLeak", 17, "-Xint"),
            Leak.of("HotLeak", 17, "-XX:TieredStopAtLevel=1", "-Xbatch"),
            Leak.of("HotLeak", 17, "-XX:-TieredCompilation", "-Xbatch"),
            Leak.of("LambdaLeak", 17),
            Leak.of("ReflectionLeak", 17),
            Leak.of("VirtualThreadLeak", 21),
            Leak.of("UnloadedLoaderLeak", 17),
            Leak.of("EndedThreadsLeak", 17));

    private static final Map<String, String> NATIVE_FUNCTIONS = Map.of(
            "malloc", "plants_malloc",
            "calloc", "plants_calloc",
            "realloc", "plants_realloc",
            "posix_memalign", "plants_posix_memalign",
            "aligned_alloc", "plants_aligned_alloc",
            "operator new", "plants::leak_with_new");

    @TempDir
    private Path folder;

    /** A leaky program and how it is run. */
    record Leak(String program, int sinceJdk, List<String> jvmOptions) {

        static Leak of(String program, int sinceJdk, String... jvmOptions) {
            return new Leak(program, sinceJdk, List.of(jvmOptions));
        }

        @Override
        public String toString() {
            return String.join(" ", program, String.join(" ", jvmOptions)).strip();
        }
    }

    static Stream<Arguments> leaks() {
        return onEachJdk(LEAKS.stream());
    }

    /** How the code was compiled makes no difference to the sampler. */
    static Stream<Arguments> leaksOnGlibc() {
        return onEachJdk(Stream.concat(
                LEAKS.stream().filter(leak -> leak.jvmOptions().isEmpty()),
                Stream.of(Leak.of("JniLeak", 17), Leak.of("DeepRecursionLeak", 17))));
    }

    private static Stream<Arguments> onEachJdk(Stream<Leak> leaks) {
        List<Leak> all = leaks.toList();
        return Jdks.all().stream()
                .flatMap(jdk -> all.stream()
                        .filter(leak -> leak.sinceJdk() <= jdk.feature())
                        .map(leak -> Arguments.of(jdk, leak)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("leaks")
    void findsWhatWasPlanted(Jdk jdk, Leak leak) throws Exception {
        Recorder recorder = new Recorder(folder);
        List<Plant> plants = record(
                recorder, jdk, "leaks." + leak.program(), leak.jvmOptions().toArray(String[]::new));

        Recording recording = Recording.read(recorder.file());

        assertThat(plants).isNotEmpty().allSatisfy(recording::assertHolds);
    }

    @OnEachJdk
    void findsWhatAJniLibraryAllocatesAndNamesItsFunctions(Jdk jdk) throws Exception {
        Recorder recorder = new Recorder(folder);
        List<Plant> plants = record(recorder, jdk, "leaks.JniLeak", "-Dplants.library=" + Image.PLANTS);

        Recording recording = Recording.read(recorder.file());

        assertThat(plants).hasSameSizeAs(NATIVE_FUNCTIONS.keySet()).allSatisfy(plant -> {
            recording.assertHolds(plant);
            assertThat(recording.samplesAt(plant.site()).flatMap(Recording::frames))
                    .extracting(Frame::label)
                    .contains(NATIVE_FUNCTIONS.get(plant.words()));
        });
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("leaksOnGlibc")
    void findsWhatWasPlantedInAProgramThatKeepsItsAllocator(Jdk jdk, Leak leak) throws Exception {
        Recorder recorder = new Recorder(folder);
        List<Plant> plants = recordOnItsAllocator(
                recorder, jdk, "leaks." + leak.program(), leak.jvmOptions().toArray(String[]::new));

        Recording recording = Recording.read(recorder.file());

        assertThat(plants).isNotEmpty().allSatisfy(recording::assertHolds);
        assertThat(recording.profile().metadata().facts().get("jemalloc")).startsWith("glibc ");
    }

    @OnEachJdk
    void findsWhatAJniLibraryMapsItself(Jdk jdk) throws Exception {
        List<Plant> plants = recordMappings(jdk, "counted", "--mmap");
        Recording recording = recording("counted");

        assertThat(plants).hasSize(3).allSatisfy(plant -> {
            recording.assertHolds(plant);
            assertThat(recording.samplesAt(plant.site()).flatMap(Recording::frames))
                    .extracting(Frame::label)
                    .contains("mmap");
        });
        assertThat(recording.profile().metadata().facts()).containsEntry("mmap", "true");

        List<Plant> uncounted = recordMappings(jdk, "uncounted", "--jemalloc", "none");

        assertThat(uncounted)
                .hasSize(3)
                .allSatisfy(plant -> assertThat(recording("uncounted").samplesAt(plant.site()))
                        .isEmpty());
        assertThat(recording("uncounted").profile().metadata().facts()).doesNotContainKey("mmap");
    }

    private List<Plant> recordMappings(Jdk jdk, String name, String... options) throws Exception {
        Recorder recorder = new Recorder(Files.createDirectory(folder.resolve(name)));
        List<String> program = Image.program(jdk, List.of("-Dplants.library=" + Image.PLANTS), "leaks.MappingLeak");
        Outcome outcome = recorder.record(program, options);
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        return Plant.parseAll(outcome.output());
    }

    private Recording recording(String name) throws IOException {
        return Recording.read(new Recorder(folder.resolve(name)).file());
    }

    @OnEachJdk
    void findsTheLineBelowARecursionThatIsCut(Jdk jdk) throws Exception {
        Recorder recorder = new Recorder(folder);
        List<Plant> plants = record(recorder, jdk, "leaks.DeepRecursionLeak");

        Recording recording = Recording.read(recorder.file());

        assertThat(plants).singleElement().satisfies(plant -> {
            recording.assertHolds(plant);
            assertThat(recording.samplesAt(plant.site()))
                    .allSatisfy(sample ->
                            assertThat(Recording.frames(sample).toList()).last().isEqualTo(MarkerFrame.CUT));
        });
    }

    @OnEachJdk
    void tellsThreadsApart(Jdk jdk) throws Exception {
        Recorder recorder = new Recorder(folder);

        assertTellsThreadsApart(recorder, record(recorder, jdk, "leaks.NamedThreadsLeak"));
    }

    @OnEachJdk
    void tellsThreadsApartInAProgramThatKeepsItsAllocator(Jdk jdk) throws Exception {
        Recorder recorder = new Recorder(folder);

        assertTellsThreadsApart(recorder, recordOnItsAllocator(recorder, jdk, "leaks.NamedThreadsLeak"));
    }

    private static void assertTellsThreadsApart(Recorder recorder, List<Plant> plants) throws Exception {
        Recording recording = Recording.read(recorder.file());

        assertThat(plants)
                .hasSize(3)
                .allSatisfy(plant -> recording.assertHolds(
                        plant, sample -> plant.words().equals(sample.labels().get(Sample.THREAD))));
    }

    private List<Plant> recordOnItsAllocator(Recorder recorder, Jdk jdk, String program, String... jvmOptions)
            throws Exception {
        List<String> options = new ArrayList<>(List.of(jvmOptions));
        options.addAll(List.of("-Dplants.library=" + Image.PLANTS, "-Dtestkit.requested=true"));
        Outcome outcome = recorder.record(Image.program(jdk, options, program), "--jemalloc", "none");
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        return Plant.parseAll(outcome.output());
    }

    private List<Plant> record(Recorder recorder, Jdk jdk, String program, String... jvmOptions) throws Exception {
        Outcome outcome = recorder.record(Image.program(jdk, List.of(jvmOptions), program));
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        return Plant.parseAll(outcome.output());
    }
}
