package io.jemscope.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;

/** A class loader that defines its own copies of some classes, and delegates all others to its parent. */
public final class CopyLoader extends ClassLoader {

    private final Set<String> own;

    /**
     * Creates a loader.
     *
     * @param name the loader's name
     * @param parent provides the class files, and all other classes
     * @param own the binary names of the classes to define again
     */
    public CopyLoader(String name, ClassLoader parent, Set<String> own) {
        super(name, parent);
        this.own = Set.copyOf(own);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!own.contains(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = file.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
