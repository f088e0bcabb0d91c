package io.jemscope.cli;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.profile.SampleType;
import io.jemscope.report.SampleTypeChoice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What a report counts: our own words, and those of jeprof and pprof, which mean the same. */
final class SampleTypeOptions {

    private final OptionSpelling typed;

    @Option(
            names = {"--live", "--inuse_space"},
            description = "Count what is still held. This is the default.")
    boolean live;

    @Option(
            names = {"--accumulated", "--alloc_space"},
            description = "Count what was ever asked for, freed or not, where that is known.")
    boolean accumulated;

    @Option(names = "--objects", description = "Count objects instead of bytes.")
    boolean objects;

    @Option(names = "--inuse_objects", description = "The same as --live --objects.")
    boolean liveObjects;

    @Option(names = "--alloc_objects", description = "The same as --accumulated --objects.")
    boolean accumulatedObjects;

    @Option(
            names = {"--sample-index", "--sample_index"},
            paramLabel = "NAME",
            converter = SampleIndex.class,
            description = "The same by pprof's names: inuse_space, inuse_objects, alloc_space, alloc_objects.")
    @Nullable
    SampleType sampleIndex;

    SampleTypeOptions(OptionSpelling typed) {
        this.typed = typed;
    }

    /** The measure; a contradiction is the caller's mistake. */
    SampleType measure() {
        List<SampleType> named = new ArrayList<>();
        if (liveObjects) {
            named.add(SampleType.LIVE_OBJECTS);
        }
        if (accumulatedObjects) {
            named.add(SampleType.ACCUMULATED_OBJECTS);
        }
        if (sampleIndex != null) {
            named.add(sampleIndex);
        }
        return new SampleTypeChoice(live, accumulated, objects, named)
                .measure()
                .orElseThrow(() -> new UsageMistake(
                        "the options say two things to count: name one, such as --live or --alloc_objects"));
    }

    /** The option that asks for what was ever asked for, under the name that the user wrote. */
    String typedAccumulated() {
        return typed.name("--accumulated", "--alloc_objects", "--sample-index");
    }

    /** The option that asks for objects, under the name that the user wrote. */
    String typedObjects() {
        return typed.name("--objects", "--inuse_objects", "--alloc_objects", "--sample-index");
    }

    /** The option that was given, under the name that the user wrote. */
    String typed() {
        return typed.name(
                "--accumulated", "--objects", "--live", "--inuse_objects", "--alloc_objects", "--sample-index");
    }

    /** Whether anything of it was said. */
    boolean isGiven() {
        return live || accumulated || objects || liveObjects || accumulatedObjects || sampleIndex != null;
    }

    /** pprof's names of what a heap profile counts. */
    static final class SampleIndex implements ITypeConverter<SampleType> {

        @Override
        public SampleType convert(String name) {
            return SampleTypeChoice.ofSampleIndex(name)
                    .orElseThrow(() -> new TypeConversionException("no sample type " + name
                            + ": name inuse_space, inuse_objects, alloc_space or alloc_objects"));
        }
    }
}
