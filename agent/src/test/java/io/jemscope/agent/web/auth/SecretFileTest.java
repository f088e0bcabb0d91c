package io.jemscope.agent.web.auth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SecretFileTest {

    private static final int ROOT = 0;
    private static final int SELF = 1000;
    private static final int OTHER = 4711;

    @Test
    void aSecretMustBeReadableByItsOwnerAlone() {
        assertThat(SecretFile.danger(true, 0100600, SELF, SELF)).isNull();
        assertThat(SecretFile.danger(true, 0100440, ROOT, SELF)).isNull();
        assertThat(SecretFile.danger(true, 0100440, SELF, SELF)).startsWith("is open to others, mode 440");
        assertThat(SecretFile.danger(true, 0100444, ROOT, SELF)).startsWith("is open to others, mode 444");
    }

    @Test
    void onlyRootUsesASecretOfAnotherUser() {
        assertThat(SecretFile.danger(true, 0100600, OTHER, SELF)).startsWith("belongs to another user");
        assertThat(SecretFile.danger(true, 0100600, OTHER, ROOT)).isNull();
        assertThat(SecretFile.danger(true, 0100640, OTHER, ROOT)).startsWith("is open to others, mode 640");
    }

    @Test
    void authoritiesMustNotBeWritableByOthers() {
        assertThat(SecretFile.danger(false, 0100664, SELF, SELF)).isNull();
        assertThat(SecretFile.danger(false, 0100664, ROOT, SELF)).isNull();
        assertThat(SecretFile.danger(false, 0100666, SELF, SELF)).startsWith("can be changed by others, mode 666");
        assertThat(SecretFile.danger(false, 0100646, ROOT, ROOT)).startsWith("can be changed by others, mode 646");
    }

    @Test
    void onlyRootUsesAuthoritiesOfAnotherUser() {
        assertThat(SecretFile.danger(false, 0100644, OTHER, SELF)).startsWith("belongs to another user");
        assertThat(SecretFile.danger(false, 0100644, OTHER, ROOT)).isNull();
        assertThat(SecretFile.danger(false, 0100664, OTHER, ROOT)).startsWith("can be changed by others, mode 664");
    }
}
