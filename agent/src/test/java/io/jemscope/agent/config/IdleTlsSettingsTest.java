package io.jemscope.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdleTlsSettingsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "listen=0.0.0.0:9443,insecure=true",
                "tls.keystore=/k,tls.password.file=/p",
                "tls.keystore=/k,tls.password.file=/p,tls.clients=/c,tls.clients.readonly=true",
                "tls.certificate=/c,tls.key=/k,tls.clients=/c"
            })
    void whatBelongsTogetherIsNotComplainedOf(String options) {
        assertThat(complaints(options)).isEmpty();
    }

    /** Who sets this believes that nobody comes in without a certificate. */
    @Test
    void certificatesOfClientsAreNothingWithoutOneOfOurs() {
        assertThat(complaints("listen=0.0.0.0:9443,insecure=true,tls.clients=/c"))
                .containsExactly("the setting tls.clients has no effect: there is no TLS without a certificate. Set"
                        + " tls.keystore or tls.certificate, too");
    }

    @Test
    void aKeyOrAPasswordAloneIsNothing() {
        assertThat(complaints("tls.key=/k,tls.password.file=/p"))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("the setting tls.password.file has no effect"),
                        line -> assertThat(line).startsWith("the setting tls.key has no effect"));
    }

    @Test
    void ofTwoCertificatesOneIsNothing() {
        assertThat(complaints("tls.keystore=/k,tls.password.file=/p,tls.certificate=/c,tls.key=/k"))
                .containsExactly(
                        "the setting tls.certificate has no effect: tls.keystore comes first. Set one of the two",
                        "the setting tls.key has no effect: tls.keystore comes first. Set one of the two");
        assertThat(complaints("tls.certificate=/c,tls.key=/k,tls.password.file=/p"))
                .containsExactly(
                        "the setting tls.password.file has no effect: only tls.keystore has a password. Leave it out");
    }

    @Test
    void callersThatCantBeAreNotMadeReaders() {
        assertThat(complaints("tls.certificate=/c,tls.key=/k,tls.clients.readonly=true"))
                .containsExactly(
                        "the setting tls.clients.readonly has no effect: without tls.clients no certificate lets"
                                + " a caller in. Set both");
    }

    private static List<String> complaints(String options) {
        return IdleTlsSettings.complaints(SettingsReader.read(options, new Properties(), Map.of(), line -> {}));
    }
}
