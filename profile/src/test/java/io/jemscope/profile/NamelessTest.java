package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NamelessTest {

    @Test
    void givesBackWhatWasWrittenDown() {
        Map<String, Nameless> reasons = Map.of(
                "/opt/a: b.so", Nameless.STRIPPED,
                "/tmp/c.so", Nameless.STRIPPED,
                "/tmp/line\nfeed.so", Nameless.DELETED,
                "/memfd:jit", Nameless.MEMORY);
        Provenance facts = new Provenance(Map.of("host", "there"));

        Provenance more = Nameless.addTo(facts, reasons);

        assertThat(more.get(Provenance.HOST)).hasValue("there");
        assertThat(Nameless.of(more)).isEqualTo(reasons);
        assertThat(Nameless.of(facts)).isEmpty();
        assertThat(Nameless.addTo(facts, Map.of())).isSameAs(facts);
    }

    @Test
    void theLatestReasonCounts() {
        Provenance first =
                Nameless.addTo(Provenance.UNKNOWN, Map.of("/a.so", Nameless.ABSENT, "/b.so", Nameless.ABSENT));

        Provenance second = Nameless.addTo(first, Map.of("/a.so", Nameless.STRIPPED));

        assertThat(Nameless.of(second)).isEqualTo(Map.of("/a.so", Nameless.STRIPPED, "/b.so", Nameless.ABSENT));
    }
}
