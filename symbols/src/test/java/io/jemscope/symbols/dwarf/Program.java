package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.Tool;
import io.jemscope.symbols.elf.DebugSections;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A program of two units with difficult lines: functions inlined into inlined ones, also from another file, templates, functions of
 * local classes and unnamed namespaces, and cold parts that the compiler moved.
 */
final class Program {

    private static final String HEADER = """
            int hard(int);
            int other(int);
            static inline __attribute__((always_inline)) int deeper(int x) {
              return hard(x)
                 + hard(x + 1);
            }
            static inline __attribute__((always_inline)) int deep(int x) {
              int a = deeper(x);
              return a + deeper(a);
            }
            """;
    private static final String MAIN = """
            #include <cstdlib>
            #include <vector>
            #include "inlined.h"
            namespace outer { namespace {
            struct Box { int v; int grow(int n); };
            __attribute__((noinline)) int Box::grow(int n) { return hard(n) + v; }
            }
            template <typename T> struct Holder {
              T t;
              __attribute__((always_inline)) inline T twice(T x) { return deep(x) * 2 + t; }
            };
            __attribute__((noinline)) int work(int n) {
              Holder<int> h{n};
              int s = 0;
              for (int i = 0; i < n; i++) { s += h.twice(i); if (s > 1000) { s -= deep(s); } }
              return s;
            }
            }
            static inline int local_inline(int x) { return outer::work(x) + deep(x); }
            __attribute__((noinline)) int lambda(int n) {
              auto f = [n](int x) __attribute__((noinline)) {
                struct Local { __attribute__((noinline)) static int in(int y) { return hard(y) + 1; } };
                return Local::in(x) * n;
              };
              return f(n) + f(2);
            }
            int main(int argc, char **argv) {
              outer::Box b{argc};
              std::vector<int> v;
              for (int i = 0; i < argc * 3; i++) v.push_back(local_inline(i));
              if (argc > 99) abort();
              return b.grow(argc) + v.back() + lambda(argc) + other(argc);
            }
            """;
    private static final String OTHER = """
            #include "inlined.h"
            __attribute__((noinline)) int hard(int x) { asm volatile("" : "+r"(x)); return x * 7; }
            __attribute__((noinline)) int other(int x) {
              int s = 0;
              for (int i = 0; i < x; i++) s += deep(i);
              return s;
            }
            """;

    // Without the standard library, whose declarations would be most of the debug information.
    private static final String SMALL_MAIN = """
            #include "inlined.h"
            namespace outer { namespace {
            struct Box { int v; int grow(int n); };
            __attribute__((noinline)) int Box::grow(int n) { return hard(n) + v; }
            }
            template <typename T> struct Holder {
              T t;
              __attribute__((always_inline)) inline T twice(T x) { return deep(x) * 2 + t; }
            };
            }
            __attribute__((noinline, cold)) void never();
            int work(int n) {
              outer::Holder<int> h{n};
              outer::Box b{n};
              auto f = [n](int x) __attribute__((noinline)) { return hard(x) * n; };
              if (n > 99) never();
              return h.twice(n) + b.grow(n) + f(n);
            }
            void never() { hard(9); }
            """;
    private static final String SMALL_OTHER = """
            #include "inlined.h"
            __attribute__((noinline)) int hard(int x) { asm volatile("" : "+r"(x)); return x * 7; }
            int other(int x) { return deep(x); }
            """;

    private final Path file;

    private Program(Path file) {
        this.file = file;
    }

    /** Compiles and links the program in a folder. */
    static Program compile(Path folder, String compiler, String... options) {
        return compile(folder, MAIN, OTHER, compiler, options);
    }

    /** Compiles and links a library of a few kilobytes in a folder, for tests that read it thousands of times. */
    static Program compileSmall(Path folder, String compiler, String... options) {
        String[] all = words(compiler, options, "-shared", "-fPIC", "-nostdlib");
        return compile(folder, SMALL_MAIN, SMALL_OTHER, compiler, Arrays.copyOfRange(all, 1, all.length));
    }

    private static Program compile(Path folder, String mainText, String otherText, String compiler, String... options) {
        try {
            Files.writeString(folder.resolve("inlined.h"), HEADER);
            Path main = Files.writeString(folder.resolve("main.cc"), mainText);
            Path other = Files.writeString(folder.resolve("other.cc"), otherText);
            Path program = folder.resolve("program");
            List<String> objects = new ArrayList<>();
            for (Path source : List.of(main, other)) {
                String object = source.toString().replace(".cc", ".o");
                Tool.run(words(compiler, options, "-c", source.toString(), "-o", object));
                objects.add(object);
            }
            Tool.run(words(compiler, options, "-o", program.toString(), objects.get(0), objects.get(1)));
            return new Program(program);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String[] words(String compiler, String[] options, String... more) {
        List<String> words = new ArrayList<>(List.of(compiler));
        words.addAll(List.of(options));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    Path file() {
        return file;
    }

    /** The addresses of all instructions of the program's own functions, from a disassembler. */
    long[] instructions() {
        List<Long> addresses = new ArrayList<>();
        boolean own = false;
        for (String line : Tool.run("objdump", "-d", "-j", ".text", "--no-show-raw-insn", file.toString())) {
            if (line.endsWith(">:")) {
                String name = line.substring(line.indexOf('<') + 1);
                own = !name.startsWith("_start")
                        && !name.contains("tm_clones")
                        && !name.startsWith("_dl_")
                        && !name.contains("global_dtors")
                        && !name.startsWith("frame_dummy");
            } else if (own && line.startsWith(" ") && line.indexOf(':') > 0) {
                addresses.add(
                        Long.parseLong(line.substring(0, line.indexOf(':')).strip(), 16));
            }
        }
        return addresses.stream().mapToLong(Long::longValue).toArray();
    }

    /** Opens the debug information of a file, without debug folders. */
    static @Nullable DebugInfo debugInfo(Path file, Path binary) throws IOException {
        return DebugInfo.of(DebugSections.open(file), binary, List.of());
    }

    /** The frames of each instruction, from the debug information of a file. */
    Map<Long, List<LineFrame>> lines(Path debugFile) throws IOException {
        DebugInfo info = debugInfo(debugFile, file);
        if (info == null) {
            throw new AssertionError(debugFile + " has no debug information");
        }
        long[] instructions = instructions();
        LineTable table = info.lines(instructions);
        Map<Long, List<LineFrame>> lines = new LinkedHashMap<>();
        for (long address : instructions) {
            lines.put(address, table.frames(address));
        }
        return lines;
    }

    Map<Long, List<LineFrame>> lines() throws IOException {
        return lines(file);
    }
}
