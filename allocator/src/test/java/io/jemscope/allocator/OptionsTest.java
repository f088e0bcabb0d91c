package io.jemscope.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OptionsTest {

    private final FakeMallctl calls = new FakeMallctl();

    @BeforeEach
    void someOptions() {
        calls.flag("opt.prof", true);
        calls.flag("opt.prof_active", false);
        calls.flag("opt.background_thread", true);
        calls.size("opt.lg_prof_sample", 16);
        calls.size("opt.tcache_max", 32768);
        calls.size("opt.oversize_threshold", -1);
        calls.values.put("opt.narenas", ControlType.UNSIGNED.encode(8L));
        calls.texts.put("opt.dss", "secondary");
        calls.values.put("opt.hpa_dirty_mult", ControlType.UNSIGNED.encode(0x4000L));
        calls.texts.put("config.malloc_conf", "prof:false,narenas:8");
        calls.symbol = "background_thread:true";
        calls.environment.put("MALLOC_CONF", "prof:true,lg_prof_sample:16");
    }

    @Test
    void findsTheStrongestSource() throws AllocatorException {
        assertThat(option("prof")).isEqualTo(new MallocOption("prof", "true", OptionSource.ENVIRONMENT));
        assertThat(option("narenas")).isEqualTo(new MallocOption("narenas", "8", OptionSource.BUILD));
        assertThat(option("background_thread").source()).isEqualTo(OptionSource.SYMBOL);
        assertThat(option("dss")).isEqualTo(new MallocOption("dss", "secondary", OptionSource.DEFAULT));
    }

    @Test
    void reportsMissingOptions() throws AllocatorException {
        assertThat(option("prof_leak_error").available()).isFalse();
        assertThat(option("prof_leak_error").value()).isNull();
    }

    @Test
    void printsNumbersAsInMallocConf() throws AllocatorException {
        assertThat(option("oversize_threshold").value()).isEqualTo("18446744073709551615");
        assertThat(option("hpa_dirty_mult").value()).isEqualTo("0.25");
    }

    @Test
    void acceptsAnOlderKey() throws AllocatorException {
        calls.environment.put("MALLOC_CONF", "lg_tcache_max:15");

        assertThat(option("tcache_max").source()).isEqualTo(OptionSource.ENVIRONMENT);
    }

    @Test
    void prefersJemallocsStringsToTheEnvironment() throws AllocatorException {
        calls.texts.put("opt.malloc_conf.env_var", "prof_active:false");
        calls.texts.put("opt.malloc_conf.global_var_2_conf_harder", "dss:secondary");
        calls.texts.put("opt.malloc_conf.symlink", "prof:true");

        assertThat(option("lg_prof_sample").source()).isEqualTo(OptionSource.DEFAULT);
        assertThat(option("prof_active").source()).isEqualTo(OptionSource.ENVIRONMENT);
        assertThat(option("dss").source()).isEqualTo(OptionSource.SECOND_SYMBOL);
        assertThat(option("prof").source()).isEqualTo(OptionSource.LINK);
    }

    @Test
    void sortsOptionsByName() throws AllocatorException {
        assertThat(new Jemalloc(calls).options())
                .extracting(MallocOption::name)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void returnsTheStringsUnchanged() throws AllocatorException {
        assertThat(new Jemalloc(calls).configuration())
                .containsEntry(OptionSource.BUILD, "prof:false,narenas:8")
                .containsEntry(OptionSource.SYMBOL, "background_thread:true")
                .containsEntry(OptionSource.ENVIRONMENT, "prof:true,lg_prof_sample:16")
                .doesNotContainKey(OptionSource.SECOND_SYMBOL);
    }

    private MallocOption option(String name) throws AllocatorException {
        return new Jemalloc(calls)
                .options().stream()
                        .filter(option -> option.name().equals(name))
                        .findFirst()
                        .orElseThrow();
    }
}
