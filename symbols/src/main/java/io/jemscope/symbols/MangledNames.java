package io.jemscope.symbols;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Samples;
import io.jemscope.symbols.demangle.Demangler;
import java.util.ArrayList;
import java.util.List;

/**
 * Demangles names in other tools' files, without parameters, so that reports of them and of our own files can be compared.
 */
public final class MangledNames {

    private MangledNames() {}

    /**
     * Demangles the names of all functions.
     *
     * @return the profile with demangled names; the same instance if no name was mangled
     */
    public static Profile demangle(Profile profile) {
        Samples samples = Samples.copyOf(profile.samples());
        List<Location> named = new ArrayList<>(samples.locations().size());
        boolean changed = false;
        for (Location location : samples.locations()) {
            Location demangled = demangle(location);
            changed |= demangled != location;
            named.add(demangled);
        }
        return changed
                ? new Profile(profile.rate(), samples.withLocations(named), profile.mappings(), profile.metadata())
                : profile;
    }

    /** Returns the location with demangled names; the same instance if no name is mangled. */
    static Location demangle(Location location) {
        boolean changed = false;
        List<Frame> frames = location.frames();
        for (Frame frame : frames) {
            changed |= frame instanceof NativeFrame function && !name(function).equals(function.name());
        }
        if (!changed) {
            return location;
        }
        List<Frame> named = new ArrayList<>(frames.size());
        for (Frame frame : frames) {
            named.add(
                    frame instanceof NativeFrame function
                            ? new NativeFrame(
                                    name(function), function.systemName(), function.library(), function.source())
                            : frame);
        }
        return new Location(location.address(), location.mapping(), named);
    }

    private static String name(NativeFrame function) {
        String name = function.name();
        String symbol = function.systemName();
        boolean mangled = symbol.startsWith("_Z") || symbol.startsWith("_R");
        // Names in our own recordings are neither mangled nor have parameters: they aren't demangled again.
        if (mangled && (name.equals(symbol) || name.indexOf('(') >= 0)) {
            return Demangler.name(symbol);
        }
        return name.indexOf("::") >= 0 && name.equals(symbol) ? withoutParameters(name) : name;
    }

    /** Removes a C++ function's parameters and the text behind them. */
    private static String withoutParameters(String name) {
        int end = name.lastIndexOf(')');
        // Only qualifiers and clone suffixes can follow parameters.
        if (end < 0 || name.indexOf(':', end) >= 0 || name.indexOf('>', end) >= 0) {
            return name;
        }
        int depth = 0;
        int at = end;
        do {
            depth += name.charAt(at) == ')' ? 1 : name.charAt(at) == '(' ? -1 : 0;
            at--;
        } while (depth > 0 && at >= 0);
        String rest = name.substring(0, at + 1);
        boolean isName = depth != 0 || rest.isEmpty() || rest.endsWith("operator") || rest.endsWith("::");
        return isName ? name : rest;
    }
}
