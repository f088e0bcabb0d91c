package io.jemscope.symbols.demangle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.jemscope.symbols.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DemanglerTest {

    private static final String LIBSTDCXX = "/usr/lib/x86_64-linux-gnu/libstdc++.so.6";

    @TempDir
    private Path folder;

    /** The output of c++filt for names that each use one rule of the grammar. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "_ZN2os6mallocEm8MEMFLAGS | os::malloc(unsigned long, MEMFLAGS) | os::malloc",
                "_ZN3FoocvT_IiEEv | Foo::operator int<int>() | Foo::operator int<int>",
                "_ZN1AcvT_IPKcEEv | A::operator char const*<char const*>() | A::operator char const*<char const*>",
                "_Z1fIDnEvT_ | void f<decltype(nullptr)>(decltype(nullptr)) | f<decltype(nullptr)>",
                "_Z1fILd4014000000000000EEvv | void f<(double)[4014000000000000]>() | f<(double)[4014000000000000]>",
                "_Z1fILc97ELb1ELin5ELm7EEvv | void f<(char)97, true, -5, 7ul>() | f<(char)97, true, -5, 7ul>",
                "_Z1fIJidEEvDpRKT_ | void f<int, double>(int const&, double const&) | f<int, double>",
                "_Z1fIJEEvDpT_ | void f<>() | f<>",
                "_Z1fIJiiEEvDpPFvT_E | void f<int, int>(void (*)(int), void (*)(int)) | f<int, int>",
                "_Z1fRA3_Ki | f(int const (&) [3]) | f",
                "_Z1fM1AKFviE | f(void (A::*)(int) const) | f",
                "_Z1fPFPFvvEvE | f(void (*(*)())()) | f",
                "_Z1fIiEPFvcEi | void (*f<int>(int))(char) | f<int>",
                "_ZN1AltIiEEbi | bool A::operator< <int>(int) | A::operator< <int>",
                "_Z1fIiEDTcl3fooT_EES0_ | decltype (foo(int)) f<int>(decltype (foo(int))) | f<int>",
                "_Z1fIiEvNSt9enable_ifIXeqstT_Li4EEvE4typeE"
                        + " | void f<int>(std::enable_if<(sizeof (int))==(4), void>::type) | f<int>",
                "_Z1fIiEN1AIXgtT_Li3EEE1BEv | A<((int)>(3))>::B f<int>() | f<int>",
                "_ZZ1fvENKUlvE_clEv | f()::{lambda()#1}::operator()() const | f()::{lambda()#1}::operator()",
                "_ZZ1fvENKUlT_E_clIiEEDaS_"
                        + " | auto f()::{lambda(auto:1)#1}::operator()<int>(int) const"
                        + " | f()::{lambda(auto:1)#1}::operator()<int>",
                "_ZZN1A1fEiiEd0_NKUlvE_clEv"
                        + " | A::f(int, int)::{default arg#2}::{lambda()#1}::operator()() const"
                        + " | A::f(int, int)::{default arg#2}::{lambda()#1}::operator()",
                "_Zli2_sPKc | operator\"\" _s(char const*) | operator\"\" _s",
                "_ZnwmSt11align_val_t | operator new(unsigned long, std::align_val_t) | operator new",
                "_ZN12_GLOBAL__N_11fEv | (anonymous namespace)::f() | (anonymous namespace)::f",
                "_ZN1A1fB5cxx11Ev | A::f[abi:cxx11]() | A::f[abi:cxx11]",
                "_ZTCN1AE8_1B | construction vtable for B-in-A | construction vtable for B-in-A",
                "_ZThn16_N1A1fEv | non-virtual thunk to A::f() | non-virtual thunk to A::f",
                "_ZTv0_n24_N1A1fEv | virtual thunk to A::f() | virtual thunk to A::f",
                "_ZGVZ1fvE1x | guard variable for f()::x | guard variable for f()::x",
                "_ZNKR1A1fEv | A::f() const & | A::f",
                "_Z1fPKDoFvvE | f(void (*)() noexcept const) | f",
                "_ZN1AUt0_1fEv | A::{unnamed type#2}::f() | A::{unnamed type#2}::f",
                "_ZN1ACI21BEi | A::B(int) | A::B",
                "_ZNSsC1Ev"
                        + " | std::basic_string<char, std::char_traits<char>, std::allocator<char> >::basic_string()"
                        + " | std::basic_string<char, std::char_traits<char>, std::allocator<char> >::basic_string",
                "_Z1fi.part.0 | f(int) [clone .part.0] | f",
                "_Z1fi.isra.0.cold | f(int) [clone .isra.0] [clone .cold] | f",
                "_Z1fi.llvm.1A2B@@3 | f(int) [clone .llvm.1A2B@@3] | f",
                "parse.part.0 | parse [clone .part.0] | parse",
                "parse.constprop.0.isra.12.cold | parse [clone .constprop.0] [clone .isra.12] [clone .cold] | parse",
                "a.b.lto_priv.3 | a.b [clone .lto_priv.3] | a.b",
            })
    void followsTheGrammar(String symbol, String signature, String name) {
        assertThat(Demangler.signature(symbol)).isEqualTo(signature);
        assertThat(Demangler.name(symbol)).isEqualTo(name);
    }

    @Test
    void keepsOtherNames() {
        for (String name : List.of(
                "",
                "_",
                "_Z",
                "malloc",
                "Java_java_util_zip_Inflater_init",
                "_ZNot",
                "_Z1",
                "_Z9f",
                "_ZS_",
                "_Z1fS9_",
                "_Rx",
                "_RNv",
                "a.b",
                "main._omp_fn.0",
                "nested.1234",
                ".part.0",
                "_dl_relocate_static_pie.",
                "_Z1fvX",
                "_ZN",
                "_ZNE",
                "_Z1f v",
                "_Z\u00e9\ud83d")) {
            assertThat(Demangler.signature(name)).isEqualTo(name);
            assertThat(Demangler.name(name)).isEqualTo(name);
        }
    }

    static Stream<Path> libraries() {
        return Stream.concat(
                Tool.libjvms().stream(), Stream.of(Path.of(LIBSTDCXX)).filter(Files::exists));
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void agreesWithCxxfilt(Path library) throws IOException {
        assumeThat(Tool.isInstalled("c++filt"))
                .as("c++filt of binutils is there to compare with")
                .isTrue();
        List<String> names = Stream.concat(symbols(library), symbols(library, "--dynamic"))
                .distinct()
                .toList();
        assertThat(names).hasSizeGreaterThan(5000);
        Path file = Files.write(folder.resolve("names"), names);
        List<String> truth = Tool.run("sh", "-c", "c++filt < " + file);
        List<String> shortTruth = Tool.run("sh", "-c", "c++filt --no-params < " + file);

        int agree = 0;
        int agreeShort = 0;
        for (int index = 0; index < names.size(); index++) {
            String name = names.get(index);
            agree += Demangler.signature(name).equals(truth.get(index)) ? 1 : 0;
            // The short form of a thunk or clone also omits its target's parameters.
            boolean longer = name.startsWith("_ZT") || name.startsWith("_ZG") || name.indexOf('.') > 0;
            agreeShort += longer || Demangler.name(name).equals(shortTruth.get(index)) ? 1 : 0;
        }

        System.out.printf("%s: %d of %d signatures agree, %d short names%n", library, agree, names.size(), agreeShort);
        assertThat(agree).isGreaterThanOrEqualTo((int) (0.9995 * names.size()));
        assertThat(agreeShort).isGreaterThanOrEqualTo((int) (0.9995 * names.size()));
    }

    private static Stream<String> symbols(Path library, String... options) {
        List<String> command = new ArrayList<>(List.of("nm", "--format=just-symbols", library.toString()));
        command.addAll(List.of(options));
        return Tool.run(command.toArray(String[]::new)).stream()
                .map(name -> name.contains("@") ? name.substring(0, name.indexOf('@')) : name)
                .filter(name -> name.startsWith("_Z"));
    }

    @Test
    void boundsNamesThatGrowExponentially() {
        // Each parameter's type is a template of twice the previous one: S0_, then S2_, S4_, ….
        StringBuilder doubling = new StringBuilder("_Z1fI1aE");
        for (int level = 0; level < 60; level++) {
            String before = "S" + Integer.toString(2 * level, 36).toUpperCase(Locale.ROOT) + "_";
            doubling.append("1bI").append(before).append(before).append("E");
        }
        List<String> hostile = List.of(
                doubling.toString(),
                "_Z1f" + "P".repeat(30_000) + "v",
                "_Z1f" + "N".repeat(30_000),
                "_Z1fI" + "J".repeat(20_000),
                "_Z" + "Z".repeat(30_000) + "1fv",
                "_Z1fIX" + "ad".repeat(10_000) + "Li1EEEvv",
                "_Z99999999999999999999f",
                "_Z1fS" + "Z".repeat(40) + "_",
                "_ZN" + "1a".repeat(16_000) + "E");

        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            for (String name : hostile) {
                assertThat(Demangler.signature(name)).isEqualTo(name);
            }
        });
    }

    @Test
    @Tag("fuzz")
    void survivesMutatedNames() {
        SplittableRandom random = new SplittableRandom(20_260_102);
        List<String> seeds = List.of(
                "_ZNSt6vectorIiSaIiEE17_M_realloc_insertIJRKiEEEvN9__gnu_cxx17__normal_iteratorIPiS1_EEDpOT_",
                "_ZZN8ZLiveMap7iterateIZN5ZPage14object_iterateEvEUlmE_EEvT_ENKUlT_E_clIiEEDaS_",
                "_Z1fIiEvNSt9enable_ifIXeqstT_Li4EEvE4typeE",
                "_ZNK1AcvT_IPFvM1BKFvDpOS2_EEEEv.constprop.0");
        String alphabet = "_ZNSTIJEKPROVFMADUCLXGBabcdefilmnoprstvwxyz0123456789.";
        int rounds = Integer.getInteger("fuzz.cases", 50_000);
        for (int round = 0; round < rounds; round++) {
            StringBuilder name = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
            for (int change = random.nextInt(1, 5); change > 0; change--) {
                int at = random.nextInt(2, name.length());
                char letter = alphabet.charAt(random.nextInt(alphabet.length()));
                switch (random.nextInt(3)) {
                    case 0 -> name.setCharAt(at, letter);
                    case 1 -> name.insert(at, letter);
                    default -> name.deleteCharAt(at);
                }
            }
            assertThat(Demangler.signature(name.toString())).isNotEmpty();
        }
    }
}
