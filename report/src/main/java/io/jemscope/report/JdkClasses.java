package io.jemscope.report;

import io.jemscope.profile.JavaFrame;

/**
 * Which classes are the JDK's own, by the names of their packages. A report passes over them to find the line that a
 * reader can change.
 */
final class JdkClasses {

    /** Packages of the JDK, each with everything below it. */
    private static final String[] PACKAGES = {
        "java.",
        "javax.",
        "jdk.",
        "sun.",
        "com.sun.",
        "netscape.javascript.",
        "org.ietf.jgss.",
        "org.w3c.dom.",
        "org.xml.sax."
    };

    /** Libraries that live in the JDK's name spaces without being part of it. */
    private static final String[] STRANGERS = {
        "com.sun.jna.",
        "com.sun.mail.",
        "com.sun.faces.",
        "com.sun.jersey.",
        "javax.servlet.",
        "javax.persistence.",
        "javax.ws.",
        "javax.jms.",
        "javax.faces.",
        "javax.mail."
    };

    private JdkClasses() {}

    static boolean contains(JavaFrame frame) {
        return startsWithAny(frame.className(), PACKAGES) && !startsWithAny(frame.className(), STRANGERS);
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
