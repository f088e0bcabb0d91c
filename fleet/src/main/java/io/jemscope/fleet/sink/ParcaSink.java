package io.jemscope.fleet.sink;

import com.google.gson.JsonObject;
import io.jemscope.fleet.store.Instance;
import io.jemscope.profile.Profile;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pushes profiles to Parca: {@code ProfileStoreService.WriteRaw} in JSON. With the labels of samples. */
public final class ParcaSink extends PushSink {

    private static final String PATH = "/api/profiles/writeraw";

    private final Receiver receiver;

    public ParcaSink(Receiver receiver) {
        this.receiver = receiver;
    }

    @Override
    @Nullable
    String push(Profile profile, Instance instance, Delivery delivery) throws IOException, InterruptedException {
        JsonObject labels = new JsonObject();
        labels.add("labels", Series.labels("service", instance, delivery));
        return receiver.post(
                PATH, Map.of("Content-Type", "application/json"), Series.request(labels, written(profile)));
    }
}
