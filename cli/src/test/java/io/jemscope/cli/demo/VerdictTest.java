package io.jemscope.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.report.AllocationSite;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {

    private static final PlantedLeak BIG = new PlantedLeak(1_000_000, "a.A.a(A.java:1)");
    private static final PlantedLeak SMALL = new PlantedLeak(500_000, "b.B.b(B.java:2)");

    @Test
    void readsWhatTheProgramSays() {
        assertThat(PlantedLeak.parse("planted 1999993 a.A$B.c(A.java:39) buffers, never evicted"))
                .contains(new PlantedLeak(1_999_993, "a.A$B.c(A.java:39)"));
        assertThat(PlantedLeak.parse("The shop is open")).isEmpty();
        assertThat(PlantedLeak.parse("planted many a.A.a(A.java:1) x")).isEmpty();
        assertThat(PlantedLeak.parse("planted 5")).isEmpty();
    }

    @Test
    void aLeakInItsRowWithinTenPerCentIsKept() {
        List<Verdict> verdicts = Verdict.of(List.of(SMALL, BIG), List.of(site(BIG, 1.09), site(SMALL, 0.91)));

        assertThat(verdicts).extracting(Verdict::leak).containsExactly(BIG, SMALL);
        assertThat(verdicts).allMatch(Verdict::isKept);
        assertThat(verdicts.get(0).text()).startsWith("ok ").contains("9.0% off", "row 1");
    }

    @Test
    void anotherSizeAnotherRowOrNoneAtAllIsNot() {
        assertThat(Verdict.of(List.of(BIG), List.of(site(BIG, 1.11)))).noneMatch(Verdict::isKept);
        assertThat(Verdict.of(List.of(BIG), List.of(site(SMALL, 3), site(BIG, 1))))
                .noneMatch(Verdict::isKept);
        assertThat(Verdict.of(List.of(BIG), List.of()).get(0).text())
                .startsWith("DIFFERS")
                .contains("not found");
    }

    @Test
    void leaksOfOneLineCountTogether() {
        assertThat(Verdict.of(List.of(BIG, BIG), List.of(site(BIG, 2))))
                .singleElement()
                .matches(Verdict::isKept);
    }

    private static AllocationSite site(PlantedLeak leak, double factor) {
        Amount live = new Amount(1, leak.bytes() * factor);
        return new AllocationSite(
                null,
                leak.site(),
                new Estimate(live.bytes(), 0),
                live,
                Estimate.ZERO,
                Amount.NONE,
                List.of(),
                List.of(),
                Amount.NONE,
                Amount.NONE);
    }
}
