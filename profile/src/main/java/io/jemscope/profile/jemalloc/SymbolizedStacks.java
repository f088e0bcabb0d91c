package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Amount;
import io.jemscope.profile.LabelValues;
import io.jemscope.profile.Location;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Samples as entries of a dump: a stack, its total, and its threads' shares, in whole numbers. Neighbours of one stack and
 * of different threads become one entry; a sample without a thread is an entry of its own, since a reader would give what
 * it holds to the threads beside it.
 */
final class SymbolizedStacks {

    private static final String UNNAMED = "thread ";

    private final List<Sample> samples;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<Long, ThreadSum> threads = new TreeMap<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private final WholeAmounts live = new WholeAmounts();
    private final WholeAmounts accumulated = new WholeAmounts();
    private Whole total = Whole.NOTHING;
    private long lastNumber;

    /**
     * Whole figures.
     *
     * @param objects objects in use
     * @param bytes bytes in use
     * @param accumulatedObjects all objects allocated
     * @param accumulatedBytes all bytes allocated
     */
    record Whole(long objects, long bytes, long accumulatedObjects, long accumulatedBytes) {

        static final Whole NOTHING = new Whole(0, 0, 0, 0);

        Whole plus(Whole other) {
            return new Whole(
                    objects + other.objects,
                    bytes + other.bytes,
                    accumulatedObjects + other.accumulatedObjects,
                    accumulatedBytes + other.accumulatedBytes);
        }

        boolean isNothing() {
            return bytes == 0 && accumulatedBytes == 0;
        }

        String figures() {
            return objects + ": " + bytes + " [" + accumulatedObjects + ": " + accumulatedBytes + "]";
        }
    }

    /**
     * A stack.
     *
     * @param sample the number of a sample with the stack, for stacks take much more room
     * @param byThread the threads' shares, by the threads' numbers; empty if the thread isn't known
     * @param unknown the amount without a thread
     */
    record Entry(int sample, Map<Long, Whole> byThread, Whole unknown) {

        Whole total() {
            Whole sum = unknown;
            for (Whole share : byThread.values()) {
                sum = sum.plus(share);
            }
            return sum;
        }
    }

    /**
     * A thread.
     *
     * @param name its name; empty if it has only its number
     * @param sum the sum of its samples
     */
    record ThreadSum(String name, Whole sum) {}

    SymbolizedStacks(List<Sample> samples) {
        for (Sample sample : samples) {
            keepNumber(sample.labels().get(Sample.THREAD));
        }
        this.samples = samples;
        for (int i = 0; i < samples.size(); i++) {
            add(i, samples.get(i));
        }
    }

    /** Keeps the number of a thread without a name, {@code thread 5}. */
    private void keepNumber(@Nullable String name) {
        if (name != null && name.startsWith(UNNAMED)) {
            try {
                long number = Long.parseLong(name.substring(UNNAMED.length()));
                if (number >= 0 && number <= LineScanner.LARGEST_NUMBER && name.equals(UNNAMED + number)) {
                    numbers.put(name, number);
                    threads.put(number, new ThreadSum("", Whole.NOTHING));
                }
            } catch (NumberFormatException e) {
                // An ordinary name that only looks like a number.
            }
        }
    }

    private void add(int index, Sample sample) {
        Amount held = sample.live();
        Amount asked = sample.accumulated();
        WholeAmounts.Pair now = live.round(held);
        WholeAmounts.Pair ever = accumulated.round(asked);
        Whole whole = new Whole(now.objects(), now.bytes(), ever.objects(), ever.bytes());
        if (whole.isNothing()) {
            return;
        }
        total = total.plus(whole);
        String label = sample.labels().get(Sample.THREAD);
        String name = label == null ? null : LabelValues.shown(label);
        if (name == null || name.isBlank()) {
            entries.add(new Entry(index, Map.of(), whole));
            return;
        }
        long thread = number(name);
        threads.computeIfPresent(thread, (key, known) -> new ThreadSum(known.name, known.sum.plus(whole)));
        Entry last = entries.isEmpty() ? null : entries.get(entries.size() - 1);
        boolean joins = last != null
                && !last.byThread.isEmpty()
                && !last.byThread.containsKey(thread)
                && stack(last).equals(sample.stack());
        if (!joins || last == null) {
            last = new Entry(index, new TreeMap<>(), Whole.NOTHING);
            entries.add(last);
        }
        last.byThread.put(thread, whole);
    }

    private long number(String name) {
        Long known = numbers.get(name);
        if (known != null) {
            return known;
        }
        do {
            lastNumber++;
        } while (threads.containsKey(lastNumber));
        numbers.put(name, lastNumber);
        threads.put(lastNumber, new ThreadSum(name, Whole.NOTHING));
        return lastNumber;
    }

    /** The stacks, in the samples' order. */
    List<Entry> entries() {
        return entries;
    }

    /** An entry's stack, leaf first. */
    List<Location> stack(Entry entry) {
        return samples.get(entry.sample).stack();
    }

    /** The threads by their numbers. */
    Map<Long, ThreadSum> threads() {
        return threads;
    }

    /** The sum of the entries. */
    Whole total() {
        return total;
    }
}
