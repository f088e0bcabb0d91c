package io.jemscope.allocator;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads every option and finds its source. */
final class OptionReader {

    private final Allocator allocator;
    private final Map<OptionSource, Map<String, String>> settings = new EnumMap<>(OptionSource.class);

    OptionReader(Allocator allocator, Map<OptionSource, String> texts) {
        this.allocator = allocator;
        texts.forEach((source, text) -> settings.put(source, MallocConf.parse(text)));
    }

    List<MallocOption> read() throws AllocatorException {
        List<MallocOption> options = new ArrayList<>();
        for (Control<?> control : OptionTable.controls()) {
            String name = control.name().substring("opt.".length());
            options.add(new MallocOption(name, value(control), source(name)));
        }
        return List.copyOf(options);
    }

    private @Nullable String value(Control<?> control) throws AllocatorException {
        Optional<?> value = allocator.find(control);
        if (value.isEmpty()) {
            return null;
        }
        Object known = value.get();
        return switch (control.type()) {
            case TEXT -> known instanceof Optional<?> text && text.isPresent() ? String.valueOf(text.get()) : "";
            case SIZE, UINT64 -> Long.toUnsignedString((Long) known);
            default -> String.valueOf(known);
        };
    }

    private OptionSource source(String name) {
        OptionSource strongest = OptionSource.DEFAULT;
        for (Map.Entry<OptionSource, Map<String, String>> source : settings.entrySet()) {
            if (names(source.getValue(), name)) {
                strongest = source.getKey();
            }
        }
        return strongest;
    }

    /** Since 5.3 the older key {@code lg_tcache_max} sets {@code tcache_max}. */
    private static boolean names(Map<String, String> settings, String name) {
        return settings.containsKey(name) || (name.equals("tcache_max") && settings.containsKey("lg_tcache_max"));
    }
}
