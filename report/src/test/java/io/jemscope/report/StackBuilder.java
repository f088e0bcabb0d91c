package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SourceLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes down a sample's stack, innermost frame first. */
public final class StackBuilder {

    private final List<Location> stack = new ArrayList<>();

    /** Begins with no frame. */
    public static StackBuilder stack() {
        return new StackBuilder();
    }

    /** A native function. */
    public StackBuilder in(String function) {
        return frame(new NativeFrame(function, function, "/usr/lib/libany.so", null));
    }

    /** A function of the JVM's own library. */
    public StackBuilder inJvm(String function) {
        return frame(new NativeFrame(function, function, "/opt/jdk/lib/server/libjvm.so", null));
    }

    /** A native function of a certain file, with its line where it has one. */
    StackBuilder in(String library, String function, @Nullable String source, int line) {
        return frame(
                new NativeFrame(function, function, library, source == null ? null : new SourceLine(source, line)));
    }

    /** A Java frame as in {@code com.example.Foo.bar:12}; the file is the class's. */
    public StackBuilder at(String methodAndLine) {
        return frame(java(null, methodAndLine));
    }

    /** The same with a class loader. */
    public StackBuilder at(String loader, String methodAndLine) {
        return frame(java(loader, methodAndLine));
    }

    /** Any frame. */
    public StackBuilder frame(Frame frame) {
        stack.add(new Location(stack.size() + 1, null, List.of(frame)));
        return this;
    }

    StackBuilder address(Location location) {
        stack.add(location);
        return this;
    }

    /** What so many samples stand for. */
    public Sample live(SampleRate rate, long sampledObjects, long sampledBytes) {
        return new Sample(stack, rate.scale(sampledObjects, sampledBytes), Amount.NONE, Map.of());
    }

    /** What is known without sampling. */
    public Sample with(Amount live, Amount accumulated) {
        return new Sample(stack, live, accumulated, Map.of());
    }

    static JavaFrame java(@Nullable String loader, String methodAndLine) {
        int colon = methodAndLine.lastIndexOf(':');
        String method = colon < 0 ? methodAndLine : methodAndLine.substring(0, colon);
        int dot = method.lastIndexOf('.');
        String className = method.substring(0, dot);
        String file = className.substring(className.lastIndexOf('.') + 1).replaceAll("\\$.*", "") + ".java";
        return new JavaFrame(
                loader,
                className,
                method.substring(dot + 1),
                colon < 0 ? null : new SourceLine(file, Integer.parseInt(methodAndLine.substring(colon + 1))),
                colon < 0 && className.startsWith("java."));
    }
}
