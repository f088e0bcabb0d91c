package io.jemscope.profile.pprof;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.Printable;

/**
 * What a receiver of OTLP profiles says of a request.
 *
 * @param rejected how many of its profiles the receiver didn't take
 * @param message why, or a warning; empty if the receiver says nothing
 */
public record OtlpAnswer(long rejected, String message) {

    /**
     * Reads the answer to a request that was accepted, an {@code ExportProfilesServiceResponse}.
     *
     * @throws FormatException if it isn't one
     */
    public static OtlpAnswer ofSuccess(byte[] body) throws FormatException {
        OtlpAnswer answer = new OtlpAnswer(0, "");
        ProtobufReader response = new ProtobufReader(body);
        for (int field = response.next(); field != 0; field = response.next()) {
            if (field == 1) {
                answer = partialSuccess(response.message());
            }
        }
        return answer;
    }

    private static OtlpAnswer partialSuccess(ProtobufReader partial) throws FormatException {
        long rejected = 0;
        String message = "";
        for (int field = partial.next(); field != 0; field = partial.next()) {
            if (field == 1) {
                rejected = partial.number();
            } else if (field == 2) {
                message = Printable.of(partial.text());
            }
        }
        return new OtlpAnswer(rejected, message);
    }

    /** Reads the answer to a request that failed, a {@code google.rpc.Status}; it has no message where it isn't one. */
    public static OtlpAnswer ofFailure(byte[] body) {
        String message = "";
        try {
            ProtobufReader status = new ProtobufReader(body);
            for (int field = status.next(); field != 0; field = status.next()) {
                if (field == 2) {
                    message = Printable.of(status.text());
                }
            }
        } catch (FormatException e) {
            // A proxy's page, for example.
            return new OtlpAnswer(0, "");
        }
        return new OtlpAnswer(0, message);
    }
}
