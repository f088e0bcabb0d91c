package io.jemscope.fleet.sink;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.store.Instance;
import io.jemscope.fleet.store.StackSum;
import io.jemscope.fleet.store.StoredProfile;
import io.jemscope.fleet.store.Sums;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.Sha256;
import io.jemscope.profile.pprof.PprofReader;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.SiteIndex;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a delivered profile into what a store keeps. */
public final class ProfileReading {

    private static final SiteGrouping SITES = SiteGrouping.byLine(AllocatorFunctions.KNOWN);

    /** Deeper frames than jemalloc keeps come from hostile files. */
    private static final int MOST_FRAMES = 512;

    private ProfileReading() {}

    /**
     * Reads a profile.
     *
     * @param texts the sites and stacks that were read before, which are shared
     * @throws IOException if it is damaged, or has no samples
     * @throws IllegalArgumentException if it is a difference of two
     */
    public static StoredProfile read(Delivery delivery, Map<String, String> texts) throws IOException {
        Profile profile = profile(delivery);
        SiteIndex sites = SITES.in(profile);
        List<StackSum> stacks = new ArrayList<>();
        List<Sample> samples = profile.samples();
        for (int i = 0; i < samples.size(); i++) {
            Sample sample = samples.get(i);
            Amount live = sample.live();
            if (live.bytes() > 0) {
                Sums sums = Sums.of(profile.rate().estimateBytes(live), live.objects());
                stacks.add(new StackSum(
                        texts.computeIfAbsent(sites.of(i).get(0), site -> site),
                        texts.computeIfAbsent(frames(sample.stack()), stack -> stack),
                        sums));
            }
        }
        return new StoredProfile(
                instance(delivery.agent(), profile.metadata()),
                id(delivery.pprof()),
                delivery.time(),
                profile.rate().bytes(),
                delivery.memory()
                        .orResident(
                                profile.metadata().count(ProfileMetadata.RSS).orElse(-1)),
                stacks);
    }

    /**
     * The profile itself.
     *
     * @throws IOException if it is damaged, or has no samples
     * @throws IllegalArgumentException if it is a difference of two
     */
    static Profile profile(Delivery delivery) throws IOException {
        Profile profile =
                PprofReader.read(new ByteArrayInputStream(delivery.pprof())).withoutBirths();
        profile.requireNoNegatives("a fleet's profile");
        if (profile.samples().isEmpty()) {
            // It would count as an instance that holds nothing.
            throw new IOException("it has no samples. Switch sampling on in the process: jemscope activate");
        }
        return profile;
    }

    /** The content: the same bytes are the same profile, and no two dumps have the same ones, since they have their time. */
    static String id(byte[] pprof) {
        return Sha256.hex(pprof);
    }

    private static String frames(List<Location> stack) {
        StringBuilder text = new StringBuilder();
        int count = 0;
        for (Location location : stack) {
            for (Frame frame : location.frames()) {
                if (count == MOST_FRAMES) {
                    return text.toString();
                }
                text.append(count == 0 ? "" : "\n");
                text.append(
                        frame instanceof JavaFrame java ? java.withoutLoader().toStackTraceLine() : frame.label());
                count++;
            }
        }
        return text.toString();
    }

    /** The instance that a profile is of, by its facts and what is known of its agent. */
    static Instance instance(Agent agent, ProfileMetadata facts) {
        Map<String, String> labels = new TreeMap<>(agent.labels());
        String main = facts.get(ProfileMetadata.MAIN_CLASS)
                .or(() -> facts.get(ProfileMetadata.MAIN))
                .orElse("unknown");
        String service = orElse(labels.remove(Agent.SERVICE), main);
        String version = orElse(labels.remove(Agent.VERSION), "");
        String host = orElse(
                labels.remove(Agent.HOST), facts.get(ProfileMetadata.HOST).orElse(""));
        String pid = facts.get(ProfileMetadata.PID).orElse("");
        String start = facts.get(ProfileMetadata.PROGRAM_START).orElse("");
        // A process is known by what it says of itself, since its address may be given to another one later.
        String id = pid.isEmpty() || start.isEmpty()
                ? agent.address().toString()
                : facts.get(ProfileMetadata.HOST).orElse(host) + "/" + pid + "@" + start;
        return Instance.of(id, service, version, host, labels);
    }

    private static String orElse(@Nullable String text, String other) {
        return text == null || text.isEmpty() ? other : text;
    }
}
