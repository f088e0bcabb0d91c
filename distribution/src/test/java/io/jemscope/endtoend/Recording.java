package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Estimate;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.report.AllocationSite;
import io.jemscope.report.AllocationSites;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.AppPackages;
import io.jemscope.report.JvmWork;
import io.jemscope.testkit.Plant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A recording as a test looks at it: how much is held by which line. */
final class Recording {

    /** One in 150,000 honest estimates lies further off; the tests look at some hundred. */
    private static final double STANDARD_ERRORS = 4.5;

    private static final double CHANCE = 1 / 150_000.0;

    /** Above so many missed blocks, their number is as good as normally distributed. */
    private static final double MANY_MISSED = 100;

    /** The JDK's own packages: whose frames stand between a program's line and the allocator. */
    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    private final Profile profile;

    private Recording(Profile profile) {
        this.profile = profile;
    }

    static Recording read(Path file) throws IOException {
        return new Recording(ProfileFile.read(file));
    }

    Profile profile() {
        return profile;
    }

    /** Holds the figure of a planted line against what was planted there. */
    void assertHolds(Plant plant) {
        assertHolds(plant, sample -> true);
        assertRow(plant, bytesOf(samplesAt(plant.site())));
    }

    /** Holds the row of the report that is the line's, its figure and its range, against the samples that are the line's. */
    private void assertRow(Plant plant, Estimate found) {
        List<AllocationSite> rows = sites().stream()
                .filter(site ->
                        site.frame() != null && site.frame().toStackTraceLine().equals(plant.site()))
                .toList();
        if (rows.isEmpty()) {
            assertThat(samplesAt(plant.site()))
                    .as("only a native method of the program has the row instead of its caller's line")
                    .allMatch(Recording::isOfNativeMethod);
            return;
        }
        assertThat(rows).singleElement().satisfies(row -> {
            assertThat(row.liveBytes().value()).isCloseTo(found.value(), within(1.0));
            assertThat(row.liveBytes().standardError()).isCloseTo(found.standardError(), within(1.0));
        });
    }

    /** The line that holds most, as the report's first row names it. */
    String firstRow() {
        JavaFrame frame = sites().get(0).frame();
        return frame == null ? "without Java frames" : frame.toStackTraceLine();
    }

    private List<AllocationSite> sites() {
        return AllocationSites.of(profile, AppPackages.of(profile), AllocatorFunctions.KNOWN, SampleType.LIVE_BYTES)
                .sites();
    }

    private static boolean isOfNativeMethod(Sample sample) {
        return programFrames(sample).findFirst().filter(JavaFrame::isNative).isPresent();
    }

    /** The same for those samples alone that are meant. */
    void assertHolds(Plant plant, Predicate<Sample> meant) {
        Estimate found = bytesOf(samplesAt(plant.site()).filter(meant));
        double tolerance = Math.max(STANDARD_ERRORS * found.standardError(), bytesOfMissedBlocks(found));
        assertThat(found.value())
                .as("bytes held by %s (%s), standard error %.0f", plant.site(), plant.words(), found.standardError())
                .isBetween(plant.bytes() - tolerance, plant.bytes() + tolerance);
    }

    /**
     * The number of blocks that sampling misses has a Poisson distribution. Its tail is longer than the normal one's where few are
     * missed: one block of six rates' size in 400, say.
     *
     * @return how far such blocks move the figure, by the same chance
     */
    private double bytesOfMissedBlocks(Estimate found) {
        double blockBytes = found.step();
        double missed = found.value()
                / blockBytes
                / Math.exp(blockBytes / profile.rate().bytes());
        if (!(missed < MANY_MISSED)) {
            return 0;
        }
        double probability = Math.exp(-missed);
        double beyond = 1 - probability;
        int most = 0;
        while (beyond > CHANCE) {
            most++;
            probability *= missed / most;
            beyond -= probability;
        }
        return (most - missed) * blockBytes;
    }

    /**
     * The samples of a Java line: those whose innermost frame of the program itself it is, but for what the JVM allocated for
     * itself there.
     */
    Stream<Sample> samplesAt(String site) {
        return profile.samples().stream()
                .filter(sample -> innermostLine(sample).filter(site::equals).isPresent())
                .filter(sample -> !JvmWork.isOn(sample.stack()));
    }

    /** The frames of a sample, innermost first. */
    static Stream<Frame> frames(Sample sample) {
        return sample.stack().stream().flatMap(location -> location.frames().stream());
    }

    /** A program's native methods have no line: the line is their caller's. */
    private static Optional<String> innermostLine(Sample sample) {
        return programFrames(sample)
                .filter(frame -> !frame.isNative())
                .findFirst()
                .map(JavaFrame::toStackTraceLine);
    }

    private static Stream<JavaFrame> programFrames(Sample sample) {
        return frames(sample)
                .filter(JavaFrame.class::isInstance)
                .map(JavaFrame.class::cast)
                .filter(frame -> JDK.stream().noneMatch(frame.className()::startsWith));
    }

    private Estimate bytesOf(Stream<Sample> samples) {
        return samples.map(sample -> profile.rate().estimateBytes(sample.live()))
                .reduce(Estimate.ZERO, Estimate::plus);
    }
}
