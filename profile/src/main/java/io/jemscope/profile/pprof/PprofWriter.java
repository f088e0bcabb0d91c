package io.jemscope.profile.pprof;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a profile in pprof's format (google/pprof, {@code proto/profile.proto}), compressed by gzip: what {@code go tool
 * pprof}, Parca, Pyroscope and others read.
 *
 * <p>Sample types are {@code inuse_objects/count} and {@code inuse_space/bytes}, before them {@code alloc_objects} and
 * {@code alloc_space} where accumulated amounts are known. Figures are whole numbers there; fractions are carried from
 * sample to sample, so that totals stay right. The period is the sampling rate, from which a reader can derive every
 * figure's error. The provenance stands in the comments, {@code key: value}. {@link PprofReader} gives back an equal
 * profile, but for the fractions, for mappings that no location lies in, and for a native frame's library where it
 * differs from the file of its location's mapping.
 */
public final class PprofWriter {

    private PprofWriter() {}

    /**
     * Writes a profile.
     *
     * @param profile the profile, with or without frames
     * @param out where to; flushed, not closed
     * @throws IOException where writing fails
     */
    public static void write(Profile profile, OutputStream out) throws IOException {
        write(profile, SampleColumn.DEFAULT.measure(), out);
    }

    /**
     * Writes a profile of which readers show a certain figure first.
     *
     * @param profile the profile, with or without frames
     * @param shown the figure; live bytes where the profile doesn't have it
     * @param out where to; flushed, not closed
     * @throws IOException where writing fails
     */
    public static void write(Profile profile, SampleType shown, OutputStream out) throws IOException {
        GZIPOutputStream packed = new GZIPOutputStream(out, 1 << 13);
        new PprofEncoder(profile, shown, packed).encode();
        packed.finish();
        out.flush();
    }
}
