package io.jemscope.httpd.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class TokenTest {

    @Test
    void has256BitsInUrlSafeText() throws IOException {
        assertThat(Token.random().text()).matches("[A-Za-z0-9_-]{43}");
    }

    @Test
    void isNeverTheSameTwice() throws IOException {
        assertThat(Token.random().text()).isNotEqualTo(Token.random().text());
    }

    @Test
    void isItselfAndNothingElse() throws IOException {
        Token token = Token.random();

        assertThat(token.is(token.text())).isTrue();
        assertThat(token.is("")).isFalse();
        assertThat(token.is(token.text() + "a")).isFalse();
        assertThat(token.is(token.text().substring(1))).isFalse();
    }

    @Test
    void doesntSlipIntoALog() throws IOException {
        Token token = Token.random();

        assertThat(token.toString()).doesNotContain(token.text());
    }
}
