package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.PseudoAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The addresses of locations in a symbolized dump, and their names. A location has one address, or several if it has Java
 * frames, each of which has its own.
 */
final class SymbolizedNames {

    /** The start of made-up addresses: not an address of a program or of a Java frame. */
    private static final long MADE_UP_START = 0x4A4E_0000_0000_0000L;

    /** The distance of made-up addresses, so that the address before one isn't another one's. */
    private static final long DISTANCE = 16;

    /** Longer names are cut, because readers limit the length of lines; ours to a million bytes. */
    private static final int LONGEST_NAME = 200_000;

    private static final Set<String> WRITTEN_ELSEWHERE = Set.of(
            ProfileMetadata.BINARY,
            ProfileMetadata.RATE,
            ProfileMetadata.MAPS,
            ProfileMetadata.HEADER_OBJECTS,
            ProfileMetadata.HEADER_BYTES,
            ProfileMetadata.HEADER_ACCUMULATED_OBJECTS,
            ProfileMetadata.HEADER_ACCUMULATED_BYTES);

    private final Map<Location, List<Address>> addresses = new HashMap<>();
    private final List<Address> inOrder = new ArrayList<>();

    /** The addresses at which readers look up names. */
    private final Set<Long> taken = new HashSet<>();

    private long javaFrames;
    private long madeUp;
    private final Address emptyStack = new Address(MADE_UP_START, "[empty stack]");

    /** An address, its name, and whether it is the leaf of stacks, or a caller. */
    private static final class Address {

        private final long value;
        private final String name;
        private boolean isLeaf;
        private boolean isCaller;

        Address(long value, String name) {
            this.value = value;
            this.name = name;
        }
    }

    /**
     * A line of the symbol section.
     *
     * @param address the address at which readers look up the name
     * @param text the name, escaped
     */
    record Name(long address, String text) {}

    /** Whether a fact needs no line of its own. */
    static boolean isWrittenElsewhere(String key) {
        return WRITTEN_ELSEWHERE.contains(key);
    }

    /** Gives a stack's locations their addresses. */
    void add(List<Location> stack) {
        boolean leaf = true;
        for (Location location : stack) {
            for (Address address : addresses.computeIfAbsent(location, this::give)) {
                address.isLeaf |= leaf;
                address.isCaller |= !leaf;
                leaf = false;
            }
        }
        if (stack.isEmpty() && !emptyStack.isLeaf) {
            emptyStack.isLeaf = true;
            inOrder.add(emptyStack);
        }
    }

    /** The addresses of a stack, leaf first. */
    List<Long> addresses(List<Location> stack) {
        List<Long> values = new ArrayList<>(stack.size());
        for (Location location : stack) {
            for (Address address : addresses.getOrDefault(location, List.of())) {
                values.add(address.value);
            }
        }
        return values.isEmpty() ? List.of(emptyStack.value) : values;
    }

    /** All names, in the order of the addresses' first appearance. */
    List<Name> names() {
        List<Name> names = new ArrayList<>();
        for (Address address : inOrder) {
            if (address.name.isEmpty()) {
                continue;
            }
            // Our own reader takes pseudo-addresses as they are, also those of callers.
            if (address.isLeaf || PseudoAddress.isPseudo(address.value)) {
                names.add(new Name(address.value, address.name));
            }
            if (address.isCaller) {
                names.add(new Name(address.value - 1, address.name));
            }
        }
        return names;
    }

    private List<Address> give(Location location) {
        List<Address> given = new ArrayList<>(1);
        List<Frame> together = new ArrayList<>();
        for (Frame frame : location.frames()) {
            if (frame instanceof JavaFrame || frame == MarkerFrame.NAME_LOST || frame == MarkerFrame.CUT) {
                addNative(given, together, 0);
                given.add(special(frame));
            } else {
                together.add(frame);
            }
        }
        if (given.isEmpty() && together.isEmpty()) {
            given.add(new Address(usable(location.address()), ""));
        } else {
            addNative(given, together, given.isEmpty() ? location.address() : 0);
        }
        inOrder.addAll(given);
        return given;
    }

    private void addNative(List<Address> given, List<Frame> frames, long address) {
        if (!frames.isEmpty()) {
            given.add(new Address(usable(address), EscapedNames.join(frames, LONGEST_NAME)));
            frames.clear();
        }
    }

    private Address special(Frame frame) {
        if (frame == MarkerFrame.CUT) {
            return new Address(PseudoAddress.CUT, frame.label());
        }
        javaFrames++;
        String name = frame instanceof JavaFrame java ? EscapedNames.of(java) : frame.label();
        return new Address(PseudoAddress.JAVA_START + DISTANCE * javaFrames, name);
    }

    /** An address, or one made up where that is missing, no program's, or too close to another. */
    private long usable(long address) {
        boolean possible = address > 1 && !PseudoAddress.isPseudo(address);
        if (possible && !taken.contains(address) && !taken.contains(address - 1)) {
            taken.add(address);
            taken.add(address - 1);
            return address;
        }
        madeUp++;
        return MADE_UP_START + DISTANCE * madeUp;
    }
}
