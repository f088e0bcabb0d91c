package io.jemscope.profile.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.profile.Amount;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Programs;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.pprof.PprofReader;
import io.jemscope.profile.pprof.PprofWriter;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The frames that a file asks its readers to drop, held against {@code go tool pprof}. */
class DroppedFramesTest {

    private static final List<String> NAMES = List.of(
            "malloc",
            "operator new[](unsigned long)",
            "tcmalloc::alloc",
            "Foo::make(int)",
            "(anonymous namespace)::grow",
            "runtime.mallocgc",
            "runtime.panic",
            "main");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "malloc|operator new(\\[\\])?|tcmalloc::.* ! ''",
                "runtime\\..* ! runtime\\.panic",
                "main ! ''",
                ".* ! ''",
                "mal ! ''",
                "Foo::make|.anonymous namespace.::grow ! main"
            })
    void agreesWithGoToolPprof(String drop, String keep) throws Exception {
        Programs.assumeInstalled("go");
        Profile profile = random(drop, keep);
        Path file = folder.resolve("profile.pb.gz");
        try (OutputStream out = Files.newOutputStream(file)) {
            PprofWriter.write(profile, out);
        }
        Path left = folder.resolve("left.pb.gz");
        Programs.run(folder, "go", "tool", "pprof", "-symbolize=none", "-proto", "-output=" + left, file.toString());

        try (InputStream in = Files.newInputStream(left)) {
            assertThat(byStack(DroppedFrames.of(profile))).isEqualTo(byStack(PprofReader.read(in)));
        }
    }

    private static Profile random(String drop, String keep) {
        SplittableRandom random = new SplittableRandom(7);
        List<Location> locations = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            List<Frame> frames = new ArrayList<>();
            for (int inlined = random.nextInt(1, 4); inlined > 0; inlined--) {
                String name = NAMES.get(random.nextInt(NAMES.size()));
                frames.add(new NativeFrame(name, name, null, null));
            }
            locations.add(new Location(0x1000 + i, null, frames));
        }
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            List<Location> stack = new ArrayList<>();
            for (int depth = random.nextInt(1, 7); depth > 0; depth--) {
                stack.add(locations.get(random.nextInt(locations.size())));
            }
            samples.add(new Sample(stack, new Amount(1, 100 + i), Amount.NONE, Map.of()));
        }
        ProfileMetadata facts = ProfileMetadata.UNKNOWN.with(ProfileMetadata.DROP_FRAMES, drop);
        return new Profile(
                new SampleRate(1),
                samples,
                List.of(),
                keep.isEmpty() ? facts : facts.with(ProfileMetadata.KEEP_FRAMES, keep));
    }

    private static Map<List<List<String>>, Double> byStack(Profile profile) {
        Map<List<List<String>>, Double> stacks = new HashMap<>();
        for (Sample sample : profile.samples()) {
            List<List<String>> stack = new ArrayList<>();
            for (Location location : sample.stack()) {
                stack.add(location.frames().stream().map(Frame::label).toList());
            }
            stacks.merge(stack, sample.live().bytes(), Double::sum);
        }
        return stacks;
    }

    @Test
    void refusesExpressionsThatAreNotValid() {
        Profile profile = random("malloc(", "");

        assertThatThrownBy(() -> DroppedFrames.of(profile))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("drop_frames");
    }

    @Test
    void leavesOtherProfilesAlone() throws Exception {
        Profile profile = random("", "");

        assertThat(DroppedFrames.of(profile)).isSameAs(profile);
    }
}
