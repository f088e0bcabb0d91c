package io.jemscope.fleet.http;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** A failure for which the server says when to try again, or that it has too many requests. */
public final class RetryException extends IOException {

    private static final long serialVersionUID = 1L;

    private static final int TOO_MANY = 429;

    private final Duration after;

    public RetryException(String why, Duration after) {
        super(why);
        this.after = after;
    }

    /** The failure of a request: a RetryException if the answer has a {@code Retry-After}, in seconds or as a date, or the status 429. */
    public static IOException of(HttpResponse<?> response, String why) {
        Duration after = after(response.headers().firstValue("Retry-After").orElse(""));
        if (after == null && response.statusCode() == TOO_MANY) {
            after = Duration.ZERO;
        }
        return after == null ? new IOException(why) : new RetryException(why, after);
    }

    private static @Nullable Duration after(String text) {
        if (text.matches("[0-9]{1,6}")) {
            return Duration.ofSeconds(Long.parseLong(text));
        }
        try {
            Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration after = Duration.between(Instant.now(), then);
            return after.isNegative() ? Duration.ZERO : after;
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** How long to wait, as the server says; not bounded. Zero if it doesn't say. */
    public Duration after() {
        return after;
    }
}
