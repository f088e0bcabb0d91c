package io.jemscope.cli;

import io.jemscope.report.SpanText;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A span of time on the command line, see {@link SpanText}. */
final class TimeSpan implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String text) {
        try {
            return SpanText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
