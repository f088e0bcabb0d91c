package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The frames of addresses. A large service has tens of thousands, so addresses aren't boxed. */
final class AddressNames {

    private final AddressTable addresses = new AddressTable();

    /** By the addresses' numbers. */
    private final List<List<Frame>> frames = new ArrayList<>();

    /** Sets the frames of an address. */
    void put(long address, List<Frame> named) {
        int number = addresses.number(address);
        if (number == frames.size()) {
            frames.add(named);
        } else {
            frames.set(number, named);
        }
    }

    /** Adds all names of another instance. */
    void putAll(AddressNames others) {
        for (int number = 0; number < others.frames.size(); number++) {
            put(others.addresses.address(number), others.frames.get(number));
        }
    }

    /** The frames of an address, innermost first; null if it has no name. */
    @Nullable
    List<Frame> get(long address) {
        int number = addresses.known(address);
        return number == AddressTable.NONE ? null : frames.get(number);
    }

    int size() {
        return frames.size();
    }
}
