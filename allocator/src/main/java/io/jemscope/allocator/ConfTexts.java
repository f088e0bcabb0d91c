package io.jemscope.allocator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads the configuration strings that jemalloc read at the start of the process, by source. */
final class ConfTexts {

    private final Mallctl calls;
    private final Jemalloc allocator;

    ConfTexts(Mallctl calls, Jemalloc allocator) {
        this.calls = calls;
        this.allocator = allocator;
    }

    /** Returns the strings that exist, the weakest source first. */
    Map<OptionSource, String> read() throws AllocatorException {
        Map<OptionSource, String> texts = new EnumMap<>(OptionSource.class);
        put(texts, OptionSource.BUILD, text("config.malloc_conf"));
        put(texts, OptionSource.SYMBOL, Optional.ofNullable(calls.confSymbol()).or(this::globalVariable));
        // jemalloc 5.3.1 and later keep the strings; for earlier versions the link is read again and may have changed.
        put(texts, OptionSource.LINK, text("opt.malloc_conf.symlink").or(this::link));
        put(texts, OptionSource.ENVIRONMENT, text("opt.malloc_conf.env_var").or(this::variable));
        put(texts, OptionSource.SECOND_SYMBOL, text("opt.malloc_conf.global_var_2_conf_harder"));
        return texts;
    }

    private static void put(Map<OptionSource, String> texts, OptionSource source, Optional<String> text) {
        if (text.isPresent() && !text.get().isEmpty()) {
            texts.put(source, text.get());
        }
    }

    private Optional<String> text(String control) {
        try {
            return allocator.find(Control.text(control)).orElse(Optional.empty());
        } catch (AllocatorException e) {
            return Optional.empty();
        }
    }

    private Optional<String> globalVariable() {
        return text("opt.malloc_conf.global_var");
    }

    private Optional<String> link() {
        try {
            return Optional.of(Files.readSymbolicLink(Path.of("/etc/" + prefix() + "malloc.conf"))
                    .toString());
        } catch (IOException | UnsupportedOperationException e) {
            // Missing, or a regular file, which jemalloc doesn't read either.
            return Optional.empty();
        }
    }

    private Optional<String> variable() {
        String prefix = prefix();
        return Optional.ofNullable(
                prefix.isEmpty()
                        ? calls.preloadEnvironment("MALLOC_CONF")
                        : System.getenv(prefix.toUpperCase(Locale.ROOT) + "MALLOC_CONF"));
    }

    /** The prefix of jemalloc's functions, which the link's and the variable's names have, too. */
    private String prefix() {
        return allocator.detection().prefix();
    }
}
