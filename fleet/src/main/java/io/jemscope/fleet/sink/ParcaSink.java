package io.jemscope.fleet.sink;

import com.google.gson.JsonObject;
import io.jemscope.fleet.store.Instance;
import io.jemscope.profile.Profile;
import io.jemscope.profile.pprof.PprofWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pushes profiles to Parca: {@code ProfileStoreService.WriteRaw} in JSON. Labels of samples are sent, too. */
public final class ParcaSink extends PushSink {

    private static final String PATH = "/api/profiles/writeraw";

    private final Receiver receiver;

    public ParcaSink(Receiver receiver) {
        this.receiver = receiver;
    }

    @Override
    @Nullable
    String push(Profile profile, Instance instance, Delivery delivery) throws IOException, InterruptedException {
        ByteArrayOutputStream pprof = new ByteArrayOutputStream();
        PprofWriter.write(profile, pprof);
        JsonObject labels = new JsonObject();
        labels.add("labels", Series.of("service", instance, delivery).pairs());
        JsonObject series = new JsonObject();
        series.add("labels", labels);
        series.add("samples", Series.samples(pprof.toByteArray()));
        JsonObject request = new JsonObject();
        request.add("series", Series.listOf(series));
        return receiver.post(
                PATH,
                Map.of("Content-Type", "application/json"),
                request.toString().getBytes(StandardCharsets.UTF_8));
    }
}
