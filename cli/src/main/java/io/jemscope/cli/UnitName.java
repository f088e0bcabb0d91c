package io.jemscope.cli;

import io.jemscope.report.ByteUnit;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The units of bytes under all names that pprof knows, and our own; all of them are powers of 1024, as pprof's are. */
final class UnitName implements ITypeConverter<ByteUnit> {

    @Override
    public ByteUnit convert(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "auto", "minimum" -> ByteUnit.AUTO;
            case "b", "byte", "bytes" -> ByteUnit.B;
            case "kib", "kb", "kbyte", "kbytes", "kilobyte", "kilobytes" -> ByteUnit.KIB;
            case "mib", "mb", "mbyte", "mbytes", "megabyte", "megabytes" -> ByteUnit.MIB;
            case "gib", "gb", "gbyte", "gbytes", "gigabyte", "gigabytes" -> ByteUnit.GIB;
            case "tib", "tb", "tbyte", "tbytes", "terabyte", "terabytes" -> ByteUnit.TIB;
            default ->
                throw new TypeConversionException(
                        "'" + name + "' is no unit of bytes: name auto, B, KiB, MiB, GiB or TiB");
        };
    }
}
