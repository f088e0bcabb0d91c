package io.jemscope.profile.proflog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Dumps;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.jemalloc.SymbolSection;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfLogReaderTest {

    private static final SampleRate RATE = new SampleRate(1 << 19);

    private static final String LOG = """
            {"info":{"duration":1500000000,"version":"5.3.0-0-g54eaed1","lg_sample_rate":19,
                     "prof_time_resolution":"default","pid":4711},
             "threads":[{"thr_uid":0,"thr_name":"main"},{"thr_uid":9,"thr_name":""}],
             "stack_traces":[["0x7f0000001010","0x4a45000000000000"],["0x7f0000003030"]],
             "allocations":[
              {"alloc_thread":0,"free_thread":0,"alloc_trace":0,"free_trace":1,
               "alloc_timestamp":5,"free_timestamp":9,"usize":64},
              {"alloc_thread":0,"free_thread":1,"alloc_trace":0,"free_trace":1,
               "alloc_timestamp":5,"free_timestamp":9,"usize":64},
              {"alloc_thread":1,"free_thread":1,"alloc_trace":0,"free_trace":1,
               "alloc_timestamp":5,"free_timestamp":9,"usize":2097152}]}
            """;

    private static Profile read(String log) throws IOException {
        return ProfLogReader.read(Dumps.stream(log), SymbolSection.NONE);
    }

    @Test
    void scalesEachAllocationOnItsOwn() throws IOException {
        Profile profile = read(LOG);

        assertThat(profile.rate()).isEqualTo(RATE);
        assertThat(profile.samples()).hasSize(2);
        Sample main = profile.samples().get(0);
        Amount small = RATE.scale(1, 64);
        assertThat(main.accumulated().bytes()).isCloseTo(2 * small.bytes(), within(1e-6));
        assertThat(main.live()).isEqualTo(Amount.NONE);
        assertThat(main.labels()).containsEntry(Sample.THREAD, "main").containsEntry(Sample.KIND, "java");
        Sample other = profile.samples().get(1);
        assertThat(other.accumulated()).isEqualTo(RATE.scale(1, 2_097_152));
        assertThat(other.labels()).containsEntry(Sample.THREAD, "thread 9");
    }

    @Test
    void readsALog() throws IOException {
        ProfileMetadata facts = read(LOG).metadata();

        assertThat(facts.count("pid")).hasValue(4_711);
        assertThat(facts.count("log.duration")).hasValue(1_500);
        assertThat(facts.count("log.allocations")).hasValue(3);
        assertThat(facts.get("jemalloc")).hasValue("5.3.0-0-g54eaed1");
        assertThat(facts.get(ProfileMetadata.FIGURES).orElseThrow()).contains("nothing of the log is still held");
    }

    @Test
    void takesWhatWasntFreedForHeld() throws IOException {
        Profile profile = read(LOG.replaceFirst("\"free_timestamp\":9", "\"free_timestamp\":0"));

        assertThat(profile.live()).isEqualTo(RATE.scale(1, 64));
        assertThat(profile.metadata().get(ProfileMetadata.FIGURES)).isEmpty();
    }

    @Test
    void namesJavaFrames() throws IOException {
        SymbolSection names = SymbolSection.read(Dumps.stream("--- symbol\n0x4a45000000000000 a.B.c(B.java:1)\n---\n"));

        Profile profile = ProfLogReader.read(Dumps.stream(LOG), names);

        assertThat(profile.samples().get(0).stack().get(1).frames().get(0)).isInstanceOf(JavaFrame.class);
        assertThat(profile.samples().get(0).labels()).containsEntry(Sample.KIND, "java");
    }

    @Test
    void readsTheEmptyLogAndLaterAdditions() throws IOException {
        Profile profile = read("{\"new\":[1,-2.5e3,true,null,{\"a\":\"\\u00e4\\\"\"}],\"allocations\":[],"
                + "\"info\":{\"lg_sample_rate\":0,\"more\":{}}}");

        assertThat(profile.samples()).isEmpty();
        assertThat(profile.rate()).isEqualTo(SampleRate.EVERY_ALLOCATION);
    }

    @Test
    void saysThatALogWasCut() {
        int within = LOG.indexOf("\"alloc_timestamp\":") + 18;

        assertThatThrownBy(() -> read(LOG.substring(0, within)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("ends too soon");
    }

    @Test
    void refusesWhatIsNoLog() {
        for (String text : List.of(
                "",
                "{",
                "{}",
                "[]",
                LOG + "x",
                "{\"allocations\":[]}",
                LOG.replace("\"usize\":64", "\"size\":64"),
                LOG.replace("\"usize\":64", "\"usize\":-64"),
                LOG.replace("\"usize\":64", "\"usize\":99999999999999999999"),
                LOG.replace("\"alloc_trace\":0", "\"alloc_trace\":2"),
                LOG.replace("\"alloc_thread\":1", "\"alloc_thread\":2"),
                LOG.replace("0x7f0000001010", "somewhere"),
                LOG.replace("\"lg_sample_rate\":19", "\"lg_sample_rate\":61"),
                LOG.replace("\"info\":", "\"info\"\n"),
                LOG.replace("[\"0x", "[,\"0x"),
                "{\"a\":tru}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\n\"}",
                "{\"a\":" + "[".repeat(100_000),
                LOG.substring(0, LOG.length() - 5))) {
            assertThatThrownBy(() -> read(text)).as(text).isInstanceOf(FormatException.class);
        }
    }
}
