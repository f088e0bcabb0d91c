package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Samples;
import io.jemscope.profile.StackCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which classes are the program's own, as opposed to its libraries': those in certain packages and below.
 *
 * @param packages the packages' or classes' names, such as {@code com.example}; the empty name stands for classes without
 *     a package
 */
public record AppPackages(List<String> packages) {

    /** Nothing is known to be the program's own. */
    public static final AppPackages UNKNOWN = new AppPackages(List.of());

    /** The fact that names the main class where {@code main} names a jar. */
    public static final String MAIN_CLASS = ProfileMetadata.MAIN_CLASS;

    /** First parts of package names that many unrelated projects share: two segments of these tell nothing. */
    private static final List<String> SHARED = List.of(
            "com.amazonaws",
            "com.github",
            "com.gitlab",
            "com.google",
            "com.microsoft",
            "io.github",
            "io.gitlab",
            "net.sourceforge",
            "org.apache",
            "org.codehaus",
            "org.eclipse",
            "org.jboss",
            "org.springframework");

    /** Packages that are no program's: the first parts of reversed domains, beside those of countries. */
    private static final List<String> TOP_DOMAINS =
            List.of("com", "org", "net", "edu", "gov", "mil", "int", "biz", "info");

    /**
     * Keeps the packages unchangeable.
     *
     * @param packages the packages' names; copied, a {@code .} or {@code .*} at their ends taken off
     */
    public AppPackages {
        List<String> names = new ArrayList<>(packages.size());
        for (String name : packages) {
            names.add(withoutWildcard(name));
        }
        packages = List.copyOf(names);
    }

    /**
     * Takes the program's own packages from its main class: the main class's package, cut to its first two segments
     * ({@code com.example} of {@code com.example.shop.web.Main}), or three where the first two are shared by many
     * projects ({@code org.apache.maven} of {@code org.apache.maven.cli.Main}). Of a package that is but a top-level domain
     * ({@code com.Main}), the class alone.
     *
     * @param mainClass the main class's binary name
     * @return what counts as the program's own
     */
    public static AppPackages ofMainClass(String mainClass) {
        int end = mainClass.lastIndexOf('.');
        String name = end < 0 ? "" : mainClass.substring(0, end);
        if (isTopDomain(name)) {
            return new AppPackages(List.of(mainClass));
        }
        int second = cut(name, 2);
        int keep = SHARED.contains(name.substring(0, second)) ? 3 : 2;
        return new AppPackages(List.of(name.substring(0, cut(name, keep))));
    }

    /**
     * Takes the program's own packages from a profile: from the fact {@value #MAIN_CLASS}, else from {@code main} where
     * that is a class's name and something on the stacks lies in its packages (of {@code my app.jar} the JVM gives
     * {@code my}, which is neither), else from the outermost {@code main} method on any stack.
     *
     * @return what counts as the program's own; {@link #UNKNOWN} where nothing tells
     */
    public static AppPackages of(Profile profile) {
        ProfileMetadata metadata = profile.metadata();
        Optional<String> mainClass = metadata.get(MAIN_CLASS);
        if (mainClass.isPresent()) {
            return ofMainClass(mainClass.get());
        }
        Optional<String> main = metadata.get(ProfileMetadata.MAIN);
        if (main.isPresent()) {
            String name = withoutModule(main.get());
            AppPackages own = isClassName(name) ? ofMainClass(name) : UNKNOWN;
            if (own.isIn(profile)) {
                return own;
            }
        }
        mainClass = outermostMain(profile);
        return mainClass.isPresent() ? ofMainClass(mainClass.get()) : UNKNOWN;
    }

    /** Says whether any frame of a profile is the program's own. */
    private boolean isIn(Profile profile) {
        Samples samples = profile.compact();
        List<Location> locations = samples.locations();
        boolean[] own = new boolean[locations.size()];
        boolean any = false;
        for (int i = 0; i < own.length; i++) {
            own[i] = hasOwn(locations.get(i));
            any |= own[i];
        }
        StackCursor cursor = samples.stacks();
        for (int sample = 0; any && sample < samples.size(); sample++) {
            cursor.moveTo(sample);
            for (int i = 0; i < cursor.depth(); i++) {
                if (own[cursor.numbers()[i]]) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean hasOwn(Location location) {
        List<Frame> frames = location.frames();
        for (int i = 0; i < frames.size(); i++) {
            if (frames.get(i) instanceof JavaFrame java && contains(java)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTopDomain(String name) {
        return name.length() == 2 || TOP_DOMAINS.contains(name);
    }

    /**
     * Says whether a frame is the program's own code.
     *
     * @return whether its class lies in one of the packages
     */
    public boolean contains(JavaFrame frame) {
        for (String own : packages) {
            if (own.isEmpty() ? frame.packageName().isEmpty() : isIn(frame.className(), own)) {
                return true;
            }
        }
        return false;
    }

    /** Says whether a class is that one, nested in it, or below the package of that name. */
    private static boolean isIn(String className, String own) {
        if (!className.startsWith(own)) {
            return false;
        }
        if (className.length() == own.length()) {
            return true;
        }
        char next = className.charAt(own.length());
        return next == '.' || next == '$';
    }

    /** The class of the first {@code main} that is the outermost method of its stack outside the JDK. */
    private static Optional<String> outermostMain(Profile profile) {
        Samples samples = profile.compact();
        @Nullable JavaFrame[] outermost = outermost(samples.locations());
        if (!anyIsMain(outermost)) {
            return Optional.empty();
        }
        StackCursor cursor = samples.stacks();
        for (int sample = 0; sample < samples.size(); sample++) {
            cursor.moveTo(sample);
            int at = cursor.depth() - 1;
            while (at >= 0 && outermost[cursor.numbers()[at]] == null) {
                at--;
            }
            JavaFrame frame = at < 0 ? null : outermost[cursor.numbers()[at]];
            if (frame != null && isMain(frame)) {
                return Optional.of(frame.className());
            }
        }
        return Optional.empty();
    }

    /** Of each location the outermost Java frame outside the JDK; null where it has none. */
    private static @Nullable JavaFrame[] outermost(List<Location> locations) {
        @Nullable JavaFrame[] outermost = new JavaFrame[locations.size()];
        for (int i = 0; i < outermost.length; i++) {
            List<Frame> frames = locations.get(i).frames();
            for (int j = 0; j < frames.size(); j++) {
                if (frames.get(j) instanceof JavaFrame java && !JdkClasses.contains(java)) {
                    outermost[i] = java;
                }
            }
        }
        return outermost;
    }

    private static boolean anyIsMain(@Nullable JavaFrame[] frames) {
        for (JavaFrame frame : frames) {
            if (isMain(frame)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isMain(@Nullable JavaFrame frame) {
        return frame != null && frame.method().equals("main");
    }

    /** {@code module/class} is how the JVM shows a program that was started with {@code -m}. */
    private static String withoutModule(String main) {
        return isJar(main) || main.startsWith("/") ? main : main.substring(main.indexOf('/') + 1);
    }

    private static boolean isClassName(String main) {
        return !main.isEmpty() && !isJar(main) && main.indexOf('/') < 0 && !main.endsWith(".java");
    }

    private static boolean isJar(String main) {
        return main.endsWith(".jar") || main.endsWith(".war");
    }

    private static String withoutWildcard(String name) {
        String bare = name.endsWith(".*") ? name.substring(0, name.length() - 2) : name;
        return bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare;
    }

    /** Where that many segments end; the whole length where there are fewer. */
    private static int cut(String name, int segments) {
        int dot = -1;
        for (int i = 0; i < segments; i++) {
            dot = name.indexOf('.', dot + 1);
            if (dot < 0) {
                return name.length();
            }
        }
        return dot;
    }
}
