package io.jemscope.fleet.sink;

import io.jemscope.fleet.store.Instance;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Pushes profiles to Grafana Pyroscope: {@code push.v1.PusherService/Push} by Connect's protocol, in JSON. Pyroscope's default limits are
 * obeyed: 16,000 samples and 4 MiB without compression. Live figures only, since it reads accumulated ones as those of an interval.
 * Labels of samples are left out, since each of their values would become a series.
 */
public final class PyroscopeSink extends PushSink {

    private static final String PATH = "/push.v1.PusherService/Push";

    private static final int MOST_SAMPLES = 16_000;
    private static final int MOST_BYTES = 4 << 20;

    private final Receiver receiver;
    private final String tenant;
    private final Consumer<String> log;

    /** The services whose profiles were pruned; each is logged once. */
    private final Set<String> pruned = new HashSet<>();

    /**
     * Makes a sink.
     *
     * @param tenant the tenant, for {@code X-Scope-OrgID}; empty for none
     * @param log takes lines for the user
     */
    public PyroscopeSink(Receiver receiver, String tenant, Consumer<String> log) {
        this.receiver = receiver;
        this.tenant = tenant;
        this.log = log;
    }

    @Override
    @Nullable
    String push(Profile profile, Instance instance, Delivery delivery) throws IOException, InterruptedException {
        Map<String, String> headers = new HashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("Connect-Protocol-Version", "1");
        if (!tenant.isEmpty()) {
            headers.put("X-Scope-OrgID", tenant);
        }
        return receiver.post(
                PATH,
                headers,
                Series.request(Series.labels("service_name", instance, delivery), pprof(profile, delivery, instance)));
    }

    /** The profile with as many of its largest stacks as the limits allow; the others are added up. */
    private byte[] pprof(Profile profile, Delivery delivery, Instance instance) throws IOException {
        List<Sample> samples = byStack(profile);
        int kept = Math.min(samples.size(), MOST_SAMPLES);
        while (true) {
            byte[] pprof =
                    written(new Profile(profile.rate(), pruned(samples, kept), profile.mappings(), profile.metadata()));
            long bytes = unpacked(pprof);
            if (bytes <= MOST_BYTES || kept == 0) {
                if (kept < samples.size() && pruned.add(instance.service())) {
                    log.accept("Pyroscope accepts " + MOST_SAMPLES + " samples and 4 MiB of a profile: of "
                            + delivery.agent() + " ("
                            + instance.service() + ") " + Math.max(0, kept - 1) + " of " + samples.size()
                            + " stacks were sent, those that hold most, and the others as one");
                }
                return pprof;
            }
            kept = (int) Math.min(kept - 1, kept * 0.95 * MOST_BYTES / bytes);
        }
    }

    /** One sample for each stack, that which holds most first. */
    private static List<Sample> byStack(Profile profile) {
        Map<List<Location>, Amount> live = new LinkedHashMap<>();
        for (Sample sample : profile.samples()) {
            if (sample.live().bytes() > 0) {
                live.merge(sample.stack(), sample.live(), Amount::plus);
            }
        }
        List<Sample> samples = new ArrayList<>();
        live.forEach((stack, amount) -> samples.add(new Sample(stack, amount, Amount.NONE, Map.of())));
        samples.sort(
                (one, other) -> Double.compare(other.live().bytes(), one.live().bytes()));
        return samples;
    }

    private static List<Sample> pruned(List<Sample> samples, int most) {
        if (samples.size() <= most) {
            return samples;
        }
        int kept = Math.max(0, most - 1);
        List<Sample> pruned = new ArrayList<>(samples.subList(0, kept));
        Amount rest = Amount.NONE;
        for (Sample sample : samples.subList(kept, samples.size())) {
            rest = rest.plus(sample.live());
        }
        String name = "[" + (samples.size() - kept) + " smaller stacks]";
        pruned.add(new Sample(
                List.of(new Location(0, null, List.of(new NativeFrame(name, name, null, null)))),
                rest,
                Amount.NONE,
                Map.of()));
        return pruned;
    }

    private static long unpacked(byte[] gzip) throws IOException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            return in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
