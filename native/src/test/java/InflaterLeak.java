import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Holds on to zip streams nobody ends, also from a thread with a name that isn't plain and sounds like Jemscope's own. Says what its children would get. */
final class InflaterLeak {
    private static final List<Object> kept = new ArrayList<>();

    static void leak() {
        kept.add(new Inflater());
        kept.add(new Deflater()); // the line that the test looks for
    }

    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(() -> leakMany(100), "jemscope-zip wörker");
        thread.start();
        thread.join();
        leakMany(100);
        System.out.println("LD_PRELOAD=" + System.getenv("LD_PRELOAD"));
    }

    private static void leakMany(int count) {
        for (int i = 0; i < count; i++) {
            leak();
        }
    }
}
