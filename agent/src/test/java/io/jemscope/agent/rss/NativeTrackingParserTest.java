package io.jemscope.agent.rss;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.agent.rss.NativeTracking.Category;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NativeTrackingParserTest {

    @ParameterizedTest
    @EnumSource(names = {"JDK_17_G1", "JDK_25_G1"})
    void addsUpToTheJvmsOwnTotals(RecordedJvm jvm) {
        String text = jvm.tracking();
        List<Category> categories = NativeTrackingParser.parse(text);

        assertThat(categories.stream().mapToLong(Category::reservedBytes).sum())
                .isEqualTo(KernelText.leading(text, text.indexOf("Total: reserved=") + 16));
        assertThat(new NativeTracking("summary", categories, null).mallocBytes())
                .isEqualTo(KernelText.leading(text, text.indexOf("malloc: ") + 8));
        assertThat(categories)
                .extracting(Category::name)
                .contains("Java Heap", "Class", "GC", "Native Memory Tracking");
    }

    @Test
    void tellsHowAPartCameByItsMemory() {
        assertThat(NativeTrackingParser.parse(RecordedJvm.JDK_25_G1.tracking()))
                .contains(new Category("GC", 39213266, 39213266, 4335826, 34877440));
        assertThat(NativeTrackingParser.parse(RecordedJvm.JDK_17_G1.tracking()))
                .filteredOn(category -> category.name().equals("Java Heap"))
                .containsExactly(new Category("Java Heap", 67108864, 67108864, 0, 67108864));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Native memory tracking is not enabled",
                "-",
                "- (reserved",
                "\n-\n-",
                "(malloc=5 #1)\n",
                "null"
            })
    void ofAnotherTextThereIsNothing(String text) {
        assertThat(NativeTrackingParser.parse(text)).isEmpty();
    }

    @Test
    void aNumberThatNoMachineHasIsNone() {
        assertThat(NativeTrackingParser.parse("-  GC (reserved=99999999999999999999, committed=-5)\n (malloc=x"))
                .containsExactly(new Category("GC", 0, 0, 0, 0));
    }

    @Test
    void survivesWhateverItIsGiven() {
        Random random = new Random(17);
        String real = RecordedJvm.JDK_17_G1.tracking();
        for (int round = 0; round < 1_000; round++) {
            StringBuilder text = new StringBuilder(real.substring(random.nextInt(real.length())));
            for (int i = 0; i < 40 && !text.isEmpty(); i++) {
                text.setCharAt(random.nextInt(text.length()), (char) random.nextInt(128));
            }
            assertThat(NativeTrackingParser.parse(text.toString()))
                    .allSatisfy(category -> assertThat(category.mallocBytes()).isBetween(0L, Sums.MOST));
        }
    }
}
