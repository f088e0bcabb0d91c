package io.jemscope.fleet.sink;

import io.jemscope.profile.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.SortedMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs requests without a query by AWS Signature Version 4 (Amazon S3 API Reference, "Signature Calculations for the Authorization
 * Header: Transferring Payload in a Single Chunk").
 *
 * @param region such as {@code us-east-1}
 * @param service such as {@code s3}
 */
record AwsSignature(AwsCredentials credentials, String region, String service) {

    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final String END = "aws4_request";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final int DATE_LETTERS = 8;

    /** A time as the header {@code x-amz-date} has it. */
    static String time(Instant time) {
        return TIME.format(time);
    }

    /**
     * The value of the header {@code Authorization}.
     *
     * @param path encoded as it is sent
     * @param headers those that are signed, {@code host} among them, by names in lower case
     * @param payload the body's SHA-256 in hexadecimal
     */
    String authorization(String method, String path, SortedMap<String, String> headers, String payload, Instant time) {
        StringBuilder request = new StringBuilder(method + "\n" + path + "\n\n");
        headers.forEach(
                (name, value) -> request.append(name).append(':').append(value).append('\n'));
        String signed = String.join(";", headers.keySet());
        request.append('\n').append(signed).append('\n').append(payload);
        String date = time(time).substring(0, DATE_LETTERS);
        String scope = date + "/" + region + "/" + service + "/" + END;
        String toSign = ALGORITHM + "\n" + time(time) + "\n" + scope + "\n"
                + Sha256.hex(request.toString().getBytes(StandardCharsets.UTF_8));
        byte[] key = ("AWS4" + credentials.secretKey()).getBytes(StandardCharsets.UTF_8);
        for (String part : new String[] {date, region, service, END}) {
            key = hmac(key, part);
        }
        return ALGORITHM + " Credential=" + credentials.accessKey() + "/" + scope + ", SignedHeaders=" + signed
                + ", Signature=" + HexFormat.of().formatHex(hmac(key, toSign));
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, mac.getAlgorithm()));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
