package io.jemscope.profile.filter;

import static io.jemscope.profile.filter.FilterFixtures.lines;
import static io.jemscope.profile.filter.FilterFixtures.location;
import static io.jemscope.profile.filter.FilterFixtures.profile;
import static io.jemscope.profile.filter.FilterFixtures.sample;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StackFilterTest {

    private static final Location LEAF = location("leaf@leaf.c");
    private static final Location INLINED = location("inner", "middle@m.h", "outer");
    private static final Location MAIN = location("main");
    private static final Location OTHER = location("other");

    private static final Profile PROFILE = profile(
            sample(100, Map.of(Sample.THREAD, "reader"), LEAF, INLINED, MAIN),
            sample(20, Map.of(Sample.THREAD, "thread 7"), OTHER, INLINED, OTHER, MAIN),
            sample(3, Map.of(), OTHER, MAIN),
            sample(1, Map.of()));

    private static NamePattern pattern(String text) {
        return NamePattern.of(text);
    }

    private static List<String> left(StackFilter.Builder filter) {
        return lines(filter.build().apply(PROFILE));
    }

    @Test
    void keepsEverythingUnlessTold() {
        StackFilter filter = StackFilter.builder().build();

        assertThat(filter.isEmpty()).isTrue();
        assertThat(filter.apply(PROFILE)).isSameAs(PROFILE);
    }

    @Test
    void focusesAndIgnores() {
        assertThat(left(StackFilter.builder().focus(pattern("midd")))).hasSize(2);
        assertThat(left(StackFilter.builder().focus(pattern("^other$"))))
                .containsExactly("other,inner+middle@m.h+outer,other,main 20", "other,main 3");
        assertThat(left(StackFilter.builder().ignore(pattern("leaf[.]c")))).hasSize(2);
        assertThat(left(StackFilter.builder().focus(pattern("main")).ignore(pattern("inner"))))
                .containsExactly("other,main 3");
    }

    @Test
    void hidesAndShowsInlinedFramesOneByOne() {
        assertThat(left(StackFilter.builder().hide(pattern("m.h|other"))))
                .containsExactly("leaf@leaf.c,inner+outer,main 100", "inner+outer,main 20", "main 3");
        assertThat(left(StackFilter.builder().show(pattern("middle|leaf"))))
                .containsExactly("leaf@leaf.c,middle@m.h 100", "middle@m.h 20");
        assertThat(left(StackFilter.builder().show(pattern("inner|outer")).hide(pattern("inner"))))
                .containsExactly("outer 100", "outer 20");
    }

    @Test
    void showsFromTheOutermostMatch() {
        assertThat(left(StackFilter.builder().showFrom(pattern("other|middle"))))
                .containsExactly("leaf@leaf.c,inner+middle@m.h 100", "other,inner+middle@m.h,other 20", "other 3");
    }

    @Test
    void prunesFromTheInnermostMatch() {
        assertThat(left(StackFilter.builder().pruneFrom(pattern("middle|^main"))))
                .containsExactly("middle@m.h+outer,main 100", "middle@m.h+outer,other,main 20", "main 3", " 1");
    }

    @Test
    void prunesByNamesWithoutParameters() {
        assertThat(PruneFromStep.withoutParameters("a::f(b)")).isEqualTo("a::f");
        assertThat(PruneFromStep.withoutParameters(".f")).isEqualTo("f");
        assertThat(PruneFromStep.withoutParameters("(anonymous namespace)::g(int) const"))
                .isEqualTo("(anonymous namespace)::g");
        assertThat(PruneFromStep.withoutParameters("F::operator()(int)")).isEqualTo("F::operator()");
    }

    @Test
    void matchesLibraries() {
        Mapping library = new Mapping(0, 0x1000, 0, "/tmp/libz.so", true, null);
        Location unnamed = FilterFixtures.at(0x10, library);
        Location named = FilterFixtures.at(0x20, library, new NativeFrame("deflate", "deflate", null, null));
        Location moved = FilterFixtures.at(0x30, null, new NativeFrame("f", "f", "/lib/libm.so", null));
        Profile profile = profile(sample(8, Map.of(), unnamed, named, moved, MAIN));

        assertThat(lines(StackFilter.builder()
                        .hide(pattern("libz.so .deleted"))
                        .build()
                        .apply(profile)))
                .containsExactly("f,main 8");
        assertThat(lines(StackFilter.builder()
                        .show(pattern("lib[mz].so"))
                        .build()
                        .apply(profile)))
                .containsExactly("deflate,f 8");
    }

    @Test
    void choosesByLabels() {
        assertThat(left(StackFilter.builder().tagFocus("thread=^read,writ"))).hasSize(1);
        assertThat(left(StackFilter.builder().tagFocus("^thread:,7$"))).containsExactly(left(1));
        assertThat(left(StackFilter.builder().tagIgnore("thread=."))).hasSize(2);
        assertThat(left(StackFilter.builder().tagFocus("kind=java"))).isEmpty();
        assertThat(left(StackFilter.builder().tagFocus("bytes=1:9"))).isEmpty();
        assertThat(left(StackFilter.builder().tagFocus("bytes=8b:9b"))).hasSize(4);
        assertThat(left(StackFilter.builder().tagFocus("objects=2:3"))).containsExactly(left(1));
        assertThat(left(StackFilter.builder().tagFocus(":1kb"))).hasSize(4);
        assertThat(left(StackFilter.builder().tagIgnore("1kb:"))).hasSize(4);
    }

    private static String left(int index) {
        return lines(PROFILE).get(index);
    }

    @Test
    void comparesNumbersInTheirUnits() {
        Profile profile = profile(
                sample(1, Map.of("request", "4096"), MAIN),
                sample(2, Map.of("request", "64 kilobytes"), MAIN),
                sample(4, Map.of("wait", "1500 ms"), MAIN),
                sample(8, Map.of("bytes", "none"), MAIN));

        assertThat(lines(filtered(profile, "request=4kb"))).containsExactly("main 1");
        assertThat(lines(filtered(profile, "request=5kb:1mb"))).containsExactly("main 2");
        assertThat(lines(filtered(profile, "wait=1s:2s"))).containsExactly("main 4");
        assertThat(lines(filtered(profile, "wait=1kb:"))).isEmpty();
        assertThat(lines(filtered(profile, "bytes=no+ne"))).containsExactly("main 8");
    }

    private static Profile filtered(Profile profile, String condition) {
        return StackFilter.builder().tagFocus(condition).build().apply(profile);
    }

    @Test
    void choosesOneThread() {
        assertThat(left(StackFilter.builder().thread("reader"))).containsExactly(left(0));
        assertThat(left(StackFilter.builder().thread("7"))).containsExactly(left(1));
        assertThat(left(StackFilter.builder().thread("read"))).isEmpty();
    }

    @Test
    void saysWhatWasLeftOut() {
        Profile before = new Profile(
                PROFILE.rate(),
                PROFILE.samples(),
                PROFILE.mappings(),
                new ProfileMetadata(Map.of(ProfileMetadata.HEADER_BYTES, "124", "pid", "4711")));

        Filtered filtered = StackFilter.builder()
                .focus(pattern("other"))
                .hide(pattern("nothing like it"))
                .build()
                .filter(before);

        assertThat(filtered.leftOut(SampleType.LIVE_BYTES)).isCloseTo(101.0 / 124, within(1e-9));
        assertThat(filtered.leftOut(SampleType.ACCUMULATED_BYTES)).isZero();
        assertThat(filtered.live()).isEqualTo(new Amount(15.5, 124));
        assertThat(filtered.unmatched()).containsExactly("hide");
        assertThat(filtered.profile().metadata().facts())
                .containsEntry("filter", "--focus=other --hide=nothing like it")
                .containsEntry("unfiltered.bytes", "124")
                .containsEntry("unfiltered.objects", "16")
                .containsEntry("pid", "4711")
                .doesNotContainKeys(ProfileMetadata.HEADER_BYTES, "unfiltered.accumulated.bytes");

        Profile twice = StackFilter.builder().ignore(pattern("inner")).build().apply(filtered.profile());
        assertThat(twice.metadata().facts())
                .containsEntry("filter", "--focus=other --hide=nothing like it --ignore=inner")
                .containsEntry("unfiltered.bytes", "124");

        Profile left = filtered.profile();
        Profile unknown = new Profile(
                left.rate(),
                left.samples(),
                left.mappings(),
                new ProfileMetadata(Map.of(ProfileMetadata.FILTER, "--focus=other")));
        assertThat(StackFilter.builder()
                        .ignore(pattern("inner"))
                        .build()
                        .apply(unknown)
                        .metadata()
                        .facts())
                .as("what an earlier filter has left isn't the whole")
                .containsOnly(Map.entry("filter", "--focus=other --ignore=inner"));
    }

    @Test
    void namesEveryOptionThatMatchedNothing() {
        Filtered filtered = StackFilter.builder()
                .thread("nobody")
                .focus(pattern("x"))
                .ignore(pattern("x"))
                .show(pattern("x"))
                .showFrom(pattern("x"))
                .tagFocus("x")
                .tagIgnore("x")
                .pruneFrom(pattern("x"))
                .build()
                .filter(PROFILE);

        assertThat(filtered.profile().samples()).isEmpty();
        assertThat(filtered.leftOut(SampleType.LIVE_BYTES)).isEqualTo(1);
        assertThat(filtered.unmatched())
                .containsExactly(
                        "thread", "focus", "ignore", "show", "show-from", "tagfocus", "tagignore", "prune-from");
    }

    @Test
    void saysWhereAPatternIsWrongAndByWhichName() {
        assertThatExceptionOfType(FilterException.class)
                .isThrownBy(() -> FilterPattern.compile("--focus", "a(b\u001b"))
                .withMessageMatching("--focus 'a\\(b\\?' is not a valid pattern: missing closing \\)\\. Correct .*\\.")
                .satisfies(e -> assertThat(e).hasMessageContainingAll(e.what(), e.why(), e.next()));
        assertThatExceptionOfType(FilterException.class)
                .isThrownBy(() -> StackFilter.builder().tagIgnore("thread=[a"))
                .withMessageContaining("tagignore '[a' is not a valid pattern");
        assertThatExceptionOfType(FilterException.class)
                .isThrownBy(() -> StackFilter.builder()
                        .choose(FilterOption.TAG_FOCUS, "--tagfocus", "bytes=99999999999999999999kb:"))
                .withMessageContaining("--tagfocus '99999999999999999999'")
                .withMessageContaining("64 bits");
    }

    @Test
    void choosesByWhatWasTyped() {
        for (FilterOption option : FilterOption.values()) {
            String text = option == FilterOption.THREAD ? "nobody" : "nothing like it";

            Filtered filtered = StackFilter.builder()
                    .choose(option, option.names().get(0), text)
                    .build()
                    .filter(PROFILE);

            assertThat(filtered.unmatched()).as(option.word()).containsExactly(option.word());
        }
        assertThat(left(StackFilter.builder().choose(FilterOption.HIDE, "exclude", "m.h|other")))
                .isEqualTo(left(StackFilter.builder().hide(pattern("m.h|other"))));
    }

    @Test
    void aLongNameCostsNoMoreThanItsLength() {
        Profile profile = profile(sample(1, Map.of(), location("ab".repeat(100_000) + "!")));

        assertThat(StackFilter.builder()
                        .show(pattern("^(a|b)*$"))
                        .build()
                        .apply(profile)
                        .samples())
                .isEmpty();
    }

    @Test
    void worksNoHarderThanItMay() {
        StackFilter filter = StackFilter.builder()
                .choose(FilterOption.FOCUS, "focus", "((a|b)*c){1,50}$")
                .mostSteps(1_000_000)
                .build();

        assertThatExceptionOfType(FilterException.class)
                .isThrownBy(() -> filter.apply(profile(sample(1, Map.of(), location("abc".repeat(10_000) + "!")))))
                .withMessageContaining("focus '((a|b)*c){1,50}$' can't be looked for in the whole profile");
        assertThat(filter.apply(PROFILE).samples()).hasSize(1);
    }

    @Test
    void looksAtEachNameOnce() {
        Sample[] samples = new Sample[100];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = sample(1, Map.of(), location("leaf" + i % 10), location("shared"));
        }
        StackFilter filter = StackFilter.builder()
                .focus(pattern("shared"))
                .mostSteps(10 * 6 + 7)
                .build();

        assertThat(filter.apply(profile(samples)).samples()).hasSize(100);
    }

    @Test
    void looksThroughAsManyNamesAsALargeProgramHas() {
        Sample[] samples = new Sample[20_000];
        for (int i = 0; i < samples.length; i++) {
            Location[] stack = new Location[10];
            for (int j = 0; j < stack.length; j++) {
                stack[j] = location("org.example.service.inventory.Position" + i + ".collectAllOfThem" + j + "(int)");
            }
            samples[i] = sample(1, Map.of(), stack);
        }
        StackFilter filter = StackFilter.builder()
                .focus(pattern("(a+)+[.]Position1?999[.].*Them7|java[.]util[.]zip"))
                .mostSteps(1_000_000_000)
                .build();

        assertThat(filter.apply(profile(samples)).samples()).hasSize(0);
    }
}
