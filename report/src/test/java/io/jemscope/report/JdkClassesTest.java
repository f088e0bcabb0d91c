package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleFinder;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class JdkClassesTest {

    @Test
    void knowsEveryPackageOfTheJdkThatRunsThisTest() {
        Set<String> unknown = new TreeSet<>();
        ModuleFinder.ofSystem()
                .findAll()
                .forEach(module -> unknown.addAll(module.descriptor().packages()));
        unknown.removeIf(name -> JdkClasses.contains(StackBuilder.java(null, name + ".A.a:1")));
        // Pictures, and a package whose one class is named by itself.
        unknown.removeIf(name -> name.contains("toolbarButtonGraphics") || name.equals("javax.xml"));

        assertThat(unknown).isEmpty();
        assertThat(JdkClasses.contains(StackBuilder.java(null, "javax.xml.XMLConstants.a:1")))
                .isTrue();
    }

    @Test
    void leavesLibrariesInTheJdksNameSpacesAlone() {
        for (String library : new String[] {
            "javax.inject.A",
            "javax.annotation.A",
            "javax.validation.A",
            "javax.xml.bind.A",
            "javax.cache.A",
            "javax.servlet.A",
            "javax.transaction.A",
            "com.sun.jna.A",
            "com.sun.xml.bind.A",
            "com.sun.enterprise.A",
            "com.sun.mail.A"
        }) {
            assertThat(JdkClasses.contains(StackBuilder.java(null, library + ".a:1")))
                    .as(library)
                    .isFalse();
        }
    }
}
