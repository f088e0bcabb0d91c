package io.jemscope.cli;

import io.jemscope.report.ByteUnit;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Units of bytes as a user writes them. */
final class UnitName implements ITypeConverter<ByteUnit> {

    @Override
    public ByteUnit convert(String name) {
        return ByteUnit.named(name)
                .orElseThrow(() -> new TypeConversionException(
                        "'" + name + "' is no unit of bytes: name auto, B, KiB, MiB, GiB or TiB"));
    }
}
