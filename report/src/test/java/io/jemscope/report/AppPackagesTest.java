package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleRate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AppPackagesTest {

    @Test
    void twoSegmentsOfTheMainClassesPackage() {
        assertThat(AppPackages.ofMainClass("com.example.shop.web.Main").packages())
                .containsExactly("com.example");
        assertThat(AppPackages.ofMainClass("shop.Main").packages()).containsExactly("shop");
        assertThat(AppPackages.ofMainClass("Main").packages()).containsExactly("");
    }

    @Test
    void threeWhereManyProjectsShareTwo() {
        assertThat(AppPackages.ofMainClass("org.apache.maven.cli.Main").packages())
                .containsExactly("org.apache.maven");
        assertThat(AppPackages.ofMainClass("com.github.Main").packages()).containsExactly("com.github");
    }

    @Test
    void aPrefixEndsAtADot() {
        AppPackages own = new AppPackages(List.of("com.example."));

        assertThat(own.contains(StackBuilder.java(null, "com.example.A.a:1"))).isTrue();
        assertThat(own.contains(StackBuilder.java(null, "com.example.deep.A.a:1")))
                .isTrue();
        assertThat(own.contains(StackBuilder.java(null, "com.examples.A.a:1"))).isFalse();
        assertThat(new AppPackages(List.of("com.example.*")).packages()).containsExactly("com.example");
    }

    @Test
    void aPrefixMayBeAClass() {
        AppPackages own = new AppPackages(List.of("com.example.A"));

        assertThat(own.contains(StackBuilder.java(null, "com.example.A.a:1"))).isTrue();
        assertThat(own.contains(StackBuilder.java(null, "com.example.A$Inner.a:1")))
                .isTrue();
        assertThat(own.contains(StackBuilder.java(null, "com.example.Ab.a:1"))).isFalse();
    }

    @Test
    void theUnnamedPackageIsNoPrefixOfOthers() {
        AppPackages own = AppPackages.ofMainClass("Main");

        assertThat(own.contains(StackBuilder.java(null, "Other.a:1"))).isTrue();
        assertThat(own.contains(StackBuilder.java(null, "com.example.A.a:1"))).isFalse();
    }

    @Test
    void takesTheMainClassFromTheFacts() {
        assertThat(AppPackages.of(profile(Map.of("main", "org.lib.Main"))).packages())
                .containsExactly("org.lib");
        assertThat(AppPackages.of(profile(Map.of("main", "shop.app/org.lib.Main")))
                        .packages())
                .containsExactly("org.lib");
        assertThat(AppPackages.of(profile(Map.of("main", "/opt/app.jar", AppPackages.MAIN_CLASS, "net.shop.web.Main")))
                        .packages())
                .containsExactly("net.shop");
    }

    @Test
    void findsTheMainMethodOnTheStacksWhereTheFactsNameAJar() {
        assertThat(AppPackages.of(profile(Map.of("main", "app.jar"))).packages())
                .containsExactly("org.found");
    }

    @Test
    void takesNoClassThatNothingOnTheStacksIsOf() {
        assertThat(AppPackages.of(profile(Map.of("main", "my"))).packages()).containsExactly("org.found");
        assertThat(AppPackages.of(profile(Map.of("main", "com.example.Launcher")))
                        .packages())
                .containsExactly("org.found");
    }

    @Test
    void aTopLevelDomainIsNoProgramsPackage() {
        assertThat(AppPackages.ofMainClass("com.Main").packages()).containsExactly("com.Main");
        assertThat(AppPackages.ofMainClass("de.Main").packages()).containsExactly("de.Main");
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
                new ProfileMetadata(facts));
    }
}
