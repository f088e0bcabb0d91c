package io.jemscope.cli;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A number of bytes on the command line: a whole number and a unit, powers of 1024 ({@code 512KiB}, {@code 64k},
 * {@code 1MiB}), or bytes without one.
 */
final class ByteSize implements ITypeConverter<Long> {

    @Override
    public Long convert(String text) {
        int end = 0;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        long factor = factor(text.substring(end).trim().toLowerCase(Locale.ROOT));
        if (end == 0 || end > 15 || factor == 0) {
            throw new TypeConversionException("'" + text + "' is not a size: write such as 512KiB, 64k or 1MiB");
        }
        return Long.parseLong(text.substring(0, end)) * factor;
    }

    private static long factor(String unit) {
        return switch (unit) {
            case "", "b" -> 1;
            case "k", "kb", "kib" -> 1L << 10;
            case "m", "mb", "mib" -> 1L << 20;
            case "g", "gb", "gib" -> 1L << 30;
            default -> 0;
        };
    }
}
