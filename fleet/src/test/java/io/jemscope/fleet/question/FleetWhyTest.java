package io.jemscope.fleet.question;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.fleet.store.Instance;
import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.StackTotal;
import io.jemscope.fleet.store.Sums;
import io.jemscope.fleet.store.Totals;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FleetWhyTest {

    private static final String LEAK = "com.example.Cache.put(Cache.java:42)";
    private static final Instant END =
            SimulatedFleet.START.plus(SimulatedFleet.ROUND.multipliedBy(SimulatedFleet.ROUNDS));
    private static final String BROUGHT = "com.example.Codec.open(Codec.java:7)";

    /** Two versions of shop, five instances each, and one instance of mail. */
    private static FleetWhy why(boolean isLeaky, String older, String newer) {
        return why(isLeaky, older, newer, SimulatedFleet.ROUND);
    }

    /**
     * The same.
     *
     * @param later how much later the newer version was first seen
     */
    private static FleetWhy why(boolean isLeaky, String older, String newer, Duration later) {
        List<InstanceSites> first = new ArrayList<>();
        List<List<InstanceSites>> rounds = new ArrayList<>();
        for (int round = 0; round < SimulatedFleet.ROUNDS; round++) {
            rounds.add(new ArrayList<>());
        }
        for (String version : List.of(newer, older)) {
            SimulatedFleet fleet = new SimulatedFleet(version.equals(older) ? 4 : 3, 5);
            fleet.usual(20);
            if (isLeaky && version.equals(newer)) {
                fleet.lasting(BROUGHT, any -> 60e6);
                fleet.renewed("com.example.Lost.one(Lost.java:1)", (instance, round) -> instance == 2 ? 30e6 : 0);
            }
            if (isLeaky) {
                fleet.growing(LEAK, any -> 5e6);
            }
            for (int round = 0; round < SimulatedFleet.ROUNDS; round++) {
                rounds.get(round).addAll(as("shop", version, fleet.profiles(round)));
            }
        }
        rounds.get(0).addAll(as("mail", "", new SimulatedFleet(1, 1).profiles(0)));
        Map<String, InstanceSites> last = new TreeMap<>();
        FleetTrend.Builder collector = new FleetTrend.Builder(rounds.get(0));
        FleetMemory.Builder memory = new FleetMemory.Builder();
        for (List<InstanceSites> round : rounds) {
            Instant end = round.get(0).time().plus(SimulatedFleet.ROUND);
            collector.add(end, round);
            memory.add(end, round);
            round.forEach(each -> last.put(each.instance().id(), each));
        }
        for (InstanceSites each : rounds.get(0)) {
            Instant time = each.instance().version().equals(newer) ? each.time().plus(later) : each.time();
            first.add(new InstanceSites(each.instance(), time, MemoryFigures.UNKNOWN, each.sites()));
        }
        List<InstanceSites> newest = List.copyOf(last.values());
        FleetTrend trend = collector.trend();
        return FleetWhy.of(
                FleetTop.of(Totals.of(newest)),
                Totals.of(newest),
                first,
                trend,
                FleetOutliers.of(newest),
                memory.memory(newest, trend, END),
                END);
    }

    private static List<InstanceSites> as(String service, String version, List<InstanceSites> profiles) {
        return profiles.stream()
                .map(each -> new InstanceSites(
                        Instance.of(service + version + each.instance().id(), service, version, "", Map.of()),
                        each.time(),
                        MemoryFigures.UNKNOWN,
                        each.sites()))
                .toList();
    }

    @Test
    void theConclusionsNameWhatWasPlanted() throws IOException {
        FleetWhy why = why(true, "1.9", "1.10");

        List<String> conclusions = FleetText.conclusions(why);
        assertThat(conclusions).hasSize(4);
        assertThat(conclusions.get(0)).startsWith("shop holds most: ").endsWith(" of what 2 services hold.");
        assertThat(conclusions.get(1))
                .startsWith("Version 1.10 of shop brought " + BROUGHT + ": an instance holds ")
                .contains(" more there than one of 1.9.");
        assertThat(conclusions.get(2))
                .startsWith("In shop, " + LEAK + " grows by ")
                .endsWith(" an hour in each instance, in 10 of 10 instances.");
        assertThat(conclusions.get(3))
                .startsWith("shop1.10web2/1 of shop 1.10 is an outlier: it holds ")
                .contains(" more at com.example.Lost.one(Lost.java:1) than a sibling does on average");
        assertThat(FleetText.of(why, 20, 300))
                .startsWith("- " + conclusions.get(0) + "\n")
                .contains("shop1.10web2/1 of shop 1.10, which stands out:", "(all sites)", "yes");

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FleetJson.write(why, out);
        JsonObject json =
                JsonParser.parseString(out.toString(StandardCharsets.UTF_8)).getAsJsonObject();
        assertThat(json.getAsJsonArray("conclusions")).hasSize(4);
        assertThat(json.get("until").getAsString()).isEqualTo("2026-02-01T03:30:00Z");
        assertThat(json.get("newest").getAsString()).isEqualTo("2026-02-01T03:00:00Z");
        assertThat(json.getAsJsonArray("releases")
                        .get(0)
                        .getAsJsonObject()
                        .getAsJsonArray("bases")
                        .get(0)
                        .getAsString())
                .isEqualTo("1.9");
        assertThat(json.getAsJsonArray("growing")
                        .get(0)
                        .getAsJsonObject()
                        .get("site")
                        .getAsString())
                .isEqualTo(LEAK);
        JsonObject outlier = json.getAsJsonArray("instances").get(0).getAsJsonObject();
        assertThat(outlier.get("instance").getAsString()).isEqualTo("shop1.10web2/1");
        assertThat(outlier.get("siblings").getAsInt()).isEqualTo(4);
    }

    /** Such as hashes of commits. */
    @Test
    void versionsWithoutNumbersAreInTheOrderInWhichTheyWereSeen() {
        assertThat(FleetText.conclusions(why(true, "f00d", "beef")))
                .anyMatch(each -> each.startsWith("Version beef of shop brought " + BROUGHT));
    }

    /** Both may have been there before the time looked at, in any order. */
    @Test
    void ofVersionsSeenInTheFirstStepTheOrderIsUnknown() throws IOException {
        FleetWhy why = why(true, "f00d", "beef", Duration.ofSeconds(5));

        assertThat(FleetText.conclusions(why))
                .noneMatch(each -> each.contains(" brought ") || each.contains("Version f00d "))
                .contains("The order of versions beef and f00d of shop is unknown: their first profiles don't show it.")
                .anyMatch(each -> each.startsWith("Version beef of shop holds more at " + BROUGHT)
                        && each.endsWith(" more there than one of f00d."));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FleetJson.write(why, out);
        assertThat(JsonParser.parseString(out.toString(StandardCharsets.UTF_8))
                        .getAsJsonObject()
                        .getAsJsonArray("releases"))
                .hasSize(2)
                .allSatisfy(
                        each -> assertThat(each.getAsJsonObject().get("ordered").getAsBoolean())
                                .isFalse());
    }

    /** Of mail, which is there from the start, and shop, of which {@code beef} leaks. */
    private static FleetWhy why(Map<String, Duration> versions) {
        SimulatedFleet fleet = new SimulatedFleet(1, 5 * versions.size());
        List<String> names = List.copyOf(new TreeMap<>(versions).keySet());
        fleet.lasting(BROUGHT, instance -> names.get(instance / 5).equals("beef") ? 60e6 : 0);
        List<InstanceSites> profiles = fleet.profiles(0);
        List<InstanceSites> all = new ArrayList<>(as("mail", "", new SimulatedFleet(1, 1).profiles(0)));
        FleetTrend.Builder course = new FleetTrend.Builder(all);
        for (int round = 1; round <= SimulatedFleet.ROUNDS; round++) {
            course.add(SimulatedFleet.START.plus(SimulatedFleet.ROUND.multipliedBy(round)), all);
        }
        versions.forEach((version, later) -> {
            int number = names.indexOf(version);
            for (InstanceSites each : as("shop", version, profiles.subList(5 * number, 5 * number + 5))) {
                all.add(new InstanceSites(
                        each.instance(), SimulatedFleet.START.plus(later), MemoryFigures.UNKNOWN, each.sites()));
            }
        });
        return FleetWhy.of(
                FleetTop.of(Totals.of(all)),
                Totals.of(all),
                all,
                course.trend(),
                FleetOutliers.of(all),
                new FleetMemory(List.of(), 0, List.of()),
                END);
    }

    /** The one before it is one of those. */
    @Test
    void aVersionAfterTheFirstStepIsComparedWithAllOfTheFirstStep() {
        FleetWhy why = why(Map.of("cafe", Duration.ZERO, "f00d", Duration.ZERO, "beef", SimulatedFleet.ROUND));

        assertThat(why.releases())
                .extracting(FleetWhy.Release::version, FleetWhy.Release::bases, FleetWhy.Release::isOrdered)
                .containsExactly(
                        tuple("cafe", List.of("f00d"), false),
                        tuple("f00d", List.of("cafe"), false),
                        tuple("beef", List.of("cafe", "f00d"), true));
        assertThat(FleetText.conclusions(why))
                .anyMatch(each -> each.startsWith("Version beef of shop brought " + BROUGHT)
                        && each.endsWith(" more there than one of cafe or f00d."));
    }

    /** As of a service that the list of agents names from then on. */
    @Test
    void theFirstStepIsThatOfTheService() {
        Duration begin = SimulatedFleet.ROUND.multipliedBy(3);

        // A twelfth of 210 minutes.
        FleetWhy why = why(Map.of("f00d", begin, "beef", begin.plusMinutes(17)));
        assertThat(why.releases()).extracting(FleetWhy.Release::isOrdered).containsExactly(false, false);
        why = why(Map.of("f00d", begin, "beef", begin.plusMinutes(18)));
        assertThat(why.releases())
                .extracting(FleetWhy.Release::version, FleetWhy.Release::bases, FleetWhy.Release::isOrdered)
                .containsExactly(tuple("beef", List.of("f00d"), true));
    }

    /** The collector asks one instance after the other, and old profiles are thinned out. */
    @Test
    void ofVersionsFirstSeenAtAboutTheSameTimeTheOrderIsUnknown() {
        Duration later = SimulatedFleet.ROUND.multipliedBy(3);

        FleetWhy why = why(Map.of(
                "cafe", Duration.ZERO, "f00d", later, "beef", later.plusMinutes(16), "abba", later.plusMinutes(8)));

        assertThat(why.releases())
                .extracting(FleetWhy.Release::version, FleetWhy.Release::bases, FleetWhy.Release::isOrdered)
                .containsExactly(
                        tuple("abba", List.of("cafe"), true),
                        tuple("beef", List.of("cafe"), true),
                        tuple("f00d", List.of("cafe"), true),
                        tuple("abba", List.of("beef", "f00d"), false),
                        tuple("beef", List.of("abba", "f00d"), false),
                        tuple("f00d", List.of("abba", "beef"), false));
        assertThat(FleetText.conclusions(why))
                .contains(
                        "Version abba of shop brought no site that stands out against cafe.",
                        "The order of versions abba, beef and f00d of shop is unknown: their first profiles don't show it.")
                .anyMatch(each -> each.startsWith("Version beef of shop brought " + BROUGHT)
                        && each.endsWith(" more there than one of cafe."))
                .anyMatch(each -> each.startsWith("Version beef of shop holds more at " + BROUGHT)
                        && each.endsWith(" more there than one of abba or f00d."));
    }

    @Test
    void versionsOfEqualNumbersAreInTheOrderInWhichTheyWereSeen() {
        FleetWhy why = why(Map.of(
                "1.0+beef",
                Duration.ZERO,
                "1.0+f00d",
                Duration.ofSeconds(5),
                "v1.0",
                Duration.ofHours(1),
                "2",
                Duration.ZERO));

        assertThat(why.releases())
                .extracting(FleetWhy.Release::version, FleetWhy.Release::bases, FleetWhy.Release::isOrdered)
                .containsExactly(
                        tuple("1.0+beef", List.of("1.0+f00d"), false),
                        tuple("1.0+f00d", List.of("1.0+beef"), false),
                        tuple("v1.0", List.of("1.0+beef", "1.0+f00d"), true),
                        tuple("2", List.of("v1.0"), true));
    }

    @Test
    void ofManyVersionsSomeAreListed() {
        Map<String, Duration> versions = new TreeMap<>();
        for (String version : List.of("aa", "beef", "cc", "dd", "ee", "ff")) {
            versions.put(version, Duration.ZERO);
        }

        assertThat(FleetText.conclusions(why(versions)))
                .contains(
                        "The order of versions aa, beef, cc and 3 others of shop is unknown: their first profiles don't show"
                                + " it.")
                .anyMatch(each -> each.endsWith(" more there than one of aa, cc, dd or 2 others."));
    }

    @Test
    void figuresThatAreOldAreSaidToBe() {
        FleetWhy fresh = why(false, "1.9", "1.10");
        FleetWhy why = new FleetWhy(
                fresh.top(),
                fresh.releases(),
                fresh.trend(),
                fresh.outliers(),
                fresh.memory(),
                List.of("cart"),
                END.plus(Duration.ofHours(6)));

        assertThat(FleetText.conclusions(why).get(0))
                .isEqualTo(
                        "The newest of these profiles is of 2026-02-01 03:00:00 UTC, 6 h 30 min before the end of the time"
                                + " looked at.");
    }

    @Test
    void versionsAreInTheirOrder() {
        for (List<String> pair : List.of(
                List.of("1.9", "1.10"),
                List.of("1.0", "1.0.1"),
                List.of("1.0.0-rc1", "1.0.0"),
                List.of("1.0.0-rc2", "1.0.0-rc10"),
                List.of("1.9", "v2.0"))) {
            assertThat(FleetText.conclusions(why(true, pair.get(0), pair.get(1))))
                    .as("%s", pair)
                    .anyMatch(each -> each.startsWith("Version " + pair.get(1) + " of shop brought " + BROUGHT));
        }
    }

    /** Names come from other machines. */
    @Test
    void noNameSteersTheTerminal() {
        FleetWhy why = why(true, "1.9", "1.10\u001b[2J\r");

        assertThat(FleetText.conclusions(why))
                .noneMatch(each -> each.contains("\u001b"))
                .anyMatch(each -> each.startsWith("Version 1.10?[2J? of shop brought "));
        assertThat(FleetText.of(why, 20, 300))
                .doesNotContain("\u001b", "\r")
                .contains("of shop 1.10?[2J?, which stands out:");
        StackTotal stack = new StackTotal("first\u001b[31m\nsecond", 1, new Sums(1e6, 10, 1e9, 1e14, 0));
        assertThat(FleetText.of("shop\u001b", "site\u001b", List.of(stack)))
                .startsWith("Stacks of site? in shop?, ")
                .endsWith("    first?[31m\n    second\n");
        assertThat(new NoSuchInstanceException("none", "there are \u001b").why())
                .isEqualTo("there are ?");
    }

    @Test
    void ofAFleetWithoutAChangeNothingIsNamed() {
        assertThat(FleetText.conclusions(why(false, "1.9", "1.10")))
                .hasSize(4)
                .contains(
                        "Version 1.10 of shop brought no site that stands out against 1.9.",
                        "No site grows steadily across the instances of a service.",
                        "No instance stands out from its siblings.");
    }
}
