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
 * Gives the functions of other tools' files the names that this tool's own have: demangled and without parameters, so that
 * reports of both can be compared.
 */
public final class MangledNames {

    private MangledNames() {}

    /**
     * Demangles the names of all functions.
     *
     * @return the profile with demangled names; the profile itself where there was nothing to demangle
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

    /** The location with demangled names; the location itself where it has none that are mangled. */
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
        // Names in our own recordings are neither mangled nor have parameters, so they are not demangled again.
        if (mangled && (name.equals(symbol) || name.indexOf('(') >= 0)) {
            return Demangler.name(symbol);
        }
        return name.indexOf("::") >= 0 && name.equals(symbol) ? withoutParameters(name) : name;
    }

    /** A C++ function's name without its parameters and what follows them. */
    private static String withoutParameters(String name) {
        int end = name.lastIndexOf(')');
        // Behind the parameters stand qualifiers and the marks of clones alone.
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
