import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/** Leaks and then ends in the way that the first argument says. */
final class Endings {
    private static final List<Object> kept = new ArrayList<>();
    private static Object full;

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 50; i++) {
            kept.add(new Deflater());
        }
        System.out.println("ready");
        switch (arguments[0]) {
            case "return" -> {}
            case "exit" -> System.exit(3);
            case "halt" -> Runtime.getRuntime().halt(4);
            case "throw" -> throw new IllegalStateException("as told");
            case "memory" -> exhaustMemory();
            case "full" -> fillMemory();
            case "native-exit" -> {
                System.load(arguments[1]);
                exit(6);
            }
            case "fork" -> {
                System.load(arguments[1]);
                forkAndExit(7);
            }
            case "blocked" -> {
                System.load(arguments[1]);
                blockAndExit(9);
            }
            case "signal" -> {
                System.load(arguments[1]);
                exitInHandler(8);
            }
            case "crash" -> {
                System.load(arguments[1]);
                crash();
            }
            case "wait" -> {
                System.in.read();
                for (int i = 0; i < 50; i++) {
                    kept.add(new Deflater());
                }
                System.out.println("went on");
                System.in.read();
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static native void exit(int status);

    private static native void forkAndExit(int status);

    private static native void blockAndExit(int status);

    private static native void exitInHandler(int status);

    private static native void crash();

    /** Leaves nothing: the JVM can't even make the thread that would take it down. */
    private static void fillMemory() {
        Object[] last = null;
        for (int size = 1 << 20; ; ) {
            try {
                Object[] next = new Object[size];
                next[0] = last;
                last = next;
                full = next;
            } catch (OutOfMemoryError e) {
                if (size == 1) {
                    throw e;
                }
                size /= 2;
            }
        }
    }

    private static void exhaustMemory() {
        for (long[] all = new long[2]; ; all[0]++) {
            kept.add(new long[1 << 20]);
        }
    }
}
