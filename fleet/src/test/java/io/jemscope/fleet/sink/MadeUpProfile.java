package io.jemscope.fleet.sink;

import io.jemscope.profile.Amount;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SourceLine;
import io.jemscope.profile.pprof.PprofWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Profiles of any size. */
final class MadeUpProfile {

    private static final Mapping LIBRARY = Mapping.shown(0x7000, 0x9000, 0, "/usr/lib/libzip.so", null);

    private MadeUpProfile() {}

    /** A profile of so many stacks, each of which holds one byte more than the last one, by two threads. */
    static byte[] pprof(int stacks, int nameLength) throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < stacks; i++) {
            JavaFrame line = new JavaFrame(
                    null,
                    "com.example.Cache" + i + "x".repeat(nameLength),
                    "put",
                    new SourceLine("Cache.java", 42),
                    false);
            Location location = new Location(0x8000 + i, LIBRARY, List.of(line));
            for (String thread : List.of("worker-1", "worker-2")) {
                samples.add(new Sample(
                        List.of(location),
                        new Amount(1, 100_000 + i),
                        new Amount(5, 800_000),
                        Map.of(Sample.THREAD, thread)));
            }
        }
        ProfileMetadata facts = new ProfileMetadata(Map.of(
                ProfileMetadata.HOST,
                "web1",
                ProfileMetadata.PID,
                "7",
                ProfileMetadata.PROGRAM_START,
                "1764097200123",
                ProfileMetadata.TIME,
                "1764097300123",
                ProfileMetadata.WARNING,
                "12 samples have no stack"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PprofWriter.write(new Profile(new SampleRate(524_288), samples, List.of(LIBRARY), facts), out);
        return out.toByteArray();
    }
}
