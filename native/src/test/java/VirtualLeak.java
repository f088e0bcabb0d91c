import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/** Leaks on a virtual thread. */
final class VirtualLeak {
    private static final List<Object> kept = new ArrayList<>();

    public static void main(String[] arguments) throws Exception {
        // By reflection: this is compiled for JDK 17, and run where there are virtual threads.
        Thread thread = (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, (Runnable) VirtualLeak::leak);
        thread.join();
    }

    private static void leak() {
        for (int i = 0; i < 50; i++) {
            kept.add(new Deflater());
        }
    }
}
