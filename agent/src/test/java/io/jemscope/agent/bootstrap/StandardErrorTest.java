package io.jemscope.agent.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileOutputStream;
import java.lang.management.ManagementFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class StandardErrorTest {

    private static final int TIMES = 1_000;

    @Test
    void leavesNothingBehindHoweverOftenItIsWrittenTo() throws Exception {
        StandardError log = new StandardError();
        log.accept("");
        long before = living(FileOutputStream.class);

        for (int i = 0; i < TIMES; i++) {
            log.accept("");
        }

        assertThat(living(FileOutputStream.class)).isLessThan(before + TIMES / 2);
    }

    /** As the JVM counts them after a collection. */
    private static long living(Class<?> type) throws Exception {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        for (String line : histogram.split("\n", -1)) {
            String[] columns = line.strip().split("\\s+", -1);
            if (columns.length >= 4 && columns[3].equals(type.getName())) {
                return Long.parseLong(columns[1]);
            }
        }
        return 0;
    }
}
