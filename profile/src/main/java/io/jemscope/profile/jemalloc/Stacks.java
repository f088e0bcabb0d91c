package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Provenance;
import io.jemscope.profile.PseudoAddress;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stacks of a dump while it is being read. Stacks are held as numbers of addresses, since what the addresses lie in
 * stands behind them in a dump.
 */
final class Stacks {

    /** A dump of 2^22 samples is about a gigabyte of text; JVMs have been seen with tens of thousands. */
    private static final int MOST_SAMPLES = 1 << 22;

    private static final int MOST_ADDRESSES = 1 << 26;

    private final AddressTable addresses = new AddressTable();
    private final StackLine stackLine = new StackLine(addresses);
    private final List<RawStack> stacks = new ArrayList<>();
    private int samples;
    private long depths;
    private @Nullable Figures total;

    /** Reads a stack's addresses, up to the end of the line. */
    RawStack read(LineScanner line) throws FormatException {
        RawStack stack = new RawStack(stackLine.read(line));
        depths += stack.depth();
        if (depths > MOST_ADDRESSES) {
            throw line.fail("the stacks have more than " + MOST_ADDRESSES + " addresses in all");
        }
        return stack;
    }

    /** Adds a stack with its shares; those that are nothing have been left out. */
    void add(LineScanner line, RawStack stack) throws FormatException {
        samples += stack.shares().size();
        if (samples > MOST_SAMPLES) {
            throw line.fail("there are more than " + MOST_SAMPLES + " samples");
        }
        stacks.add(stack);
    }

    /** Keeps what the header says of the whole process. */
    void setTotal(Figures headerTotal) {
        total = headerTotal;
    }

    /** What the header says of the whole process; null where its figures can't be held against the stacks. */
    @Nullable
    Figures total() {
        return total;
    }

    Profile profile(SampleRate rate, MappingTable mappings, SymbolSection names, Provenance provenance) {
        List<Location> locations = new ArrayList<>(addresses.size());
        BitSet java = new BitSet(addresses.size());
        for (int number = 0; number < addresses.size(); number++) {
            long address = addresses.address(number);
            boolean pseudo = PseudoAddress.isPseudo(address);
            List<Frame> frames = frames(address, names);
            locations.add(new Location(address, pseudo ? null : mappings.at(address), frames));
            java.set(number, PseudoAddress.isJava(address) || hasJava(frames));
        }
        return new Profile(rate, samples(locations, java), mappings.all(), provenance);
    }

    private static List<Frame> frames(long address, SymbolSection names) {
        if (address == PseudoAddress.CUT) {
            return List.of(MarkerFrame.CUT);
        }
        List<Frame> known = names.frames(address);
        return known.isEmpty() && PseudoAddress.isPseudo(address) ? List.of(MarkerFrame.NAME_LOST) : known;
    }

    private List<Sample> samples(List<Location> locations, BitSet java) {
        SampleLabels javaLabels = new SampleLabels("java");
        SampleLabels nativeLabels = new SampleLabels("native");
        List<Sample> all = new ArrayList<>(samples);
        for (RawStack raw : stacks) {
            List<Location> stack = raw.locations(locations);
            SampleLabels labels = raw.hasAny(java) ? javaLabels : nativeLabels;
            for (RawStack.Share share : raw.shares()) {
                all.add(new Sample(stack, share.live(), share.accumulated(), labels.of(share.thread())));
            }
        }
        return all;
    }

    private static boolean hasJava(List<Frame> frames) {
        for (Frame frame : frames) {
            if (frame instanceof JavaFrame) {
                return true;
            }
        }
        return false;
    }
}
