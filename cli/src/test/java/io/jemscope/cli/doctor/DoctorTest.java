package io.jemscope.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.cli.launch.Image;
import io.jemscope.cli.launch.Jemalloc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void saysWhatIsMissingAndWhatMendsIt() throws InterruptedException {
        Map<String, String> environment = Map.of(
                "PATH", folder.toString(),
                "TMPDIR", folder + "/absent",
                "JEMSCOPE_RUNTIME_DIR", folder + "/runtime",
                "JEMSCOPE_JEMALLOC", folder + "/none.so");
        List<Finding> findings = new ArrayList<>();

        boolean fine = new Doctor(List.of("start.sh"), null, new Image(folder), environment).examine(findings::add);

        assertThat(fine).isFalse();
        assertThat(findings)
                .filteredOn(finding -> !finding.fine())
                .extracting(Finding::subject)
                .containsExactly("command", "java", "jemalloc", "native agent", "dump folder");
        assertThat(findings)
                .filteredOn(finding -> !finding.fine())
                .allMatch(finding -> finding.fix().isPresent());
        assertThat(findings)
                .filteredOn(Finding::fine)
                .extracting(Finding::subject)
                .contains("runtime folder");
    }

    @Test
    void nothingWorksOnMusl() throws IOException {
        Path maps = folder.resolve("maps");
        Files.writeString(maps, "7f00-7f01 r-xp 00000000 08:01 4711    /lib/ld-musl-x86_64.so.1\n");

        Finding finding = new Machine("Linux", "6.1.0", "amd64", Machine.library(maps)).judge();

        assertThat(finding.fine()).isFalse();
        assertThat(finding.text())
                .startsWith("missing  machine         Linux 6.1.0, amd64, musl: nothing can be recorded")
                .contains("libjemscope.so is linked with glibc", "fix: take an image with glibc");
    }

    @Test
    void theMachineIsFineWhereThisJvmRunsOnGlibc() throws IOException {
        Path maps = folder.resolve("maps");
        Files.writeString(maps, "7f00-7f01 r-xp 00000000 08:01 4711    /usr/lib/x86_64-linux-gnu/libc.so.6\n");

        assertThat(new Machine("Linux", "6.1.0", "aarch64", Machine.library(maps))
                        .judge()
                        .fine())
                .isTrue();
        assertThat(new Machine("Linux", "6.1.0", "riscv64", "glibc 2.36")
                        .judge()
                        .fine())
                .isFalse();
        assertThat(Machine.library(folder.resolve("none"))).contains("doesn't tell its name");
    }

    @Test
    void saysWhereProgramsWithoutJemallocCanBeSampled() {
        assertThat(new Machine("Linux", "6.1.0-9", "amd64", "glibc 2.36")
                        .sampler()
                        .text())
                .isEqualTo(
                        "ok       own sampler     programs that don't run on jemalloc can be sampled: attach, or record"
                                + " --jemalloc none");
        assertThat(new Machine("Linux", "5.4.0", "amd64", "glibc 2.31")
                        .sampler()
                        .text())
                .startsWith("warning  own sampler     before glibc 2.35");
        assertThat(new Machine("Linux", "4.9.1", "amd64", "glibc 2.36")
                        .sampler()
                        .text())
                .contains("it needs Linux 4.14", "fix: run the program on jemalloc");
    }

    @Test
    void warnsWhereJemallocUnwindsWithLibunwind() {
        Path library = Path.of("/lib/libjemalloc.so.2");

        Finding finding = Doctor.libunwind(new Jemalloc(library, "5.3.0-0-g1", true, true))
                .orElseThrow();

        assertThat(finding.fine()).isTrue();
        assertThat(finding.text())
                .startsWith("warning  unwinder        this jemalloc unwinds stacks with libunwind")
                .contains("async-profiler before 4.0", "built without --enable-prof-libunwind");
        assertThat(Doctor.libunwind(new Jemalloc(library, "5.3.0-0-g1", true, false)))
                .isEmpty();
    }

    @Test
    void findingsLineUp() {
        assertThat(Finding.fine("java", "17").text()).isEqualTo("ok       java            17");
        assertThat(Finding.missing("jemalloc", "none", "apt-get install -y libjemalloc2")
                        .text())
                .isEqualTo(
                        "missing  jemalloc        none\n                         fix: apt-get install -y libjemalloc2");
    }

    @Test
    void readsTheFeatureOfAVersion() {
        assertThat(JavaOfTarget.feature("17.0.15")).isEqualTo(17);
        assertThat(JavaOfTarget.feature("25")).isEqualTo(25);
        assertThat(JavaOfTarget.feature("1.8.0_402")).isEqualTo(8);
        assertThat(JavaOfTarget.feature("")).isZero();
    }
}
