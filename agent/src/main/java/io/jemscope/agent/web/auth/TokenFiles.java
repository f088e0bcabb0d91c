package io.jemscope.agent.web.auth;

import io.jemscope.agent.dumps.SetupException;
import io.jemscope.httpd.auth.Token;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** The tokens that the settings name, in files, and random ones in place of those that can't be used. */
public final class TokenFiles {

    /** Of letters and digits these are 95 bits, too many to guess. */
    private static final int LEAST_CHARACTERS = 16;

    private TokenFiles() {}

    /**
     * The token in a file, or a random one.
     *
     * @param file the file; empty for a random one
     * @param setting what names the file
     * @param complaints takes a line where the file can't be used; then the token is a random one, which opens nothing to
     *     who has the file
     * @throws IOException where there are no random bits
     */
    public static Token token(Optional<Path> file, String setting, Consumer<String> complaints) throws IOException {
        if (file.isEmpty()) {
            return Token.random();
        }
        try {
            String text = SecretFile.line(file.get());
            check(text, file.get());
            return new Token(text);
        } catch (IOException e) {
            String why = e instanceof SetupException ? String.valueOf(e.getMessage()) : e.toString();
            complaints.accept("the token that " + setting + " names isn't used: " + why
                    + ". A random one, in the descriptor, is instead");
            return Token.random();
        }
    }

    private static void check(String text, Path file) throws SetupException {
        if (text.length() < LEAST_CHARACTERS) {
            throw new SetupException("the one in " + file + " is shorter than " + LEAST_CHARACTERS
                    + " characters. Make one by head -c 24 /dev/urandom | base64");
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) <= ' ' || text.charAt(i) >= 127) {
                throw new SetupException("the one in " + file
                        + " has other than visible characters of US-ASCII. Write it without blanks");
            }
        }
    }
}
