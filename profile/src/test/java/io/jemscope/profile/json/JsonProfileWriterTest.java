package io.jemscope.profile.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Fixtures;
import io.jemscope.profile.Golden;
import io.jemscope.profile.Node;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleRate;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonProfileWriterTest {

    private static String write(Profile profile) {
        return Golden.text(out -> JsonProfileWriter.write(profile, out));
    }

    @Test
    void writesEverythingThatIsKnown() {
        Golden.check("every-kind-of-frame.json", write(Fixtures.everyKindOfFrame()));
    }

    @Test
    void saysThatTheRateIsUnknown() {
        Profile empty = new Profile(SampleRate.UNKNOWN, List.of(), List.of(), ProfileMetadata.UNKNOWN);

        assertThat(write(empty)).contains("\"rateBytes\":null").contains("\"samples\":[]\n}");
    }

    @Test
    void javaScriptReadsTheSameSums(@TempDir Path folder) throws Exception {
        Profile profile = Fixtures.random(7, 500);

        assertThat(Node.evaluate(
                        folder,
                        write(profile),
                        "[p.samples.reduce((sum, s) => sum + s.liveBytes, 0) - p.totals.liveBytes,"
                                + " p.samples.length, p.locations.length <= 50,"
                                + " p.samples.every(s => s.stack.every(l => p.locations[l].frames"
                                + ".every(f => p.frames[f].name.startsWith('function'))))]"))
                .isEqualTo("[0,500,true,true]");
    }

    @Test
    void javaScriptReadsHostileNames(@TempDir Path folder) throws Exception {
        assertThat(
                        Node.evaluate(
                                folder,
                                write(Fixtures.hostileNames()),
                                "[p.frames[0].name, p.samples[4].labels.thread, p.provenance.fact2, p.mappings[1].file.length]"))
                .isEqualTo("[\"\\\"quoted\\\", \\\\back\\\\slashed\","
                        + "\"half of a pair ?, other half ?, a pair \\ud83d\\udc1b\","
                        + "\"a;b;c --- heap\",25]");
    }
}
