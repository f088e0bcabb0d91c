package io.jemscope.cli.recording;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The main class of a program that was started with {@code -jar}, where the JVM itself names the jar only. */
public final class MainClass {

    private MainClass() {}

    /**
     * Looks into the jar's manifest: a jar of jars (Spring Boot's) names the program's own class as {@code Start-Class}.
     *
     * @param main what the JVM was started with: a class, or a jar's path
     * @return the main class; empty where it is no jar, or none that tells
     */
    public static Optional<String> inJar(String main) {
        if (!main.endsWith(".jar") && !main.endsWith(".war")) {
            return Optional.empty();
        }
        try (JarFile jar = new JarFile(Path.of(main).toFile())) {
            Manifest manifest = jar.getManifest();
            if (manifest == null) {
                return Optional.empty();
            }
            Attributes attributes = manifest.getMainAttributes();
            String start = attributes.getValue("Start-Class");
            return Optional.ofNullable(start != null ? start : attributes.getValue(Attributes.Name.MAIN_CLASS));
        } catch (IOException | InvalidPathException e) {
            // Started from another folder, or gone meanwhile: then the stacks must tell.
            return Optional.empty();
        }
    }
}
