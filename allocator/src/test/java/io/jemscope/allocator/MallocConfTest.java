package io.jemscope.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MallocConfTest {

    @Test
    void readsPairs() {
        assertThat(MallocConf.parse("prof:true,prof_prefix:/tmp/a:b,lg_prof_sample:19"))
                .isEqualTo(Map.of("prof", "true", "prof_prefix", "/tmp/a:b", "lg_prof_sample", "19"));
    }

    @Test
    void usesTheLaterOfTwo() {
        assertThat(MallocConf.parse("prof:true,prof:false")).isEqualTo(Map.of("prof", "false"));
    }

    @Test
    void stopsWhereJemallocStops() {
        assertThat(MallocConf.parse("prof:true,bad key:1,narenas:2")).isEqualTo(Map.of("prof", "true"));
        assertThat(MallocConf.parse("prof:true,narenas")).isEqualTo(Map.of("prof", "true"));
        assertThat(MallocConf.parse("prof:true,")).isEqualTo(Map.of("prof", "true"));
        assertThat(MallocConf.parse(" prof:true")).isEmpty();
    }

    @Test
    void findsNoSettingsInNoText() {
        assertThat(MallocConf.parse(null)).isEmpty();
        assertThat(MallocConf.parse("")).isEmpty();
    }
}
