package io.jemscope.agent.web.auth;

import io.jemscope.agent.dumps.SetupException;
import io.jemscope.httpd.Tls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Reads certificates and keys. Loaded only for TLS, since it sets up the program's security providers. */
public final class KeyFiles {

    private static final String KEY_BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String KEY_END = "-----END PRIVATE KEY-----";

    private final KeyStore ours;
    private final char[] password;

    private KeyFiles(KeyStore ours, char[] password) {
        this.ours = ours;
        this.password = password;
    }

    /**
     * Our certificate and its key, from one file.
     *
     * @return the two
     * @throws IOException where they can't be read; the message says why, and what to do
     */
    public static KeyFiles pkcs12(Path keystore, Path password) throws IOException {
        char[] secret = SecretFile.line(password).toCharArray();
        byte[] bytes = SecretFile.read(keystore);
        try (InputStream stream = new ByteArrayInputStream(bytes)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(stream, secret);
            return new KeyFiles(store, secret);
        } catch (IOException | GeneralSecurityException e) {
            throw new SetupException("the certificate and key in " + keystore + " can't be read (" + e.getMessage()
                    + "). Look whether it is PKCS #12, and tls.password.file has its password");
        }
    }

    /**
     * Our certificate and its key, from two files.
     *
     * @param certificate the certificate and those that signed it, in PEM
     * @param key its key, in PEM of PKCS #8
     * @throws IOException where they can't be read; the message says why, and what to do
     */
    public static KeyFiles pem(Path certificate, Path key) throws IOException {
        Certificate[] chain =
                certificates(certificate, Files.readAllBytes(certificate)).toArray(new Certificate[0]);
        String text = new String(SecretFile.read(key), StandardCharsets.US_ASCII);
        int begin = text.indexOf(KEY_BEGIN);
        int end = text.indexOf(KEY_END);
        if (begin < 0 || end < begin) {
            throw new SetupException(key + " has no key in PKCS #8 without a password. Make one of it by openssl pkcs8"
                    + " -topk8 -nocrypt -in " + key);
        }
        char[] password = new char[0];
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(text.substring(begin + KEY_BEGIN.length(), end));
            PrivateKey read = KeyFactory.getInstance(chain[0].getPublicKey().getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(encoded));
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, password);
            store.setKeyEntry("agent", read, password, chain);
            return new KeyFiles(store, password);
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            throw new SetupException("the key in " + key + " can't be used (" + e.getMessage() + "). Look whether it is"
                    + " that of the certificate in " + certificate);
        }
    }

    private static Collection<? extends Certificate> certificates(Path file, byte[] bytes) throws IOException {
        try (InputStream stream = new ByteArrayInputStream(bytes)) {
            Collection<? extends Certificate> all =
                    CertificateFactory.getInstance("X.509").generateCertificates(stream);
            if (all.isEmpty()) {
                throw new SetupException("there is no certificate in " + file + ". It has to be in PEM");
            }
            return all;
        } catch (GeneralSecurityException e) {
            throw new SetupException(
                    "the certificates in " + file + " can't be read (" + e.getMessage() + "). They have to be in PEM");
        }
    }

    /**
     * What encrypts connections with these.
     *
     * @param clients authorities in PEM, whose certificates let callers in; null for none
     * @return the encryption
     * @throws IOException where it can't be set up; the message says why, and what to do
     */
    public Tls tls(@Nullable Path clients) throws IOException {
        try {
            checkThatThereIsAKey();
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(ours, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), clients == null ? trustNobody() : trust(clients), null);
            return new Tls(context, clients != null);
        } catch (GeneralSecurityException e) {
            throw new SetupException("TLS can't be set up (" + e.getMessage() + "). Look at the tls settings");
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    /** Otherwise nothing but failing handshakes would tell. */
    private void checkThatThereIsAKey() throws GeneralSecurityException, SetupException {
        for (String alias : Collections.list(ours.aliases())) {
            if (ours.isKeyEntry(alias)) {
                return;
            }
        }
        throw new SetupException("there is no certificate with its key in tls.keystore. Put one in");
    }

    /** Not null: that would be the JDK's own list, and any authority on it could make operators. */
    private static TrustManager[] trustNobody() {
        return new TrustManager[] {};
    }

    private static TrustManager[] trust(Path clients) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        int number = 0;
        for (Certificate authority : certificates(clients, SecretFile.readPublic(clients))) {
            trusted.setCertificateEntry("authority-" + ++number, authority);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        return factory.getTrustManagers();
    }
}
