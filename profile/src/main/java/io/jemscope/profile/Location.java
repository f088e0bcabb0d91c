package io.jemscope.profile;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An address of a stack, its mapping and its frames. A profile holds each address once; samples share
 * the instances, so comparing by identity is right within one profile.
 */
public final class Location {

    private final long address;
    private final @Nullable Mapping mapping;
    private final List<Frame> frames;

    /**
     * Makes a location.
     *
     * @param address the address as the dump has it (a return address, or a pseudo-address of a Java frame); 0 if the
     *     profile has none
     * @param mapping the mapping that contains it; null if unknown
     * @param frames the frames it stands for: several where functions were inlined, innermost first; empty as long as
     *     they aren't looked up
     */
    public Location(long address, @Nullable Mapping mapping, List<? extends Frame> frames) {
        this.address = address;
        this.mapping = mapping;
        this.frames = List.copyOf(frames);
    }

    /**
     * The address.
     *
     * @return the address as the dump has it; 0 if the profile has none
     */
    public long address() {
        return address;
    }

    /**
     * The mapping that contains the address.
     *
     * @return the mapping; null if unknown
     */
    public @Nullable Mapping mapping() {
        return mapping;
    }

    /**
     * The frames the address stands for.
     *
     * @return innermost first; empty as long as they aren't looked up
     */
    public List<Frame> frames() {
        return frames;
    }

    /**
     * Whether Java code allocated through this location.
     *
     * @return whether the address stands for a Java frame, or one of the frames is a Java method or one whose name is lost
     */
    public boolean isJava() {
        if (PseudoAddress.isPseudo(address)) {
            return PseudoAddress.isJava(address);
        }
        for (Frame frame : frames) {
            if (frame instanceof JavaFrame || frame == MarkerFrame.NAME_LOST) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return "0x" + Long.toHexString(address) + frames;
    }
}
