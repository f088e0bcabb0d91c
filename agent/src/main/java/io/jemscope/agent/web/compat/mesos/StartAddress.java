package io.jemscope.agent.web.compat.mesos;

import io.jemscope.agent.profiling.Permit;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.Run;
import io.jemscope.agent.profiling.RunRequest;
import io.jemscope.agent.profiling.StartOutcome;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** {@code /memory-profiler/start}: begins a run. */
record StartAddress(Profiler profiler, RoleRateLimiter limiter) implements Handler {

    private static final Duration USUAL = Duration.ofMinutes(5);
    private static final int MOST_LG_SAMPLE = 40;

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException, IOException {
        request.allowParameters("duration", "sample_bytes", "lg_sample", "discard", "dense", "label", "baseline");
        Permit<ApiException> permit = () -> limiter.take(request.caller(), "Heap profiling was not begun");
        StartOutcome outcome = profiler.start(request(request), permit);
        if (outcome instanceof StartOutcome.Started started) {
            return answer(started.run(), "Heap profiling has begun.");
        }
        if (outcome instanceof StartOutcome.AlreadyOn other) {
            return answer(other.run(), "Heap profiling was begun before, and goes on.");
        }
        return PlainProblems.text(409, "Heap profiling was started externally.");
    }

    private static RunRequest request(Request request) throws ApiException {
        OptionalLong sampleBytes = sampleBytes(request);
        try {
            return new RunRequest(
                            Optional.of(duration(request)),
                            request.parameter("label"),
                            sampleBytes,
                            request.flag("discard", false),
                            request.flag("baseline", true))
                    .allowing(request.flag("dense", false));
        } catch (IllegalArgumentException e) {
            throw new ApiException(
                    400,
                    "Heap profiling was not begun",
                    String.valueOf(e.getMessage()),
                    "Send, say, duration=5mins, discard=true with sample_bytes or lg_sample, and dense=true below 65536.");
        }
    }

    private static Duration duration(Request request) throws ApiException {
        Optional<String> text = request.parameter("duration");
        try {
            return text.isPresent() ? MesosDuration.parse(text.get()) : USUAL;
        } catch (IllegalArgumentException e) {
            throw new ApiException(
                    400,
                    "The parameter 'duration' can't be read",
                    String.valueOf(e.getMessage()),
                    "Send, say, duration=5mins.");
        }
    }

    private static OptionalLong sampleBytes(Request request) throws ApiException {
        OptionalLong bytes = request.number("sample_bytes");
        OptionalLong logarithm = request.number("lg_sample");
        if (logarithm.isEmpty()) {
            return bytes;
        }
        if (bytes.isPresent() || logarithm.getAsLong() > MOST_LG_SAMPLE) {
            throw new ApiException(
                    400,
                    "The sampling rate can't be read",
                    bytes.isPresent() ? "it is there twice" : "lg_sample is at most " + MOST_LG_SAMPLE,
                    "Send sample_bytes=524288, or lg_sample=19, which is the same.");
        }
        return OptionalLong.of(1L << logarithm.getAsLong());
    }

    private Response answer(Run run, String what) throws IOException {
        Optional<Duration> remaining = profiler.remaining(run);
        String fetch = ProfileAddresses.BASE + "/download/raw?id=" + run.id();
        String end = ProfileAddresses.BASE + "/stop";
        JsonText json = new JsonText();
        json.beginObject();
        json.name("id").value(run.id());
        json.name("message")
                .value(what
                        + (remaining.isPresent()
                                ? " When the remaining seconds are over, fetch the profile from " + fetch + "; visit "
                                        + end + " to end it earlier."
                                : " It goes on until it is stopped: visit " + end + ", then fetch the profile from "
                                        + fetch + ".")
                        + (run.told().isPresent() ? " Note: " + run.told().get() + "." : ""));
        json.name("remaining_seconds");
        if (remaining.isPresent()) {
            json.value(Long.toString(Math.round(remaining.get().toNanos() / 1e9)));
        } else {
            json.nullValue();
        }
        json.endObject();
        return Response.json(200, json);
    }
}
