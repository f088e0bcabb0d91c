package io.jemscope;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the arrows between the modules: each uses what its row names, the JDK, its own libraries, and nothing else. */
class ArchitectureTest {

    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            // Other modules' tests, which this one uses.
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.jemscope");

    static Stream<Arguments> arrows() {
        return Stream.of(
                arrow("allocator"),
                arrow("profile", "com.google.re2j", "com.google.gson"),
                arrow("history", "profile", "com.google.gson"),
                arrow("symbols", "profile"),
                arrow("report", "profile", "org.apache.commons.numbers.gamma", "org.eclipse.elk", "com.google.gson"),
                arrow("httpd", "com.google.gson"),
                arrow("fleet", "profile", "history", "report", "httpd", "com.google.gson"),
                arrow(
                        "agent",
                        "allocator",
                        "httpd",
                        "profile",
                        "history",
                        "symbols",
                        "report",
                        "com.google.gson",
                        "io.prometheus",
                        "com.sun.management",
                        "jdk.jfr"),
                arrow(
                        "cli",
                        "profile",
                        "history",
                        "symbols",
                        "report",
                        "fleet",
                        "com.google.gson",
                        "picocli",
                        "com.sun.tools.attach"),
                arrow("testkit"));
    }

    private static Arguments arrow(String module, String... uses) {
        return Arguments.of(module, Set.of(uses));
    }

    @ParameterizedTest
    @MethodSource("arrows")
    void aModuleUsesOnlyWhatStandsBeforeIt(String module, Set<String> uses) {
        DescribedPredicate<JavaClass> allowed = new DescribedPredicate<>("in " + module + " or in what it may use") {
            @Override
            public boolean test(JavaClass used) {
                String name = used.getBaseComponentType().getPackageName();
                return isIn(name, "io.jemscope." + module)
                        || isIn(name, "java")
                        || isIn(name, "javax")
                        || isIn(name, "sun.misc")
                        || isIn(name, "org.jspecify.annotations")
                        || name.isEmpty()
                        || uses.stream()
                                .anyMatch(use -> isIn(
                                        name,
                                        use.indexOf('.') < 0 && !use.equals("picocli") ? "io.jemscope." + use : use));
            }
        };

        classes()
                .that()
                .resideInAPackage("io.jemscope." + module + "..")
                .should()
                .onlyDependOnClassesThat(allowed)
                .check(PRODUCT);
    }

    /** What it has no bounds for is refused there, and nowhere else. */
    @Test
    void onlyNamePatternKnowsRe2j() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("io.jemscope.profile.filter.NamePattern")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.google.re2j..")
                .check(PRODUCT);
    }

    @Test
    void nothingButBootstrapUsesTheAgentsWeb() {
        noClasses()
                .that()
                .resideInAPackage("io.jemscope.agent..")
                .and()
                .resideOutsideOfPackages("io.jemscope.agent.web..", "io.jemscope.agent.bootstrap")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.jemscope.agent.web..")
                .check(PRODUCT);
    }

    /** The agent's domain throws plain exceptions; web translates them. */
    @Test
    void nothingButWebAndBootstrapKnowsHttp() {
        noClasses()
                .that()
                .resideInAPackage("io.jemscope.agent..")
                .and()
                .resideOutsideOfPackages("io.jemscope.agent.web..", "io.jemscope.agent.bootstrap")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.jemscope.httpd..")
                .check(PRODUCT);
    }

    @Test
    void everyModuleHasARow() {
        Set<String> seen = new TreeSet<>();
        PRODUCT.forEach(type -> seen.add(type.getPackageName().split("\\.", -1)[2]));

        assertThat(seen)
                .isEqualTo(
                        new TreeSet<>(arrows().map(row -> (String) row.get()[0]).toList()));
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.jemscope.(**)").should().beFreeOfCycles().check(PRODUCT);
    }

    private static boolean isIn(String name, String parent) {
        return name.equals(parent) || name.startsWith(parent + ".");
    }
}
