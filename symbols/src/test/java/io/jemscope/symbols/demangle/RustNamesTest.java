package io.jemscope.symbols.demangle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.jemscope.symbols.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RustNamesTest {

    private static final String HASH = "17h0123456789abcdefE";

    /** Has all parts of names: generics, closures, trait objects, constants, lifetimes, functions, letters. */
    private static final String PROGRAM = """
            use std::collections::HashMap;
            trait Grow<const N: usize> { fn grow(&mut self) -> Vec<u8>; }
            struct Buffer<T, const N: usize>(Vec<[T; N]>);
            impl<T: Default + Copy, const N: usize> Grow<N> for Buffer<T, N> {
                #[inline(never)]
                fn grow(&mut self) -> Vec<u8> { self.0.push([T::default(); N]); vec![0; N] }
            }
            #[inline(never)]
            fn gr\u00f6\u00dfe<T>(value: T, with: &dyn Fn(&T) -> usize) -> usize { with(&value) }
            #[inline(never)]
            fn apply(f: fn(&str, (i32, char)) -> Option<Box<dyn Grow<7> + Send>>) -> bool { f("a", (1, 'b')).is_some() }
            mod deep { pub mod er { #[inline(never)] pub fn run<A, B>(a: A, f: impl FnOnce(A) -> B) -> B { f(a) } } }
            struct Flag<const B: bool, const C: char, const I: i16>;
            impl<const B: bool, const C: char, const I: i16> Flag<B, C, I> {
                #[inline(never)]
                fn show(&self) -> String { format!("{}{}{}", B, C, I) }
            }
            fn main() {
                let mut buffer = Buffer::<u16, 24>(Vec::new());
                let mut map: HashMap<String, Vec<Option<&'static str>>> = HashMap::new();
                map.entry(Flag::<true, '\\n', -3>.show()).or_default().push(None);
                let size = gr\u00f6\u00dfe(&map, &|m| m.len() + buffer.0.len());
                let all = deep::er::run(buffer.grow(), |v| v.iter().map(|b| *b as usize).sum::<usize>() + size);
                let threads: Vec<_> = (0..2).map(|n| std::thread::spawn(move || n * all)).collect();
                println!("{} {}", apply(|_, _| None), threads.into_iter().map(|t| t.join().unwrap()).sum::<usize>());
            }
            """;

    @TempDir
    private Path folder;

    /** Each rule of both manglings; the names are made by hand, or are public test vectors of rustc-demangle. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "_ZN4core3ptr85drop_in_place$LT$std..rt..lang_start$LT$$LP$$RP$$GT$..$u7b$$u7b$closure$u7d$$u7d$$GT$"
                        + HASH
                        + " | core::ptr::drop_in_place<std::rt::lang_start<()>::{{closure}}>",
                "_ZN71_$LT$Test$u20$$u2b$$u20$$u27$static$u20$as$u20$foo..Bar$LT$Test$GT$$GT$3bar" + HASH
                        + " | <Test + 'static as foo::Bar<Test>>::bar",
                "_ZN11$RF$test$C$1b" + HASH + " | `&test,::b`",
                "_ZN8a$zz$.bc1b" + HASH + " | a$zz$.bc::b",
                "_ZN1a1b17h0123456789abcdefE.llvm.A5310EB9 | a::b",
                "_ZN1a1b17h0123456789abcdefE.cold.3 | a::b",
                "_RNvC6_123foo3bar | 123foo::bar",
                "_RC4f128 | f128",
                "_RNqCs4fqI2P2rA04_11utf8_identsu30____7hkackfecea1cbdathfdh9hlq6y"
                        + " | utf8_idents::\u10e1\u10d0\u10ed\u10db\u10d4\u10da\u10d0\u10d3_"
                        + "\u10d2\u10d4\u10db\u10e0\u10d8\u10d4\u10da\u10d8_\u10e1\u10d0\u10d3\u10d8\u10da\u10d8",
                "_RNCNCNgCs6DXkGYLi8lr_2cc5spawn00B5_ | cc::spawn::{closure#0}::{closure#0}",
                "_RNCINkXs25_NgCsbmNqQUJIY6D_4core5sliceINyB9_4IterhENuNgNoBb_4iter8iterator8Iterator9rposition"
                        + "NCNgNpB9_6memchr7memrchrs_0E0Bb_"
                        + " | <core::slice::Iter<u8> as core::iter::iterator::Iterator>::rposition"
                        + "::<core::slice::memchr::memrchr::{closure#1}>::{closure#0}",
                "_RINbNbCskIICzLVDPPb_5alloc5alloc8box_freeDINbNiB4_5boxed5FnBoxuEp6OutputuEL_ECs1iopQbuBiw2_3std"
                        + " | alloc::alloc::box_free::<dyn alloc::boxed::FnBox<(), Output = ()>>",
                "_RMC0INtC8arrayvec8ArrayVechKj7b_E | <arrayvec::ArrayVec<u8, 123>>",
                "_RMC0DNtC5krate5Traitp1NKj0_EL_ | <dyn krate::Trait<N = 0>>",
                "_RMC0WmRm1_m9_ | <u32 is 1..=9>",
                "_RMC0FUKCRL_hQeEu | `<unsafe extern \"C\" fn(&u8, &mut str)>`",
                "_RMC0FG_KCRL0_hOeEPu | `<for<'a> extern \"C\" fn(&'a u8, *mut str) -> *const ()>`",
                "_RMC0FG0_K5C_fooRL0_hRL1_tEz | `<for<'a, 'b> extern \"C-foo\" fn(&'b u8, &'a u16) -> !>`",
                "_RMC0DG_NtC1a1TEL_ | `<dyn for<'a> a::T>`",
                "_RMC0TAhj3_SxTuEE | `<([u8; 3], [i64], ((),))>`",
                "_RIC0KpE | ::<_>",
                "_RIC0Koff00ff00ff00ff00ff_E | ::<0xff00ff00ff00ff00ff>",
                "_RIC0KanbE | _RIC0KanbE",
                "_RIC0Kanb_E | ::<-11>",
                "_RIC0Kb0_E | ::<false>",
                "_RIC0Kb2_E | _RIC0Kb2_E",
                "_RIC0Kc76_E | ::<'v'>",
                "_RIC0Kc22_E | `::<'\"'>`",
                "_RIC0Kca_E | `::<'\\n'>`",
                "_RIC0Kc202e_E | `::<'\\u{202e}'>`",
                "_RIC0Kcd800_E | _RIC0Kcd800_E",
                "_RIC0Ke090a_E | `::<{*\"\\t\\n\"}>`",
                "_RIC0KRe616263_E | `::<\"abc\">`",
                "_RIC0KQAh1_h2_EE | ::<{&mut [1, 2]}>",
                "_RIC0KTh1_EE | `::<{(1,)}>`",
                "_RIC0KVNvC1a1BTh1_b1_EE | ::<{a::B(1, true)}>",
                "_RIC0KVNvC1a1BS1xh1_s_1yRe61_EE | `::<{a::B { x: 1, y: \"a\" }}>`",
                "_RIC0KVNvC1a1BUE | ::<{a::B}>",
                "_RNSNvC1a1f10fn_trait_vt | _RNSNvC1a1f10fn_trait_vt",
                "_RNSNvC1a1f6vtables_ | _RNSNvC1a1f6vtables_",
                "_RNSNvC1a1f6vtable | a::f::{shim:vtable#0}",
                "_RNvC1a1f.llvm.123 | a::f",
                "_RNvC1au3tda | `a::\u00fc`",
                "_RNvC1au3__99 | a::punycode{99}",
            })
    void followsTheGrammar(String symbol, String name) {
        assertThat(Demangler.name(symbol)).isEqualTo(name);
    }

    @Test
    void printsPatternsOfTypesWithBars() {
        assertThat(Demangler.name("_RMC0WmORm1_m2_Rm5_m6_E")).isEqualTo("<u32 is 1..=2 | 5..=6>");
    }

    @Test
    void showsShimsAndClones() {
        assertThat(Demangler.signature("_RNvC1a1f.llvm.123")).isEqualTo("a::f [clone .llvm.123]");
        assertThat(Demangler.signature("_ZN1a1b17h0123456789abcdefE.llvm.A5310EB9"))
                .isEqualTo("a::b [clone .llvm.A5310EB9]");
    }

    @Test
    void doesNotChangeCppNames() {
        assertThat(Demangler.name("_ZN1a17h0000000000000000E")).isEqualTo("a::h0000000000000000");
        assertThat(Demangler.name("_ZN1a17h0123456789abcdefEv")).isEqualTo("a::h0123456789abcdef");
        assertThat(Demangler.name("_ZN1aIiE17h0123456789abcdefE")).isEqualTo("a<int>::h0123456789abcdef");
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy", "v0"})
    void agreesWithCxxfiltOnAProgram(String mangling) throws IOException {
        assumeThat(Tool.isInstalled("rustc"))
                .as("rustc is there to compile with")
                .isTrue();
        assumeThat(Tool.isInstalled("c++filt"))
                .as("c++filt of binutils is there to compare with")
                .isTrue();
        Path source = Files.writeString(folder.resolve("program.rs"), PROGRAM);
        Path program = folder.resolve("program");
        List<String> flags = mangling.equals("v0")
                ? List.of("-C", "symbol-mangling-version=v0")
                : List.of("-Z", "unstable-options", "-C", "symbol-mangling-version=legacy");
        assumeThat(compiles(source, program, flags)).as("rustc takes " + flags).isTrue();

        assertAgrees(program);
    }

    private static boolean compiles(Path source, Path program, List<String> flags) {
        try {
            String words = String.join(" ", flags);
            Tool.run("sh", "-c", "RUSTC_BOOTSTRAP=1 rustc -g -A warnings " + words + " -o " + program + " " + source);
            return true;
        } catch (AssertionError e) {
            return false;
        }
    }

    private void assertAgrees(Path program) throws IOException {
        List<String> names = Tool.run("sh", "-c", "nm --format=just-symbols " + program + " | grep -E '^_(R|ZN.*17h)'");
        assertThat(names).hasSizeGreaterThan(300);
        Path file = Files.write(folder.resolve("names"), names);
        Path output = folder.resolve("truth");
        Tool.run("sh", "-c", "c++filt --format=rust < " + file + " > " + output);
        List<String> truth = Files.readAllLines(output, StandardCharsets.UTF_8);
        int agree = 0;
        for (int index = 0; index < names.size(); index++) {
            String name = names.get(index);
            // Names that the tool can't read are newer than the tool.
            boolean unread = truth.get(index).equals(name);
            assertThat(unread || !Demangler.name(name).equals(name)).as(name).isTrue();
            agree += unread || Demangler.name(name).equals(withoutHashes(truth.get(index))) ? 1 : 0;
        }
        System.out.printf("%s: %d of %d names agree%n", program, agree, names.size());
        assertThat(agree).isGreaterThanOrEqualTo((int) (0.99 * names.size()));
    }

    /** Removes hashes and the types of constants, which only the tool prints. */
    private static String withoutHashes(String name) {
        return name.replaceAll("(?<=\\w)\\[[0-9a-f]+]", "")
                .replaceAll("::h[0-9a-f]{16}(?= \\[|\\.|$)", "")
                .replaceAll("(?<=[<\\-; ])(\\d+|0x[0-9a-f]+)(?:: )?(?:[iu](?:8|16|32|64|128|size))\\b", "$1");
    }

    @Test
    void boundsNamesThatGrowExponentially() {
        StringBuilder doubling = new StringBuilder("_RMC0TuuE");
        StringBuilder references = new StringBuilder("_RIC0");
        int before = 3;
        for (int level = 0; level < 40; level++) {
            int here = references.length() - 2;
            references
                    .append("TB")
                    .append(base62(before))
                    .append("B")
                    .append(base62(before))
                    .append("E");
            before = here;
        }
        for (String name : List.of(
                doubling.append("B".repeat(30_000)).toString(),
                references.append("E").toString(),
                "_RMC0" + "R".repeat(30_000) + "u",
                "_RMC0FGzzzzzzzzz_Eu",
                "_RMC0RLzzzzzzzzzzzzzzzzzzz_u",
                "_RB_",
                "_RIB_E",
                "_RNvB_1a",
                "_RNvC1a99999999999999a",
                "_R" + "N".repeat(30_000))) {
            assertThat(Demangler.name(name)).isEqualTo(name);
        }
    }

    private static String base62(int number) {
        return number == 0 ? "_" : Long.toString(number - 1, 36) + "_";
    }

    @Test
    @Tag("fuzz")
    void survivesMutatedNames() {
        SplittableRandom random = new SplittableRandom(20_261_121);
        List<String> seeds = List.of(
                "_ZN71_$LT$Test$u20$$u2b$$u20$$u27$static$u20$as$u20$foo..Bar$LT$Test$GT$$GT$3bar" + HASH,
                "_RNCINkXs25_NgCsbmNqQUJIY6D_4core5sliceINyB9_4IterhENuNgNoBb_4iter8iterator8Iterator9rposition"
                        + "NCNgNpB9_6memchr7memrchrs_0E0Bb_",
                "_RINbNbCskIICzLVDPPb_5alloc5alloc8box_freeDINbNiB4_5boxed5FnBoxuEp6OutputuEL_ECs1iopQbuBiw2_3std",
                "_RIC0KVNvC1a1BS1xh1_s_1yRe61_EE",
                "_RMC0FG0_K5C_fooRL0_hRL1_tEz",
                "_RNqCs4fqI2P2rA04_11utf8_identsu30____7hkackfecea1cbdathfdh9hlq6y");
        String alphabet = "_RNCIBMXYTSAPQOFDUKGLWVEbcdehijnpstuvyz0123456789.$";
        int rounds = Integer.getInteger("fuzz.cases", 20_000);
        for (int round = 0; round < rounds; round++) {
            StringBuilder name = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
            for (int change = random.nextInt(1, 6); change > 0; change--) {
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
