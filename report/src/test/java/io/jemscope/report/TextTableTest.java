package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTableTest {

    @Test
    void aNarrowTerminalDoesWithoutTheDispensableColumnsInTheirOrder() {
        assertThat(print(80)).isEqualTo("""
                  96.0 MiB  40.0%  1,221  com.example.shop.Thumbnails.render(Thumbnails.java:61)
                """);
        assertThat(print(60)).isEqualTo("""
                  96.0 MiB  40.0%  1,221  c.e.s.Thumbnails.render:61
                """);
        assertThat(print(49)).isEqualTo("""
                  96.0 MiB  40.0%  c.e.s.Thumbnails.render:61
                """);
        assertThat(print(40)).isEqualTo("""
                  96.0 MiB  c.e.s.Thumbnails.render:61
                """);
    }

    @Test
    void columnsStayWhereTheLastOneIsShort() {
        TextTable table = new TextTable("rrl").dropping(1);
        table.add("1 B", "100.0%", "it");
        StringBuilder out = new StringBuilder();

        table.appendTo(out, "", 15);

        assertThat(out).hasToString("1 B  100.0%  it\n");
    }

    private static String print(int columns) {
        TextTable table = new TextTable("rrrl").dropping(2, 1);
        table.add("96.0 MiB", "40.0%", "1,221", "com.example.shop.Thumbnails.render(Thumbnails.java:61)");
        StringBuilder out = new StringBuilder();
        table.appendTo(out, "  ", columns);
        return out.toString();
    }
}
