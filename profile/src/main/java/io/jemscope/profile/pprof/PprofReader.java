package io.jemscope.profile.pprof;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.Profile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads heap profiles in pprof's format: Jemscope's own recordings, and those of other tools, such as Go's. Their figures
 * are scaled already. Functions in profiles of other tools become native frames.
 */
public final class PprofReader {

    /** Some thousand times the size of a usual recording; what is packed beyond it is refused. */
    private static final int MOST_BYTES = 1 << 28;

    private static final int GZIP_FIRST = 0x1f;

    private PprofReader() {}

    /**
     * Reads a profile.
     *
     * @param in the profile, compressed by gzip or not; read up to its end, not closed
     * @return the profile. Its metadata has the comments of the form {@code key: value} as facts, others under
     *     {@code comment}, and the profile's time under {@code time} if no comment has it
     * @throws FormatException if it is not a pprof heap profile, or is damaged
     * @throws IOException if reading fails
     */
    public static Profile read(InputStream in) throws IOException {
        try {
            byte[] bytes = unpack(in).readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw failure("it has more than " + MOST_BYTES + " bytes when unpacked");
            }
            return new PprofDecoder(bytes).decode();
        } catch (EOFException | ZipException e) {
            throw failure("its gzip data are cut short or damaged (" + e.getMessage() + ")");
        }
    }

    private static InputStream unpack(InputStream in) throws IOException {
        PushbackInputStream whole = new PushbackInputStream(in);
        int first = whole.read();
        if (first < 0) {
            throw failure("it is empty");
        }
        whole.unread(first);
        return first == GZIP_FIRST ? new GZIPInputStream(whole, 1 << 14) : whole;
    }

    /** The exception for a profile that can't be read. */
    static FormatException failure(String why) {
        return new FormatException(
                "The pprof profile can't be read",
                why,
                "Check that it is a heap profile in pprof's format, written to its end and copied whole");
    }
}
