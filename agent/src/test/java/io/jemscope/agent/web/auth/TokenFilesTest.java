package io.jemscope.agent.web.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.httpd.auth.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenFilesTest {

    private static final String TOKEN = "0123456789abcdef";

    private final List<String> complaints = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void isTheFilesFirstLine() throws IOException {
        assertThat(read(TOKEN + "\n", "rw-------").is(TOKEN)).isTrue();
        assertThat(read("  " + TOKEN, "r--------").is(TOKEN)).isTrue();
        assertThat(complaints).isEmpty();
    }

    @Test
    void withoutAFileItIsRandom() throws IOException {
        assertThat(TokenFiles.token(Optional.empty(), "token.file", complaints::add)
                        .text())
                .hasSize(43);
        assertThat(complaints).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0123456789abcdef, rw----r--, open to others",
        "0123456789abcdef, rw--w----, open to others",
        "0123456789abcdef, rwxrwxrwx, open to others",
        "0123456789abcde, rw-------, shorter than 16",
        "'', rw-------, shorter than 16",
        "0123456789 abcdef, rw-------, without blanks",
        "0123456789abcdef\u00e9, rw-------, without blanks"
    })
    void whatIsNotSecretOrNotGoodIsNotUsed(String text, String mode, String why) throws IOException {
        Token token = read(text, mode);

        assertThat(token.is(text.strip())).isFalse();
        assertThat(token.text()).hasSize(43);
        assertThat(complaints).hasSize(1);
        assertThat(complaints.get(0))
                .startsWith("the token that token.file names isn't used: ")
                .contains(why);
    }

    @Test
    void anAbsentFileIsToldAndAFolderToo() throws IOException {
        Path absent = folder.resolve("absent");
        TokenFiles.token(Optional.of(absent), "token.file", complaints::add);
        TokenFiles.token(Optional.of(folder), "token.file", complaints::add);

        assertThat(complaints).hasSize(2);
        assertThat(complaints.get(0)).contains("there is no file " + absent);
    }

    private Token read(String text, String mode) throws IOException {
        Path file = folder.resolve("token");
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        return TokenFiles.token(Optional.of(file), "token.file", complaints::add);
    }
}
