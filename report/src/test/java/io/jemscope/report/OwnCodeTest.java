package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Provenance;
import io.jemscope.profile.SampleRate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnCodeTest {

    @Test
    void twoSegmentsOfTheMainClassesPackage() {
        assertThat(OwnCode.ofMainClass("com.example.shop.web.Main").packages()).containsExactly("com.example");
        assertThat(OwnCode.ofMainClass("shop.Main").packages()).containsExactly("shop");
        assertThat(OwnCode.ofMainClass("Main").packages()).containsExactly("");
    }

    @Test
    void threeWhereManyProjectsShareTwo() {
        assertThat(OwnCode.ofMainClass("org.apache.maven.cli.Main").packages()).containsExactly("org.apache.maven");
        assertThat(OwnCode.ofMainClass("com.github.Main").packages()).containsExactly("com.github");
    }

    @Test
    void aPrefixEndsAtADot() {
        OwnCode own = new OwnCode(List.of("com.example."));

        assertThat(own.contains(StackBuilder.java(null, "com.example.A.a:1"))).isTrue();
        assertThat(own.contains(StackBuilder.java(null, "com.example.deep.A.a:1")))
                .isTrue();
        assertThat(own.contains(StackBuilder.java(null, "com.examples.A.a:1"))).isFalse();
        assertThat(new OwnCode(List.of("com.example.*")).packages()).containsExactly("com.example");
    }

    @Test
    void aPrefixMayBeAClass() {
        OwnCode own = new OwnCode(List.of("com.example.A"));

        assertThat(own.contains(StackBuilder.java(null, "com.example.A.a:1"))).isTrue();
        assertThat(own.contains(StackBuilder.java(null, "com.example.A$Inner.a:1")))
                .isTrue();
        assertThat(own.contains(StackBuilder.java(null, "com.example.Ab.a:1"))).isFalse();
    }

    @Test
    void theUnnamedPackageIsNoPrefixOfOthers() {
        OwnCode own = OwnCode.ofMainClass("Main");

        assertThat(own.contains(StackBuilder.java(null, "Other.a:1"))).isTrue();
        assertThat(own.contains(StackBuilder.java(null, "com.example.A.a:1"))).isFalse();
    }

    @Test
    void takesTheMainClassFromTheFacts() {
        assertThat(OwnCode.of(profile(Map.of("main", "org.lib.Main"))).packages())
                .containsExactly("org.lib");
        assertThat(OwnCode.of(profile(Map.of("main", "shop.app/org.lib.Main"))).packages())
                .containsExactly("org.lib");
        assertThat(OwnCode.of(profile(Map.of("main", "/opt/app.jar", OwnCode.MAIN_CLASS, "net.shop.web.Main")))
                        .packages())
                .containsExactly("net.shop");
    }

    @Test
    void findsTheMainMethodOnTheStacksWhereTheFactsNameAJar() {
        assertThat(OwnCode.of(profile(Map.of("main", "app.jar"))).packages()).containsExactly("org.found");
    }

    @Test
    void takesNoClassThatNothingOnTheStacksIsOf() {
        assertThat(OwnCode.of(profile(Map.of("main", "my"))).packages()).containsExactly("org.found");
        assertThat(OwnCode.of(profile(Map.of("main", "com.example.Launcher"))).packages())
                .containsExactly("org.found");
    }

    @Test
    void aTopLevelDomainIsNoProgramsPackage() {
        assertThat(OwnCode.ofMainClass("com.Main").packages()).containsExactly("com.Main");
        assertThat(OwnCode.ofMainClass("de.Main").packages()).containsExactly("de.Main");
    }

    private static Profile profile(Map<String, String> facts) {
        return new Profile(
                SampleRate.EVERY_ALLOCATION,
                List.of(StackBuilder.stack()
                        .in("malloc")
                        .at("org.lib.Pool.get:4")
                        .at("org.found.here.Main.main:9")
                        .at("java.lang.reflect.Method.invoke:5")
                        .with(new Amount(1, 1), Amount.NONE)),
                List.of(),
                new Provenance(facts));
    }
}
