package io.jemscope.profile.speedscope;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Fixtures;
import io.jemscope.profile.Golden;
import io.jemscope.profile.Node;
import io.jemscope.profile.Profile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpeedscopeWriterTest {

    /** What speedscope demands when it opens a file, and that nothing is out of range. */
    private static final String VALID = """
            p.$schema === 'https://www.speedscope.app/file-format-schema.json'
                && p.shared.frames.every(f => typeof f.name === 'string'
                    && (f.file === undefined || typeof f.file === 'string')
                    && (f.line === undefined || f.line > 0))
                && p.profiles[p.activeProfileIndex].name === 'Live bytes'
                && p.profiles.every(q => q.type === 'sampled'
                    && ['none', 'bytes'].includes(q.unit)
                    && q.samples.length === q.weights.length
                    && q.weights.every(w => Number.isInteger(w) && w > 0)
                    && q.endValue - q.startValue === q.weights.reduce((sum, w) => sum + w, 0)
                    && q.samples.every(s => s.every(f => p.shared.frames[f] !== undefined)))""";

    private static String write(Profile profile) {
        return Golden.text(out -> SpeedscopeWriter.write(profile, out));
    }

    @Test
    void writesAProfileForEachMeasure() {
        Golden.check("every-kind-of-frame.speedscope.json", write(Fixtures.everyKindOfFrame()));
    }

    @Test
    void leavesAccumulatedFiguresOutWhereThereAreNone() {
        assertThat(write(Fixtures.random(1, 5))).contains("Live objects").doesNotContain("Accumulated");
    }

    @Test
    void isValid(@TempDir Path folder) throws Exception {
        assertThat(Node.evaluate(folder, write(Fixtures.everyKindOfFrame()), VALID))
                .isEqualTo("true");
        assertThat(Node.evaluate(folder, write(Fixtures.hostileNames()), VALID)).isEqualTo("true");
    }

    @Test
    void keepsTheSumAndAddsEqualStacksUp(@TempDir Path folder) throws Exception {
        Profile profile = Fixtures.random(3, 2_000);

        assertThat(Node.evaluate(
                        folder,
                        write(profile),
                        "[p.profiles[0].endValue, new Set(p.profiles[0].samples.map(String)).size"
                                + " === p.profiles[0].samples.length]"))
                .isEqualTo("[" + Math.round(profile.live().bytes()) + ",true]");
    }
}
