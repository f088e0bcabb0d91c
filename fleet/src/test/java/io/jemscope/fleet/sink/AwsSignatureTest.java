package io.jemscope.fleet.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.profile.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Signatures that AWS has published: its test suite for Signature Version 4, and the examples of Amazon S3's API reference. */
class AwsSignatureTest {

    private static final AwsSignature SUITE = new AwsSignature(
            new AwsCredentials("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", ""), "us-east-1", "service");
    private static final Instant SUITE_TIME = Instant.parse("2015-08-30T12:36:00Z");

    private static final AwsSignature S3 = new AwsSignature(
            new AwsCredentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", ""),
            "us-east-1",
            "s3");
    private static final Instant S3_TIME = Instant.parse("2013-05-24T00:00:00Z");

    private static final String EMPTY = Sha256.hex(new byte[0]);

    private static String suite(String method, Map<String, String> more) {
        Map<String, String> headers = new TreeMap<>(more);
        headers.put("host", "example.amazonaws.com");
        headers.put("x-amz-date", AwsSignature.time(SUITE_TIME));
        return SUITE.authorization(method, "/", new TreeMap<>(headers), EMPTY, SUITE_TIME);
    }

    @Test
    void getVanilla() {
        assertThat(suite("GET", Map.of()))
                .isEqualTo("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
                        + "SignedHeaders=host;x-amz-date, "
                        + "Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
    }

    @Test
    void postVanilla() {
        assertThat(suite("POST", Map.of()))
                .endsWith("Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b");
    }

    @Test
    void postWithASessionToken() {
        String token = "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfI"
                + "eoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSX"
                + "Dvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOL"
                + "n9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==";

        assertThat(suite("POST", Map.of("x-amz-security-token", token)))
                .endsWith("SignedHeaders=host;x-amz-date;x-amz-security-token, "
                        + "Signature=85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead");
    }

    private static String s3(String method, String path, String payload, Map<String, String> more) {
        TreeMap<String, String> headers = new TreeMap<>(more);
        headers.put("host", "examplebucket.s3.amazonaws.com");
        headers.put("x-amz-content-sha256", payload);
        headers.put("x-amz-date", AwsSignature.time(S3_TIME));
        return S3.authorization(method, path, headers, payload, S3_TIME);
    }

    @Test
    void getObject() {
        assertThat(s3("GET", "/test.txt", EMPTY, Map.of("range", "bytes=0-9")))
                .endsWith("Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    }

    @Test
    void putObject() {
        String payload = Sha256.hex("Welcome to Amazon S3.".getBytes(StandardCharsets.UTF_8));

        assertThat(s3(
                        "PUT",
                        "/test%24file.text",
                        payload,
                        Map.of("date", "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class", "REDUCED_REDUNDANCY")))
                .isEqualTo("AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
                        + "SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class, "
                        + "Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
    }

    @Test
    void credentialsComeFromTheEnvironmentAndStayOutOfTexts() {
        AwsCredentials credentials = AwsCredentials.of(
                Map.of("AWS_ACCESS_KEY_ID", "A", "AWS_SECRET_ACCESS_KEY", "secret", "AWS_SESSION_TOKEN", "session"));

        assertThat(credentials).isEqualTo(new AwsCredentials("A", "secret", "session"));
        assertThat(new AwsSignature(credentials, "r", "s3").toString()).doesNotContain("secret", "session");
        assertThatThrownBy(() -> AwsCredentials.of(Map.of("AWS_ACCESS_KEY_ID", "A")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
    }
}
