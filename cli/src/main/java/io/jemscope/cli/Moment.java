package io.jemscope.cli;

import io.jemscope.report.SpanText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A moment on the command line: a time ago ({@code 10m}, {@code 2h30m}), a clock time of the last 24 hours ({@code 03:15}), or a date with or without a
 * time. Without an offset it is UTC, as all times are that Jemscope prints.
 */
final class Moment implements ITypeConverter<Instant> {

    private final Instant now;

    Moment() {
        this(Instant.now());
    }

    Moment(Instant now) {
        this.now = now;
    }

    @Override
    public Instant convert(String text) {
        String word = text.trim().replace(' ', 'T');
        try {
            if (word.indexOf('-') > 0) {
                return date(word);
            }
            if (word.indexOf(':') > 0) {
                return clockTime(LocalTime.parse(word));
            }
            return now.minus(SpanText.parseWithUnit(word));
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new TypeConversionException(
                    "'" + text + "' is not a time: write such as 10m (ago), 03:15, 2026-01-31 or 2026-01-31T03:15:00Z");
        }
    }

    private static Instant date(String word) {
        if (word.indexOf('T') < 0) {
            return LocalDate.parse(word).atStartOfDay(ZoneOffset.UTC).toInstant();
        }
        int time = word.indexOf('T');
        boolean hasOffset = word.endsWith("Z") || word.indexOf('+', time) > 0 || word.indexOf('-', time) > 0;
        return hasOffset
                ? OffsetDateTime.parse(word).toInstant()
                : LocalDateTime.parse(word).toInstant(ZoneOffset.UTC);
    }

    private Instant clockTime(LocalTime time) {
        Instant today = time.atDate(LocalDate.ofInstant(now, ZoneOffset.UTC)).toInstant(ZoneOffset.UTC);
        return today.isAfter(now) ? today.minusSeconds(86_400) : today;
    }
}
