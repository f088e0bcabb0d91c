/**
 * Uses the thread-local variables of many native libraries, on a virtual thread where there are such.
 *
 * <pre>ThreadLocals NATIVES FOLDER     FOLDER has the libraries made from thread_local.c</pre>
 */
final class ThreadLocals {

    private ThreadLocals() {}

    private static native void use(String folder);

    public static void main(String[] arguments) throws Exception {
        System.load(arguments[0]);
        Runnable work = () -> use(arguments[1]);
        Thread thread;
        if (Runtime.version().feature() >= 21) {
            thread = (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
        } else {
            thread = new Thread(work);
            thread.start();
        }
        thread.join();
        System.out.println("the heap is whole");
    }
}
