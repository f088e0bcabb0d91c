package io.jemscope.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.fleet.question.FleetDiff;
import io.jemscope.profile.Difference;
import io.jemscope.profile.Estimate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FleetVerdictTest {

    private static final int INSTANCES = 2;
    private static final String OLD = "shop.A.a(A.java:1)";
    private static final String NEW = "shop.B.b(B.java:2)";
    private static final String BOTH = "shop.C.c(C.java:3)";

    private static final List<PlantedLeak> BEFORE =
            List.of(leak(1_000_000, OLD), leak(1_200_000, OLD), leak(500_000, BOTH), leak(600_000, BOTH));
    private static final List<PlantedLeak> AFTER =
            List.of(leak(3_000_000, NEW), leak(2_000_000, NEW), leak(400_000, BOTH), leak(600_000, BOTH));

    @Test
    void whatAReleaseBroughtAndFixedIsNamedWithItsBytes() {
        List<FleetVerdict> verdicts = of(change(NEW, 2_300_000), change(OLD, -1_200_000));

        assertThat(verdicts).extracting(FleetVerdict::site).containsExactly(NEW, OLD);
        assertThat(verdicts).allMatch(FleetVerdict::isKept);
        assertThat(verdicts.get(0).text()).startsWith("ok ").contains("1.1 brought 2.4 MiB", "+2.2 MiB", NEW);
        assertThat(verdicts.get(1).text()).startsWith("ok ").contains("1.1 fixed 1.0 MiB", "-1.1 MiB", OLD);
    }

    @Test
    void anotherSizeOrDirectionOrNoneAtAllDiffers() {
        assertThat(of(change(NEW, 2_800_000), change(OLD, 1_100_000))).noneMatch(FleetVerdict::isKept);
        assertThat(of()).hasSize(2).noneMatch(FleetVerdict::isKept);
        assertThat(of().get(0).text()).startsWith("DIFFERS").contains("not found");
    }

    @Test
    void anotherLineOfTheProgramDiffersAndOneOfTheJvmDoesNot() {
        List<FleetVerdict> verdicts = of(
                change(NEW, 2_500_000),
                change(OLD, -1_100_000),
                change(BOTH, 200_000),
                change("shop.D.d(D.java:4)", 1),
                change("SymbolTable::create_table", 100_000));

        assertThat(verdicts)
                .filteredOn(verdict -> !verdict.isKept())
                .extracting(FleetVerdict::site)
                .containsExactlyInAnyOrder(BOTH, "shop.D.d(D.java:4)");
        assertThat(verdicts).extracting(FleetVerdict::site).doesNotContain("SymbolTable::create_table");
    }

    private static List<FleetVerdict> of(FleetDiff.Change... changes) {
        FleetDiff diff = new FleetDiff(List.of(), Arrays.asList(changes), 0);
        return FleetVerdict.of("1.1", BEFORE, AFTER, INSTANCES, "shop.", diff);
    }

    private static PlantedLeak leak(long bytes, String site) {
        return new PlantedLeak(bytes, site);
    }

    private static FleetDiff.Change change(String site, double bytes) {
        Estimate before = new Estimate(Math.max(0, -bytes), 0);
        Estimate after = new Estimate(Math.max(0, bytes), 0);
        return new FleetDiff.Change(
                "shop", site, INSTANCES, INSTANCES, INSTANCES, INSTANCES, new Difference(after, before), 0);
    }
}
