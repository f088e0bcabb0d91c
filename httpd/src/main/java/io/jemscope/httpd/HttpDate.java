package io.jemscope.httpd;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Times as HTTP writes them: {@code Sun, 06 Nov 1994 08:49:37 GMT} (RFC 9110, section 5.6.7). Not by the JDK's formatter, which
 * would load hundreds of classes into the target.
 */
final class HttpDate {

    private static final String DAYS = "MonTueWedThuFriSatSun";
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

    private HttpDate() {}

    static String of(Instant instant) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), 0, ZoneOffset.UTC);
        StringBuilder text = new StringBuilder(29);
        appendName(text, DAYS, time.getDayOfWeek().getValue()).append(", ");
        appendTwoDigits(text, time.getDayOfMonth()).append(' ');
        appendName(text, MONTHS, time.getMonthValue()).append(' ').append(time.getYear());
        appendTwoDigits(text.append(' '), time.getHour());
        appendTwoDigits(text.append(':'), time.getMinute());
        appendTwoDigits(text.append(':'), time.getSecond());
        return text.append(" GMT").toString();
    }

    private static StringBuilder appendName(StringBuilder text, String names, int number) {
        return text.append(names, 3 * (number - 1), 3 * number);
    }

    private static StringBuilder appendTwoDigits(StringBuilder text, int number) {
        return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }
}
