package io.jemscope.testkit.leaks;

import io.jemscope.testkit.CopyLoader;
import io.jemscope.testkit.Ledger;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Constructor;
import java.util.Set;

/** A plug-in leaks, and its class loader is unloaded before the profile. */
final class UnloadedLoaderLeak {

    private static final int COLLECTIONS = 50;
    private static final int WAIT_MILLIS = 100;

    private UnloadedLoaderLeak() {}

    public static void main(String[] arguments) throws Exception {
        Ledger ledger = new Ledger();
        ReferenceQueue<ClassLoader> queue = new ReferenceQueue<>();
        PhantomReference<ClassLoader> reference = runPlugin(ledger, queue);
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            if (reference.equals(queue.remove(WAIT_MILLIS))) {
                ledger.print(System.out);
                return;
            }
        }
        throw new IllegalStateException("The plug-in's class loader wasn't collected");
    }

    /** A separate method, so that no local variable of a running method keeps the loader alive. */
    private static PhantomReference<ClassLoader> runPlugin(Ledger ledger, ReferenceQueue<ClassLoader> queue)
            throws Exception {
        // The plug-in, and the classes it calls with package-private access; the ledger is the program's.
        ClassLoader loader = new CopyLoader(
                "plugin",
                UnloadedLoaderLeak.class.getClassLoader(),
                Set.of(UnloadedPlugin.class.getName(), UnsafeMemory.class.getName()));
        Constructor<?> constructor =
                loader.loadClass(UnloadedPlugin.class.getName()).getConstructor(Ledger.class);
        constructor.setAccessible(true);
        ((Runnable) constructor.newInstance(ledger)).run();
        return new PhantomReference<>(loader, queue);
    }
}
