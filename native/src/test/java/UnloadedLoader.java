import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Leaks through classes whose loaders are gone before anybody dumps. */
final class UnloadedLoader {
    private static final List<Object> kept = new ArrayList<>();

    public static void main(String[] arguments) throws Exception {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            loaders.add(leakThrough("plugin-one"));
            loaders.add(leakThrough(null));
        }
        for (int i = 0; i < 100 && loaders.stream().anyMatch(loader -> loader.get() != null); i++) {
            System.gc();
        }
        System.out.println(loaders.stream().allMatch(loader -> loader.get() == null) ? "unloaded" : "still loaded");
    }

    private static WeakReference<ClassLoader> leakThrough(String name) throws Exception {
        URL own = UnloadedLoader.class.getProtectionDomain().getCodeSource().getLocation();
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        URLClassLoader loader = name == null
                ? new URLClassLoader(new URL[] {own}, platform)
                : new URLClassLoader(name, new URL[] {own}, platform);
        @SuppressWarnings("unchecked")
        Consumer<List<Object>> plugin = (Consumer<List<Object>>)
                loader.loadClass("Plugin").getDeclaredConstructor().newInstance();
        plugin.accept(kept);
        return new WeakReference<>(loader);
    }
}
