package io.jemscope.profile.proflog;

import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.jemalloc.SymbolSection;
import java.io.IOException;
import java.util.List;

/** The parts of one log, in any order. Used once. */
final class LogParser {

    private static final long NANOS_IN_MILLI = 1_000_000;

    /** 2^60 bytes: no program ever allocates so much between two samples. */
    private static final long LARGEST_LG_RATE = 60;

    private final LogJson json;
    private final SymbolSection names;
    private final LogStacks stacks;
    private ProfileMetadata facts;
    private long lgRate = -1;

    LogParser(LogJson json, SymbolSection names) {
        this.json = json;
        this.names = names;
        this.stacks = new LogStacks(json);
        this.facts = names.metadata();
    }

    Profile parse() throws IOException {
        LogAllocations allocations = new LogAllocations(json);
        boolean complete = false;
        json.beginObject();
        for (String part = json.nextName(); !part.isEmpty(); part = json.nextName()) {
            switch (part) {
                case "info" -> readInfo();
                case "threads" -> stacks.readThreads();
                case "stack_traces" -> stacks.readTraces();
                case "allocations" -> {
                    allocations.read();
                    complete = true;
                }
                default -> json.skip();
            }
        }
        json.end();
        if (lgRate < 0 || !complete) {
            throw json.fail("it has no 'lg_sample_rate' or no 'allocations': it is no log of jemalloc's prof_log");
        }
        SampleRate rate = new SampleRate(1L << lgRate);
        return new Profile(rate, stacks.samples(allocations, rate, names), List.of(), metadata(allocations, rate));
    }

    private void readInfo() throws IOException {
        json.beginObject();
        for (String fact = json.nextName(); !fact.isEmpty(); fact = json.nextName()) {
            switch (fact) {
                case "lg_sample_rate" -> {
                    lgRate = json.wholeNumber();
                    if (lgRate > LARGEST_LG_RATE) {
                        throw json.fail("'lg_sample_rate' is above " + LARGEST_LG_RATE);
                    }
                }
                case "duration" ->
                    facts = facts.with("log.duration", Long.toString(json.wholeNumber() / NANOS_IN_MILLI));
                case "pid" -> facts = facts.with("pid", Long.toString(json.wholeNumber()));
                case "version" -> facts = facts.with("jemalloc", json.string());
                default -> json.skip();
            }
        }
    }

    private ProfileMetadata metadata(LogAllocations allocations, SampleRate rate) {
        ProfileMetadata known = facts.with(ProfileMetadata.RATE, Long.toString(rate.bytes()))
                .with(ProfileMetadata.LOG_ALLOCATIONS, Long.toString(allocations.count()))
                .with(ProfileMetadata.MAPS, ProfileMetadata.MISSING);
        return allocations.hasLive()
                ? known
                : known.with(
                        ProfileMetadata.FIGURES,
                        "jemalloc logs an allocation when it is freed, so nothing of the log is still held");
    }
}
