package io.jemscope.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MangledNamesTest {

    private static Profile profile(String name, String systemName) {
        Location location = new Location(0x401000, null, List.of(new NativeFrame(name, systemName, null, null)));
        Sample sample = new Sample(List.of(location), new Amount(1, 64), Amount.NONE, Map.of());
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(sample), List.of(), ProfileMetadata.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "_Znwm ! _Znwm ! operator new",
                "_ZN4shop5Cache4fillEi ! _ZN4shop5Cache4fillEi ! shop::Cache::fill",
                "shop::Cache::fill(int) ! _ZN4shop5Cache4fillEi ! shop::Cache::fill",
                "shop::Cache::fill(int) ! shop::Cache::fill(int) ! shop::Cache::fill",
                "shop::Cache::size() const ! shop::Cache::size() const ! shop::Cache::size",
                "shop::Cache::run(void (*)(int)) ! shop::Cache::run(void (*)(int)) ! shop::Cache::run",
                "shop::{lambda(int)#1}::operator()(int) const ! shop::{lambda(int)#1}::operator()(int) const"
                        + " ! shop::{lambda(int)#1}::operator()",
                "a::operator() ! a::operator() ! a::operator()",
                "(anonymous namespace)::grow ! (anonymous namespace)::grow ! (anonymous namespace)::grow",
                "(anonymous namespace)::grow(int) ! (anonymous namespace)::grow(int) ! (anonymous namespace)::grow",
                "main.(*M).put ! main.(*M).put ! main.(*M).put",
                "com.shop.Cart.add(int) ! com.shop.Cart.add(int) ! com.shop.Cart.add(int)",
                "_Zbroken ! _Zbroken ! _Zbroken"
            })
    void demanglesLikeReports(String name, String systemName, String expected) {
        Profile named = MangledNames.demangle(profile(name, systemName));

        assertThat(named.locations().get(0).frames())
                .containsExactly(new NativeFrame(expected, systemName, null, null));
    }

    @Test
    void keepsADemangledProfile() {
        Profile profile = profile("shop::Cache::fill", "_ZN4shop5Cache4fillEi");

        assertThat(MangledNames.demangle(profile)).isSameAs(profile);
    }
}
