package io.jemscope.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/** What the doctor runs to see whether stacks come with Java frames: it asks for native memory and keeps it. */
public final class ProbeProgram {

    private static final int DEFLATERS = 40;

    private ProbeProgram() {}

    /**
     * Asks for some ten megabytes.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        List<Deflater> kept = new ArrayList<>();
        for (int i = 0; i < DEFLATERS; i++) {
            kept.add(new Deflater());
        }
        System.out.println(kept.size());
    }
}
