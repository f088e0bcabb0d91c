package io.jemscope.fleet.sink;

import io.jemscope.fleet.store.Instance;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.pprof.PprofWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sink that sends profiles to a server one by one, each written anew, with the time of the collector's clock. */
abstract class PushSink implements Sink {

    @Override
    public final List<Refused> write(List<Delivery> deliveries) throws IOException, InterruptedException {
        List<Refused> refused = new ArrayList<>();
        for (Delivery delivery : deliveries) {
            String why = write(delivery);
            if (why != null) {
                refused.add(new Refused(delivery, why));
            }
        }
        return refused;
    }

    private @Nullable String write(Delivery delivery) throws IOException, InterruptedException {
        Profile read;
        Instance instance;
        try {
            read = ProfileReading.profile(delivery);
            instance = ProfileReading.instance(delivery.agent(), read.metadata());
        } catch (IOException | RuntimeException e) {
            return String.valueOf(e.getMessage());
        }
        ProfileMetadata facts = read.metadata()
                .with(ProfileMetadata.TIME, Long.toString(delivery.time().toEpochMilli()));
        return push(new Profile(read.rate(), read.samples(), read.mappings(), facts), instance, delivery);
    }

    /** A profile as pprof. */
    static byte[] written(Profile profile) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PprofWriter.write(profile, out);
        return out.toByteArray();
    }

    /**
     * Sends a profile.
     *
     * @return why the server will never accept it; null if it has accepted it
     * @throws IOException if the server accepts nothing now
     */
    abstract @Nullable String push(Profile profile, Instance instance, Delivery delivery)
            throws IOException, InterruptedException;
}
