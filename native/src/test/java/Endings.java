import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/** Leaks and then ends in the way that the first argument says. */
final class Endings {
    private static final List<Object> kept = new ArrayList<>();

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

    private static void exhaustMemory() {
        for (long[] all = new long[2]; ; all[0]++) {
            kept.add(new long[1 << 20]);
        }
    }
}
