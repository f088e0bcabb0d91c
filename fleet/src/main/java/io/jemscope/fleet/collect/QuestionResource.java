package io.jemscope.fleet.collect;

import io.jemscope.fleet.http.Reason;
import io.jemscope.fleet.question.FleetJson;
import io.jemscope.fleet.question.FleetQuestion;
import io.jemscope.fleet.question.NoSuchInstanceException;
import io.jemscope.fleet.sink.StoreSink;
import io.jemscope.fleet.store.FleetStore;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.report.SpanText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/v1/fleet/{question}}: what {@code jemscope fleet} answers, as {@link FleetJson} has it. Each answer opens the store, and
 * is kept for some seconds. Called by one thread at a time.
 */
final class QuestionResource implements Handler {

    private static final Map<String, Set<String>> PARAMETERS = Map.of(
            "top", Set.of("service", "at", "within"),
            "diff", Set.of("service", "at", "within", "release", "base", "since"),
            "trend", Set.of("service", "at", "within"),
            "why", Set.of("service", "at", "within", "instance"),
            "stacks", Set.of("service", "at", "within", "site"));

    /** How many stacks of a site are answered, as by the command. */
    private static final int MOST_STACKS = 20;

    /** No profile is of a later time. */
    private static final Instant LAST = Instant.parse("9999-01-01T00:00:00Z");

    private static final Duration KEPT = Duration.ofSeconds(5);
    private static final int MOST_KEPT = 8;

    private final StoreSink.@Nullable Opening store;
    private final InstantSource clock;

    /** By the request's address; the oldest first. */
    private final Map<String, Answer> kept = new LinkedHashMap<>();

    private record Answer(String json, Instant made) {}

    /**
     * Makes a resource.
     *
     * @param store opens the store to read; null if profiles go elsewhere
     */
    QuestionResource(StoreSink.@Nullable Opening store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public void check(Request request) throws ApiException {
        String question = request.segment("question");
        Set<String> known = PARAMETERS.get(question);
        if (known == null) {
            throw new ApiException(
                    404,
                    "Unknown question: " + question,
                    "the questions are " + names(),
                    "Use one of them in the address.");
        }
        request.allowParameters(known.stream().sorted().toArray(String[]::new));
        boolean hasRelease = request.parameter("release").isPresent();
        if (question.equals("diff") && hasRelease == request.parameter("since").isPresent()) {
            throw mistake("diff compares either versions or times", "Send either release or since.");
        }
        if (!hasRelease && request.parameter("base").isPresent()) {
            throw mistake("base is the version to compare a release with", "Send release, too.");
        }
        if (question.equals("stacks")
                && (request.parameter("service").isEmpty()
                        || request.parameter("site").isEmpty())) {
            throw mistake("stacks needs a service and a site", "Send service and site.");
        }
        question(request);
        time(request, "since");
        if (store == null) {
            throw new ApiException(
                    404,
                    "This collector has no store",
                    "its profiles are sent to other systems",
                    "Start it with --store, too: jemscope collect --store FILE.");
        }
    }

    private static String names() {
        return String.join(", ", PARAMETERS.keySet().stream().sorted().toList());
    }

    private static ApiException mistake(String why, String next) {
        return new ApiException(400, "The question is incomplete", why, next);
    }

    @Override
    public Response answer(Request request) throws ApiException {
        Instant now = clock.instant();
        kept.values().removeIf(each -> Duration.between(each.made(), now).abs().compareTo(KEPT) > 0);
        String key = request.path() + "?" + request.query();
        Answer answer = kept.get(key);
        if (answer == null) {
            answer = new Answer(ask(request), now);
            kept.put(key, answer);
            if (kept.size() > MOST_KEPT) {
                kept.remove(kept.keySet().iterator().next());
            }
        }
        return Response.text(200, "application/json", answer.json());
    }

    private String ask(Request request) throws ApiException {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        try (FleetStore opened = Objects.requireNonNull(store).open()) {
            write(request, opened, json);
            return json.toString(StandardCharsets.UTF_8);
        } catch (NoSuchInstanceException e) {
            throw new ApiException(404, e.what(), e.why(), "Choose a longer time, or another service or version.");
        } catch (IOException e) {
            throw new ApiException(
                    503,
                    "The store can't be read",
                    Reason.of(e),
                    "Try again. /health says whether the collector can write it.");
        }
    }

    private void write(Request request, FleetStore opened, ByteArrayOutputStream json)
            throws ApiException, NoSuchInstanceException, IOException {
        FleetQuestion question = question(request);
        switch (request.segment("question")) {
            case "top" -> FleetJson.write(question.top(opened), json);
            case "trend" -> FleetJson.write(question.trend(opened), json);
            case "why" ->
                FleetJson.write(
                        question.why(opened, request.parameter("instance").orElse(null)), json);
            case "diff" -> {
                Instant since = time(request, "since");
                FleetJson.write(
                        since == null
                                ? question.diff(
                                        opened,
                                        request.parameter("release").orElse(""),
                                        request.parameter("base").orElse(null))
                                : question.diff(opened, since),
                        json);
            }
            default -> {
                String site = request.parameter("site").orElse("");
                FleetJson.write(
                        request.parameter("service").orElse(""),
                        site,
                        question.stacks(opened, site, MOST_STACKS),
                        json);
            }
        }
    }

    private FleetQuestion question(Request request) throws ApiException {
        Instant at = time(request, "at");
        String within = request.parameter("within").orElse(null);
        Duration length = within == null ? null : within(within);
        return new FleetQuestion(request.parameter("service").orElse(null), at == null ? clock.instant() : at, length);
    }

    private static Duration within(String text) throws ApiException {
        String why = "it has no length";
        try {
            Duration span = SpanText.parseWithUnit(text);
            if (!span.isZero()) {
                return span;
            }
        } catch (IllegalArgumentException e) {
            why = Reason.of(e);
        }
        throw unreadable("within", why, "Send such as within=30m, 2h30m or 7d.");
    }

    /** A parameter that is a time, or a time ago; null if it isn't given. */
    private @Nullable Instant time(Request request, String name) throws ApiException {
        String text = request.parameter(name).orElse(null);
        if (text == null) {
            return null;
        }
        String why = "it must be in the years 1970 to 9998";
        try {
            Instant time = time(text);
            if (!time.isBefore(Instant.EPOCH) && time.isBefore(LAST)) {
                return time;
            }
        } catch (IllegalArgumentException e) {
            why = Reason.of(e);
        }
        throw unreadable(name, why, "Send such as " + name + "=2h (ago) or " + name + "=2026-01-31T03:15:00Z.");
    }

    private Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            return clock.instant().minus(SpanText.parseWithUnit(text));
        }
    }

    private static ApiException unreadable(String name, String why, String next) {
        return new ApiException(400, "The parameter '" + name + "' can't be read", why, next);
    }
}
