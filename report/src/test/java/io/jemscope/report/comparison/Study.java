package io.jemscope.report.comparison;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.report.StackBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * A made-up program of which everything is known: how many blocks of which size each of its sites holds. Its dumps are
 * drawn as jemalloc draws samples, each block for itself.
 */
final class Study {

    /**
     * The blocks that a stack holds.
     *
     * @param site the stack's site; several stacks may share one
     * @param stack the stack's number; several sizes may share one, of which a dump tells but the mean
     */
    private record Held(int site, int stack, long blockBytes, int blocks) {}

    private final List<Held> held = new ArrayList<>();

    /** One site that holds so many bytes in blocks of a size, spread over stacks. */
    static Study pool(int stacks, long blockBytes, long bytes) {
        Study study = new Study();
        for (int stack = 0; stack < stacks; stack++) {
            study.held.add(new Held(0, stack, blockBytes, (int) (bytes / stacks / blockBytes)));
        }
        return study;
    }

    /** The samples in one dump. */
    Profile dump(RandomGenerator random, SampleRate rate) {
        return twoDumps(random, rate, rate, 0)[0];
    }

    /** As JVMs are: most sites hold little, a few nearly all; blocks from 32 bytes to 8 MiB, of one size or of several. */
    static Study program(RandomGenerator random, int sites) {
        Study study = new Study();
        for (int site = 0; site < sites; site++) {
            int sizes = random.nextInt(3) == 0 ? 2 + random.nextInt(3) : 1;
            for (int i = 0; i < sizes; i++) {
                long blockBytes = 32L << random.nextInt(19);
                double bytes = 16_384 * Math.exp(random.nextDouble() * 9);
                int stack = random.nextBoolean() ? 0 : i;
                study.held.add(new Held(site, stack, blockBytes, (int) Math.max(1, bytes / blockBytes)));
            }
        }
        return study;
    }

    /** Sites that each hold a few to a hundred blocks of several sizes, from 128 KiB to 16 MiB, on one stack. */
    static Study largeBlocks(RandomGenerator random, int sites) {
        Study study = new Study();
        for (int site = 0; site < sites; site++) {
            int sizes = 2 + random.nextInt(3);
            for (int i = 0; i < sizes; i++) {
                study.held.add(new Held(site, 0, (128L << 10) << random.nextInt(8), 1 + random.nextInt(100)));
            }
        }
        return study;
    }

    /** The samples of each site's blocks in two dumps, of which a share is alive in both. */
    Profile[] twoDumps(RandomGenerator random, SampleRate before, SampleRate after, double shared) {
        Map<String, Amount> one = new LinkedHashMap<>();
        Map<String, Amount> other = new LinkedHashMap<>();
        for (Held blocks : held) {
            int common = before.equals(after) ? (int) (shared * blocks.blocks()) : 0;
            int both = sampled(random, blocks.blockBytes(), common, before);
            int first = both + sampled(random, blocks.blockBytes(), blocks.blocks() - common, before);
            int second = both + sampled(random, blocks.blockBytes(), blocks.blocks() - common, after);
            String stack = blocks.site() + "/" + blocks.stack();
            one.merge(stack, before.scale(first, first * blocks.blockBytes()), Amount::plus);
            other.merge(stack, after.scale(second, second * blocks.blockBytes()), Amount::plus);
        }
        return new Profile[] {profile(before, samples(one)), profile(after, samples(other))};
    }

    /** Adds a leak to a profile: blocks that weren't there. */
    static Profile withLeak(RandomGenerator random, Profile profile, long blockBytes, int blocks) {
        List<Sample> samples = new ArrayList<>(profile.samples());
        int leaked = sampled(random, blockBytes, blocks, profile.rate());
        if (leaked > 0) {
            samples.add(StackBuilder.stack()
                    .in("malloc")
                    .at("com.example.Leak.plant:7")
                    .live(profile.rate(), leaked, leaked * blockBytes));
        }
        return profile(profile.rate(), samples);
    }

    /** A stack's figures are the sums over its sizes: so does jemalloc write them ({@code prof_unbias}). */
    private static List<Sample> samples(Map<String, Amount> stacks) {
        List<Sample> samples = new ArrayList<>();
        stacks.forEach((stack, amount) -> {
            String[] siteAndStack = stack.split("/", 2);
            if (!amount.isNone()) {
                samples.add(StackBuilder.stack()
                        .in("malloc")
                        .in("function" + siteAndStack[1])
                        .at("com.example.Site" + siteAndStack[0] + ".get:1")
                        .with(amount, Amount.NONE));
            }
        });
        return samples;
    }

    private static Profile profile(SampleRate rate, List<Sample> samples) {
        return new Profile(rate, samples, List.of(), ProfileMetadata.UNKNOWN);
    }

    /** How many of the blocks are sampled: from one that is to the next the distance is geometric. */
    private static int sampled(RandomGenerator random, long blockBytes, int blocks, SampleRate rate) {
        double logMissed = -(double) blockBytes / rate.bytes();
        int sampled = 0;
        double at = -1;
        while (true) {
            at += 1 + Math.floor(Math.log(1 - random.nextDouble()) / logMissed);
            if (at >= blocks) {
                return sampled;
            }
            sampled++;
        }
    }
}
