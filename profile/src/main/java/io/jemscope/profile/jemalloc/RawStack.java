package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Location;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stack while its dump is being read: numbers of addresses, and what was asked for through it. */
final class RawStack {

    private final int[] numbers;
    private final List<Share> shares = new ArrayList<>(1);

    /**
     * Makes a stack without shares.
     *
     * @param numbers the addresses' numbers in an {@link AddressTable}, leaf first; not copied
     */
    RawStack(int[] numbers) {
        this.numbers = numbers;
    }

    /**
     * What one thread asked for.
     *
     * @param live what is still held
     * @param accumulated what was ever asked for
     * @param thread the thread's name; null where it isn't known
     */
    record Share(Amount live, Amount accumulated, @Nullable String thread) {}

    /** Adds what a thread asked for, null for threads unknown; nothing is not added. */
    void add(Amount live, Amount accumulated, @Nullable String thread) {
        if (!live.isNone() || !accumulated.isNone()) {
            shares.add(new Share(live, accumulated, thread));
        }
    }

    List<Share> shares() {
        return shares;
    }

    int depth() {
        return numbers.length;
    }

    /** Whether an address of the stack is among those given by number. */
    boolean hasAny(BitSet wanted) {
        for (int number : numbers) {
            if (wanted.get(number)) {
                return true;
            }
        }
        return false;
    }

    /** The stack's locations, given those of all addresses by number. */
    List<Location> locations(List<Location> byNumber) {
        Location[] stack = new Location[numbers.length];
        for (int i = 0; i < stack.length; i++) {
            stack[i] = byNumber.get(numbers[i]);
        }
        return List.of(stack);
    }
}
