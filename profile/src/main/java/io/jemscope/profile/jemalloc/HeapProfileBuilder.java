package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Amount;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.NumberedSamples;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.PseudoAddress;
import io.jemscope.profile.SampleRate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects the stacks of a dump. They are kept as numbers of addresses until the end of the dump, because the mappings
 * follow the stacks.
 */
final class HeapProfileBuilder {

    /** Sixteen times what a dump of a gigabyte has. */
    private static final int MOST_SAMPLES = 1 << 26;

    /** More than all functions of a large program and its libraries. */
    private static final int MOST_ADDRESSES = 1 << 24;

    private final SymbolSection names;
    private final AddressTable addresses = new AddressTable();
    private final StackLine line = new StackLine(addresses);
    private final NumberedSamples samples = new NumberedSamples();
    private final ThreadLabels labels = new ThreadLabels();

    /** Frames from the comments below the stacks. */
    private final Map<Long, List<Frame>> commented = new HashMap<>();

    private int depth;
    private int stack;
    private boolean stackIsJava;
    private long birth;

    HeapProfileBuilder(SymbolSection names) {
        this.names = names;
    }

    /** Reads a stack's addresses up to the end of the line, and makes it the current stack. */
    void read(LineScanner lines) throws FormatException {
        readAddresses(lines);
        keep(lines, 0, depth);
    }

    /** Reads a stack's addresses; {@link #keep(LineScanner, CommentedStack)} then makes it the current stack. */
    void readAddresses(LineScanner lines) throws FormatException {
        depth = line.read(lines);
        if (addresses.size() > MOST_ADDRESSES) {
            throw lines.fail("the stacks have more than " + MOST_ADDRESSES + " addresses that differ");
        }
    }

    /**
     * Names the addresses of the stack by the comments below it, and makes it the current stack. Addresses at either end
     * without a comment are removed from the stack.
     */
    void keep(LineScanner lines, CommentedStack comments) throws FormatException {
        int[] numbers = line.numbers();
        int first = depth;
        int last = 0;
        int at = 0;
        int comment = 0;
        while (comment < comments.size()) {
            while (at < depth && !comments.isOf(comment, addresses.address(numbers[at]))) {
                at++;
            }
            if (at == depth) {
                break;
            }
            int alike = 1;
            while (at + alike < depth && numbers[at + alike] == numbers[at]) {
                alike++;
            }
            // A function that calls itself is listed several times, each time with its inlined functions.
            int listed = comments.runFrom(comment);
            long address = addresses.address(numbers[at]);
            if (!commented.containsKey(address)) {
                commented.put(address, comments.frames(comment, listed % alike == 0 ? listed / alike : listed));
            }
            first = Math.min(first, at);
            at += alike;
            last = at;
            comment += listed;
        }
        keep(lines, first < last ? first : 0, first < last ? last : depth);
    }

    private void keep(LineScanner lines, int first, int end) throws FormatException {
        if (samples.isFull()) {
            throw lines.fail("the stacks are more than a report can hold, 4 GiB");
        }
        long outermost = end == first ? 0 : addresses.address(line.numbers()[end - 1]);
        birth = PseudoAddress.isBirth(outermost) ? outermost : ThreadLabels.NO_BIRTH;
        int last = birth == ThreadLabels.NO_BIRTH ? end : end - 1;
        int[] numbers = first == 0 ? line.numbers() : Arrays.copyOfRange(line.numbers(), first, last);
        stack = samples.stack(numbers, last - first);
        stackIsJava = false;
        // Java calls native code, so the search is shortest from the outermost caller.
        for (int i = last - first - 1; i >= 0 && !stackIsJava; i--) {
            stackIsJava = PseudoAddress.isJava(addresses.address(numbers[i]));
        }
    }

    ThreadLabels labels() {
        return labels;
    }

    /** Adds what a thread allocated through the current stack; skips it if it is nothing. */
    void add(LineScanner lines, Amount live, Amount accumulated, int thread) throws FormatException {
        if (live.isNone() && accumulated.isNone()) {
            return;
        }
        if (samples.size() == MOST_SAMPLES) {
            throw lines.fail("there are more than " + MOST_SAMPLES + " samples");
        }
        samples.add(stack, live, accumulated, labels.index(thread, stackIsJava, birth));
    }

    Profile profile(SampleRate rate, MappingTable mappings, ProfileMetadata metadata) {
        List<Location> locations = new ArrayList<>(addresses.size());
        for (int number = 0; number < addresses.size(); number++) {
            long address = addresses.address(number);
            Location location = names.locate(address, mappings.at(address));
            List<Frame> frames = location.frames().isEmpty() ? commented.get(address) : null;
            locations.add(frames == null ? location : new Location(address, location.mapping(), frames));
        }
        return new Profile(rate, samples.samples(locations, labels.all()), mappings.all(), metadata);
    }
}
