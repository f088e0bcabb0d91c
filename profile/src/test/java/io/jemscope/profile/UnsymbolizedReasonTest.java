package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class UnsymbolizedReasonTest {

    @Test
    void givesBackWhatWasWrittenDown() {
        Map<String, UnsymbolizedReason> reasons = Map.of(
                "/opt/a: b.so", UnsymbolizedReason.STRIPPED,
                "/tmp/c.so", UnsymbolizedReason.STRIPPED,
                "/tmp/line\nfeed.so", UnsymbolizedReason.DELETED,
                "/memfd:jit", UnsymbolizedReason.MEMORY);
        ProfileMetadata facts = new ProfileMetadata(Map.of("host", "there"));

        ProfileMetadata more = UnsymbolizedReason.addTo(facts, reasons);

        assertThat(more.get(ProfileMetadata.HOST)).hasValue("there");
        assertThat(UnsymbolizedReason.of(more)).isEqualTo(reasons);
        assertThat(UnsymbolizedReason.of(facts)).isEmpty();
        assertThat(UnsymbolizedReason.addTo(facts, Map.of())).isSameAs(facts);
    }

    @Test
    void theLatestReasonCounts() {
        ProfileMetadata first = UnsymbolizedReason.addTo(
                ProfileMetadata.UNKNOWN,
                Map.of("/a.so", UnsymbolizedReason.ABSENT, "/b.so", UnsymbolizedReason.ABSENT));

        ProfileMetadata second = UnsymbolizedReason.addTo(first, Map.of("/a.so", UnsymbolizedReason.STRIPPED));

        assertThat(UnsymbolizedReason.of(second))
                .isEqualTo(Map.of("/a.so", UnsymbolizedReason.STRIPPED, "/b.so", UnsymbolizedReason.ABSENT));
    }
}
