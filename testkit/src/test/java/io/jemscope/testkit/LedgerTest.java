package io.jemscope.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private final Ledger ledger = new Ledger();

    @Test
    void namesTheLineAfterTheCaller() {
        ledger.onNextLine(1, "here");
        StackTraceElement here = new Throwable().getStackTrace()[0];
        assertThat(ledger.plants())
                .singleElement()
                .extracting(Plant::site)
                .isEqualTo("io.jemscope.testkit.LedgerTest.namesTheLineAfterTheCaller(LedgerTest.java:"
                        + here.getLineNumber() + ")");
    }

    @Test
    void addsUpALineAndPutsTheLargestFirst() {
        ledger.onNextLine(5, "small");
        for (int i = 0; i < 3; i++) {
            ledger.onNextLine(7, "large");
        }
        assertThat(ledger.plants()).extracting(Plant::bytes).containsExactly(21L, 5L);
    }

    @Test
    void printsWhatAPlantReads() {
        ledger.onNextLine(1_999_993, "two words");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ledger.print(new PrintStream(out, false, StandardCharsets.UTF_8));
        String printed = "other output\n" + out.toString(StandardCharsets.UTF_8);
        assertThat(Plant.parseAll(printed)).isEqualTo(ledger.plants());
    }

    @Test
    void tellsTheSlopeFromTheFirstEntryToTheLast() {
        AtomicLong nanoTime = new AtomicLong();
        Ledger timed = new Ledger(nanoTime::get);
        for (int i = 0; i < 5; i++) {
            timed.onNextLine(1 << 20, "a quarter of a second apart");
            nanoTime.addAndGet(250_000_000);
        }
        timed.onNextLine(5, "of one moment");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        timed.printRates(new PrintStream(out, false, StandardCharsets.UTF_8));
        String site = timed.plants().get(0).site();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualToNormalizingNewlines("rising " + 4L * 3600 * (1 << 20) + " " + site + " +14.06 GiB an hour\n");
    }
}
