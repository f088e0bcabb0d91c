package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Amount;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.NumberedSamples;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleRate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stacks of a dump while it is being read. Stacks are held as numbers of addresses, since what the addresses lie in
 * stands behind them in a dump.
 */
final class HeapProfileBuilder {

    /** Sixteen times what a dump of a gigabyte has; JVMs have been seen with tens of thousands. */
    private static final int MOST_SAMPLES = 1 << 26;

    /** All functions of a large program and its libraries have less. */
    private static final int MOST_ADDRESSES = 1 << 24;

    private final SymbolSection names;
    private final AddressTable addresses = new AddressTable();
    private final StackLine line = new StackLine(addresses);
    private final NumberedSamples samples = new NumberedSamples();
    private final SampleLabels labels = new SampleLabels();
    private final Threads threads = new Threads(labels);

    /** What comments below the stacks name. */
    private final AddressNames commented = new AddressNames();

    /** By the number of an address, whether it stands for a Java frame, as far as they were looked at. */
    private boolean[] java = new boolean[1 << 10];

    private int lookedAt;
    private boolean anyJava;
    private int depth;
    private int stack;
    private boolean stackIsJava;
    private @Nullable Figures total;

    HeapProfileBuilder(SymbolSection names) {
        this.names = names;
    }

    /** Reads a stack's addresses, up to the end of the line; it is then the stack at hand. */
    void read(LineScanner lines) throws FormatException {
        readOpen(lines);
        keep(lines, 0, depth);
    }

    /** Reads a stack's addresses likewise; {@link #close} makes it the stack at hand. */
    void readOpen(LineScanner lines) throws FormatException {
        depth = line.read(lines);
        if (addresses.size() > MOST_ADDRESSES) {
            throw lines.fail("the stacks have more than " + MOST_ADDRESSES + " addresses that differ");
        }
        while (lookedAt < addresses.size()) {
            Location location = names.locate(addresses.address(lookedAt), null);
            if (lookedAt == java.length) {
                java = Arrays.copyOf(java, 2 * lookedAt);
            }
            boolean isJava = location.isJava();
            anyJava |= isJava;
            java[lookedAt++] = isJava;
        }
    }

    /**
     * Names the addresses of the stack that was read by the comments below it. What the comments leave out at either end
     * is left out of the stack.
     */
    void close(LineScanner lines, CommentedStack comments) throws FormatException {
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
            // A function that called itself is there several times, each time with what was inlined into it.
            int listed = comments.runFrom(comment);
            long address = addresses.address(numbers[at]);
            if (commented.get(address) == null) {
                commented.put(address, comments.frames(comment, listed % alike == 0 ? listed / alike : listed));
            }
            first = Math.min(first, at);
            at += alike;
            last = at;
            comment += listed;
        }
        keep(lines, first < last ? first : 0, first < last ? last : depth);
    }

    private void keep(LineScanner lines, int first, int last) throws FormatException {
        if (samples.isFull()) {
            throw lines.fail("the stacks are more than a report can hold, 4 GiB");
        }
        int[] numbers = first == 0 ? line.numbers() : Arrays.copyOfRange(line.numbers(), first, last);
        stack = samples.stack(numbers, last - first);
        stackIsJava = hasJava(numbers, last - first);
    }

    private boolean hasJava(int[] numbers, int length) {
        if (!anyJava) {
            return false;
        }
        // Java calls native code, so the outermost caller is the likeliest.
        for (int i = length - 1; i >= 0; i--) {
            if (java[numbers[i]]) {
                return true;
            }
        }
        return false;
    }

    /** The dump's threads. */
    Threads threads() {
        return threads;
    }

    /** Adds what a thread asked for through the stack at hand; nothing is not added. */
    void add(LineScanner lines, Amount live, Amount accumulated, int thread) throws FormatException {
        if (live.isNone() && accumulated.isNone()) {
            return;
        }
        if (samples.size() == MOST_SAMPLES) {
            throw lines.fail("there are more than " + MOST_SAMPLES + " samples");
        }
        samples.add(stack, live, accumulated, SampleLabels.number(thread, stackIsJava));
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
