package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.pprof.PprofWriter;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A real C++ program's dump: what was planted is found, and jeprof and pprof come to the same figures. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NativeProgramTest {

    private static final Pattern JEPROF_ROW = Pattern.compile("(?m)^ *(\\d+) +\\S+% +\\S+% +(\\d+) +\\S+% (.+)$");

    /** Figures of 0 stand without their unit. */
    private static final Pattern PPROF_ROW =
            Pattern.compile("(?m)^ *(\\d+)B? +\\S+% +\\S+% +(\\d+)B? +\\S+% +(.+?)(?: \\(inline\\))?$");

    @TempDir
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private LeakyProgram program;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private Profile profile;

    @BeforeAll
    void run() throws Exception {
        program = LeakyProgram.run(folder);
        profile = program.profile();
    }

    @Test
    void whatWasPlantedIsHeldByTheFunctionThatPlantedIt() {
        AllocationSites sites = sites(AllocatorFunctions.KNOWN);

        // Blocks take their size class: 1999 bytes 2 KiB, 500 bytes 512, 30000 bytes 32 KiB.
        assertHolds(sites, "plant_readers", 3_000 * 2_048.0);
        assertHolds(sites, "plant_orders", 9_000 * 512.0);
        assertHolds(sites, "walk", 100 * 32_768.0);
        assertHolds(sites, "shop_get_block", 200 * 81_920.0);
        assertThat(sites.sites()).extracting(AllocationSite::name).noneMatch(name -> name.contains("[native]"));
    }

    @Test
    void aWrapperThatIsNamedIsPassedOver() {
        AllocationSites sites = sites(AllocatorFunctions.KNOWN.with(List.of("shop_get_*")));

        assertHolds(sites, "plant_pages", 200 * 81_920.0);
    }

    @Test
    void aContainersHolderIsCalledFromTheProgram() {
        AllocationSite vector = sites(AllocatorFunctions.KNOWN).sites().stream()
                .filter(site -> site.name().startsWith("std::vector<long"))
                .findFirst()
                .orElseThrow();

        assertThat(vector.callers()).containsExactly("plant_index");
        assertThat(vector.live().bytes()).isBetween(40 * 98_760.0, 40 * 131_072.0);
    }

    @Test
    void jeprofCountsAlike() throws Exception {
        LeakyProgram.assumeInstalled("jeprof");
        String text = LeakyProgram.output(
                folder,
                "jeprof",
                "--text",
                "--show_bytes",
                program.binary().toString(),
                program.dump().toString());
        Map<String, double[]> theirs = rows(JEPROF_ROW, text);
        Map<String, double[]> ours = new HashMap<>();
        for (Top.Row row : top().rows()) {
            String name = row.name().replaceAll("<.*>|\\(.*", "");
            ours.merge(name, new double[] {row.flat(), row.cumulative()}, (one, other) -> one);
        }

        // Of jemalloc's own functions, which have no symbols, jeprof makes the export before them; and it knows no
        // 'operator new', which stands on the stack below the program's functions then. All others agree.
        for (String name : List.of(
                "xmalloc",
                "shop_get_block",
                "plant_readers",
                "plant_pages",
                "plant_orders",
                "plant_index",
                "walk",
                "std::vector::reserve",
                "std::__new_allocator::allocate",
                "main",
                "_start")) {
            double[] expected = Objects.requireNonNull(theirs.get(name), () -> name + " isn't in " + text);
            double[] found = Objects.requireNonNull(ours.get(name), name);
            assertThat(found[1]).as("cumulative of " + name).isCloseTo(expected[1], within(1.0));
            if (!List.of("plant_orders", "plant_index", "std::__new_allocator::allocate")
                    .contains(name)) {
                assertThat(found[0]).as("flat of " + name).isCloseTo(expected[0], within(1.0));
            }
        }
    }

    @Test
    void pprofCountsAlike() throws Exception {
        LeakyProgram.assumeInstalled("go");
        Path file = folder.resolve("leaky.pb.gz");
        try (OutputStream out = Files.newOutputStream(file)) {
            PprofWriter.write(profile, out);
        }
        String text = LeakyProgram.output(
                folder,
                "go",
                "tool",
                "pprof",
                "-top",
                "-sample_index=inuse_space",
                "-symbolize=none",
                "-unit=B",
                "-nodefraction=0",
                "-nodecount=0",
                file.toString());
        Map<String, double[]> theirs = rows(PPROF_ROW, text);

        List<Top.Row> rows = top().rows();
        assertThat(rows).hasSizeGreaterThan(10).hasSameSizeAs(theirs.entrySet());
        // A stack's figure is rounded to a whole number there.
        double rounding = profile.samples().size();
        for (Top.Row row : rows) {
            String name = row.name().replaceAll("\\(.*", "");
            double[] expected = theirs.entrySet().stream()
                    .filter(entry -> entry.getKey().equals(row.name())
                            || entry.getKey().replaceAll("<.*>", "").equals(name.replaceAll("<.*>", "")))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(row.name() + " isn't in " + text));
            assertThat(row.flat()).as("flat of " + row.name()).isCloseTo(expected[0], within(rounding));
            assertThat(row.cumulative()).as("cumulative of " + row.name()).isCloseTo(expected[1], within(rounding));
        }
    }

    private static void assertHolds(AllocationSites sites, String function, double bytes) {
        AllocationSite site = sites.sites().stream()
                .filter(one -> one.name().equals(function))
                .findFirst()
                .orElseThrow(() -> new AssertionError(function + " isn't in " + sites.sites()));
        // Whole blocks are sampled: where nearly all are, a single one that isn't is more than five standard errors.
        double block = site.live().bytes() / site.live().objects();
        assertThat(site.live().bytes())
                .as(function)
                .isCloseTo(bytes, within(5 * site.liveBytes().standardError() + block));
    }

    private AllocationSites sites(AllocatorFunctions allocator) {
        return AllocationSites.of(profile, AppPackages.of(profile), allocator, SampleType.LIVE_BYTES);
    }

    private Top top() {
        return Top.of(profile, SampleType.LIVE_BYTES, Grouping.FUNCTION, Top.Order.FLAT);
    }

    private static Map<String, double[]> rows(Pattern pattern, String text) {
        Map<String, double[]> rows = new HashMap<>();
        Matcher row = pattern.matcher(text);
        while (row.find()) {
            rows.put(row.group(3), new double[] {Double.parseDouble(row.group(1)), Double.parseDouble(row.group(2))});
        }
        return rows;
    }
}
