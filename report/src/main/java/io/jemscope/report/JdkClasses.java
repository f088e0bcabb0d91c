package io.jemscope.report;

import io.jemscope.profile.JavaFrame;

/**
 * Which classes are the JDK's own, by the names of their packages. A report passes over them to find the line that a
 * reader can change.
 */
final class JdkClasses {

    /**
     * Packages of JDK 17 to 25, each with everything below it. Below {@code javax.} and {@code com.sun.} they are named one
     * by one, since libraries live there too ({@code javax.inject}, {@code com.sun.jna}).
     */
    private static final String[] PACKAGES = {
        "java.",
        "jdk.",
        "sun.",
        "com.sun.accessibility.",
        "com.sun.beans.",
        "com.sun.crypto.provider.",
        "com.sun.imageio.",
        "com.sun.jarsigner.",
        "com.sun.java.accessibility.",
        "com.sun.java.swing.",
        "com.sun.java_cup.internal.",
        "com.sun.jdi.",
        "com.sun.jmx.",
        "com.sun.jndi.",
        "com.sun.management.",
        "com.sun.media.sound.",
        "com.sun.naming.internal.",
        "com.sun.net.httpserver.",
        "com.sun.nio.file.",
        "com.sun.nio.sctp.",
        "com.sun.org.apache.",
        "com.sun.org.slf4j.internal.",
        "com.sun.rowset.",
        "com.sun.security.",
        "com.sun.source.",
        "com.sun.swing.internal.",
        "com.sun.tools.attach.",
        "com.sun.tools.classfile.",
        "com.sun.tools.doclint.",
        "com.sun.tools.example.debug.",
        "com.sun.tools.javac.",
        "com.sun.tools.javap.",
        "com.sun.tools.jconsole.",
        "com.sun.tools.jdeprscan.",
        "com.sun.tools.jdeps.",
        "com.sun.tools.jdi.",
        "com.sun.tools.jnativescan.",
        "com.sun.tools.script.",
        "com.sun.tools.sjavac.",
        "com.sun.xml.internal.",
        "javax.accessibility.",
        "javax.annotation.processing.",
        "javax.crypto.",
        "javax.imageio.",
        "javax.lang.model.",
        "javax.management.",
        "javax.naming.",
        "javax.net.",
        "javax.print.",
        "javax.rmi.ssl.",
        "javax.script.",
        "javax.security.auth.",
        "javax.security.cert.",
        "javax.security.sasl.",
        "javax.smartcardio.",
        "javax.sound.",
        "javax.sql.",
        "javax.swing.",
        "javax.tools.",
        "javax.transaction.xa.",
        "javax.xml.XMLConstants",
        "javax.xml.catalog.",
        "javax.xml.crypto.",
        "javax.xml.datatype.",
        "javax.xml.namespace.",
        "javax.xml.parsers.",
        "javax.xml.stream.",
        "javax.xml.transform.",
        "javax.xml.validation.",
        "javax.xml.xpath.",
        "netscape.javascript.",
        "org.ietf.jgss.",
        "org.jcp.xml.dsig.internal.",
        "org.w3c.dom.",
        "org.xml.sax."
    };

    private JdkClasses() {}

    static boolean contains(JavaFrame frame) {
        return startsWithAny(frame.className(), PACKAGES);
    }

    /** Says whether a frame is Java of the program or its libraries: outside the JDK, and not spun by the JVM. */
    static boolean isOutside(JavaFrame frame) {
        return !isSpun(frame) && !contains(frame);
    }

    /** Says whether a frame is a bridge that the JVM spun for a lambda or a proxy: no line a reader could look at. */
    static boolean isSpun(JavaFrame frame) {
        return frame.className().contains("$$Lambda")
                || (frame.source() == null && frame.className().contains("$Proxy"));
    }

    private static boolean startsWithAny(String name, String[] prefixes) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
