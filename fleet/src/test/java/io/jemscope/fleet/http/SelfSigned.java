package io.jemscope.fleet.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A server's certificate, made for a test.
 *
 * @param context what a server needs
 * @param authority the file with the certificate in PEM, for those who trust it
 */
public record SelfSigned(SSLContext context, Path authority) {

    private static final char[] PASSWORD = "changeit".toCharArray();

    /**
     * Makes one.
     *
     * @param name whom it is for, as keytool writes it, such as {@code dns:localhost}
     */
    public static SelfSigned make(Path folder, String name) throws Exception {
        Path keystore = folder.resolve("keystore");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "one",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=agent",
                        "-ext",
                        "SAN=" + name,
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        keystore.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(output).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keystore)) {
            keys.load(in, PASSWORD);
        }
        Path authority = folder.resolve("certificate.pem");
        Files.writeString(
                authority,
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder()
                                .encodeToString(keys.getCertificate("one").getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return new SelfSigned(context, authority);
    }
}
