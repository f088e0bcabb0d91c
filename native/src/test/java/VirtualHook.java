import io.jemscope.allocator.JemallocNatives;

/** Has the hook set from a virtual thread, and then allocates. */
final class VirtualHook {
    public static void main(String[] arguments) throws Exception {
        JemallocNatives.load(arguments[0]);
        int[] error = {-1};
        // By reflection: this is compiled for JDK 17, and run where there are virtual threads.
        Thread thread = (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, (Runnable)
                        () -> error[0] = JemallocNatives.setHook(true));
        thread.join();
        System.out.println("setHook " + error[0]);
        InflaterLeak.main(new String[0]);
    }
}
