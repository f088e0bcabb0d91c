package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BuildIdTest {

    @Test
    void isPairsOfHexadecimalDigits() {
        assertThat(BuildId.isId("0123456789abcdefABCDEF")).isTrue();
        assertThat(BuildId.isId("")).isFalse();
        assertThat(BuildId.isId("abc")).isFalse();
        assertThat(BuildId.isId("pG/x")).isFalse();
    }

    @Test
    void isWrittenInSmallLetters() {
        assertThat(new BuildId("DEADBEEF")).isEqualTo(new BuildId("deadbeef"));
        assertThatThrownBy(() -> new BuildId("go:1")).isInstanceOf(IllegalArgumentException.class);
    }
}
