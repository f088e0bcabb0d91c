import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import javax.management.ObjectName;

/** Loads the library as an agent on several threads at once, by JMX, with two values of an option in turn. */
final class AttachAtOnce {
    private static final int THREADS = 8;

    public static void main(String[] arguments) throws Exception {
        CountDownLatch together = new CountDownLatch(THREADS);
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            String options = arguments[1] + ",follow=" + (i % 2 == 0);
            threads[i] = new Thread(() -> attach(arguments[0], options, together));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void attach(String library, String options, CountDownLatch together) {
        try {
            together.countDown();
            together.await();
            ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "jvmtiAgentLoad",
                            new Object[] {new String[] {library, '"' + options + '"'}},
                            new String[] {String[].class.getName()});
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
