package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShortNameTest {

    private static final String JAVA = "com.example.shop.Thumbnails.render(Thumbnails.java:61)";

    @Test
    void whatFitsStaysAsItIs() {
        assertThat(ShortName.of(JAVA, JAVA.length())).isEqualTo(JAVA);
    }

    @Test
    void packagesBecomeLettersAsFarAsItTakes() {
        assertThat(ShortName.of(JAVA, 53)).isEqualTo("c.example.shop.Thumbnails.render(Thumbnails.java:61)");
        assertThat(ShortName.of(JAVA, 45)).isEqualTo("c.e.s.Thumbnails.render(Thumbnails.java:61)");
        assertThat(ShortName.of("  called from " + JAVA, 58))
                .isEqualTo("  called from c.e.s.Thumbnails.render(Thumbnails.java:61)");
    }

    @Test
    void filesAreCalledAsTheirClassesAre() {
        assertThat(ShortName.of(JAVA, 30)).isEqualTo("c.e.s.Thumbnails.render:61");
        assertThat(ShortName.of("  called from " + JAVA + " and 2 more", 54))
                .isEqualTo("  called from c.e.s.Thumbnails.render:61 and 2 more");
        assertThat(ShortName.of("com.example.shop.Thumbnails.draw(Native Method)", 26))
                .isEqualTo("c.e.s.Thumbnails.draw");
    }

    @Test
    void theMiddleGoesLast() {
        assertThat(ShortName.of(JAVA, 25))
                .isEqualTo("c.e.s.Thumbn…ls.render:61")
                .hasSize(25);
        assertThat(ShortName.of(JAVA, 3)).hasSize(24);
    }

    @Test
    void functionsLoseTheirArguments() {
        assertThat(ShortName.of("G1CollectedHeap::allocate(unsigned long, bool, std::vector<int>)", 40))
                .isEqualTo("G1CollectedHeap::allocate(…)");
        assertThat(ShortName.of("std::vector<std::pair<int, int>, alloc>::push_back(int const&)", 40))
                .isEqualTo("std::vector<…>::push_back(…)");
    }

    @Test
    void librariesAreNoPackages() {
        assertThat(ShortName.of("libsomethingratherlong.so+0x1234567890", 30))
                .isEqualTo("libsomethingrat…o+0x1234567890");
    }

    @Test
    void sentencesAreBrokenAtBlanks() {
        TextTable table = new TextTable("ll");
        table.add("rate", "one sample for every 512 KiB allocated, on average");
        StringBuilder narrow = new StringBuilder();
        table.appendWrapped(narrow, "  ", 32);

        assertThat(narrow)
                .hasToString("  rate  one sample for every 512\n        KiB allocated, on\n        average\n");
    }

    @Test
    void tablesAreAsWideAsTheyMayBe() {
        TextTable table = new TextTable("rl");
        table.add("1.0 MiB", JAVA);
        StringBuilder narrow = new StringBuilder();
        StringBuilder wide = new StringBuilder();
        table.appendTo(narrow, "  ", 60);
        table.appendTo(wide, "  ");

        assertThat(narrow).hasToString("  1.0 MiB  c.e.shop.Thumbnails.render(Thumbnails.java:61)\n");
        assertThat(wide.toString()).contains(JAVA);
    }
}
