package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The frames that addresses stand for: of a large service tens of thousands, each asked for twice, so none is boxed. */
final class AddressNames {

    private final AddressTable addresses = new AddressTable();

    /** By the addresses' numbers. */
    private final List<List<Frame>> frames = new ArrayList<>();

    /** Names an address; what it was called before is forgotten. */
    void put(long address, List<Frame> named) {
        int number = addresses.number(address);
        if (number == frames.size()) {
            frames.add(named);
        } else {
            frames.set(number, named);
        }
    }

    /** Takes over all that others have. */
    void putAll(AddressNames others) {
        for (int number = 0; number < others.frames.size(); number++) {
            put(others.addresses.address(number), others.frames.get(number));
        }
    }

    /** The frames of an address, innermost first; null where it isn't named. */
    @Nullable
    List<Frame> get(long address) {
        int number = addresses.known(address);
        return number == AddressTable.NONE ? null : frames.get(number);
    }

    /** How many addresses are named. */
    int size() {
        return frames.size();
    }
}
