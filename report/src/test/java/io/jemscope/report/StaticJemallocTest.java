package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that jemalloc is linked into, as it is into Redis and ClickHouse: its own functions hold its memory. */
class StaticJemallocTest {

    @TempDir
    private Path folder;

    @Test
    void jemallocsOwnFunctionsHoldNothing() throws Exception {
        Profile profile = LeakyProgram.runStatic(folder).profile();

        AllocationSites sites =
                AllocationSites.of(profile, AppPackages.of(profile), AllocatorFunctions.KNOWN, SampleType.LIVE_BYTES);
        for (String planted :
                List.of("malloc", "calloc", "realloc", "memalign", "aligned", "new", "object", "nothrow")) {
            AllocationSite site = sites.sites().stream()
                    .filter(one -> one.name().equals("plant_" + planted))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(planted + " isn't in " + sites.sites()));
            assertThat(site.live().bytes())
                    .as(planted)
                    .isCloseTo(2_000 * 2_048.0, within(6 * site.liveBytes().standardError()));
        }
        Top top = Top.of(profile, SampleType.LIVE_BYTES, Grouping.FUNCTION, Top.Order.FLAT);
        assertThat(top.rows())
                .extracting(Top.Row::name)
                .noneMatch(name ->
                        name.contains("prof_") || name.contains("fallback_impl") || name.contains("do_rallocx"));
    }
}
