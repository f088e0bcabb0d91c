package io.jemscope.fleet.http;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** A server says when to ask it again. */
public final class RetryException extends IOException {

    private static final long serialVersionUID = 1L;

    private final Duration after;

    public RetryException(String why, Duration after) {
        super(why);
        this.after = after;
    }

    /** The failure that an answer stands for: one of these if it has a {@code Retry-After}, in seconds or as a date. */
    public static IOException of(HttpResponse<?> response, String why) {
        Duration after = after(response.headers().firstValue("Retry-After").orElse(""));
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

    /** How long to wait; a server's word, without bounds. */
    public Duration after() {
        return after;
    }
}
