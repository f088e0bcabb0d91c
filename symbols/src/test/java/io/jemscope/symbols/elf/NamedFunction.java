package io.jemscope.symbols.elf;

import io.jemscope.symbols.Tool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A function in the output of {@code nm}. */
record NamedFunction(String name, long address, long bytes) {

    /** The functions with a size in a file's {@code .symtab}, or with {@code -D} in its {@code .dynsym}. */
    static List<NamedFunction> list(Path file, String... options) {
        List<String> command = new ArrayList<>(List.of("nm", "--print-size", "--defined-only", file.toString()));
        command.addAll(List.of(options));
        List<NamedFunction> functions = new ArrayList<>();
        for (String line : Tool.run(command.toArray(String[]::new))) {
            String[] words = line.split(" ", 4);
            if (words.length == 4 && "tTwWiu".contains(words[2])) {
                int version = words[3].indexOf('@');
                functions.add(new NamedFunction(
                        version > 0 ? words[3].substring(0, version) : words[3],
                        Long.parseLong(words[0], 16),
                        Long.parseLong(words[1], 16)));
            }
        }
        return functions;
    }

    long middle() {
        return address + bytes / 2;
    }

    boolean covers(long wanted) {
        return wanted >= address && wanted < address + bytes;
    }
}
