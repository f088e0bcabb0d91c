package io.jemscope.agent.web.rendering;

import io.jemscope.agent.history.OwnBinaries;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.jemalloc.SymbolSection;
import io.jemscope.symbols.Symbolizer;
import io.jemscope.symbols.binaries.ProcessMaps;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names what this process's stacks are made of, address by address. Knows profiles and symbols, like {@link Renderer}. */
final class AddressNames {

    private final Map<Long, String> names = new HashMap<>();

    /**
     * Looks the addresses up.
     *
     * @param returns return addresses, and what stands for Java frames
     * @param symbols the file with the Java frames' names; null where there is none
     * @param binaries the files of this process
     */
    AddressNames(long[] returns, @Nullable Path symbols, OwnBinaries binaries) throws IOException {
        SymbolSection java = symbols == null ? SymbolSection.NONE : section(symbols);
        List<Mapping> mappings = mappings();
        // In front of each, so that no function is taken for the allocator's own end of the stack, and left out.
        Location leaf = new Location(1, null, List.of(MarkerFrame.CUT));
        List<Sample> samples = new ArrayList<>(returns.length);
        for (long address : returns) {
            Location location = java.locate(address, mapping(mappings, address));
            if (location.frames().contains(MarkerFrame.NAME_LOST)) {
                continue;
            }
            samples.add(new Sample(List.of(leaf, location), new Amount(1, 1), Amount.NONE, Map.of()));
        }
        Profile profile = new Profile(SampleRate.UNKNOWN, samples, mappings, java.metadata());
        for (Location location :
                new Symbolizer(binaries.refreshed()).symbolize(profile).locations()) {
            if (location.address() != leaf.address()) {
                names.put(location.address(), text(location.frames()));
            }
        }
    }

    /** The names by address, with inlined functions behind the one they are in. */
    Map<Long, String> all() {
        return names;
    }

    private static String text(List<Frame> frames) {
        StringBuilder text = new StringBuilder();
        for (int i = frames.size() - 1; i >= 0; i--) {
            text.append(text.isEmpty() ? "" : "--").append(oneLine(label(frames.get(i))));
        }
        return text.toString();
    }

    private static String label(Frame frame) {
        if (!(frame instanceof JavaFrame java)) {
            return frame.label();
        }
        String method = java.method();
        // jeprof drops what stands between angle brackets, as C++ has it.
        boolean special = method.startsWith("<") && method.endsWith(">");
        return !special
                ? java.toStackTraceLine()
                : new JavaFrame(
                                java.loader(),
                                java.className(),
                                "[" + method.substring(1, method.length() - 1) + "]",
                                java.source(),
                                java.isNative())
                        .toStackTraceLine();
    }

    private static String oneLine(String name) {
        StringBuilder line = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            line.append(Character.isISOControl(c) ? '?' : c);
        }
        return line.toString();
    }

    private static SymbolSection section(Path symbols) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(symbols, LinkOption.NOFOLLOW_LINKS))) {
            return SymbolSection.read(in);
        }
    }

    private static List<Mapping> mappings() throws IOException {
        String maps = new String(Files.readAllBytes(Path.of("/proc/self/maps")), StandardCharsets.UTF_8);
        List<Mapping> mappings = new ArrayList<>();
        for (ProcessMaps.Entry live : ProcessMaps.parse(List.of(maps.split("\n", -1)))) {
            mappings.add(live.mapping());
        }
        return mappings;
    }

    private static @Nullable Mapping mapping(List<Mapping> mappings, long address) {
        for (Mapping mapping : mappings) {
            if (mapping.contains(address)) {
                return mapping;
            }
        }
        return null;
    }
}
