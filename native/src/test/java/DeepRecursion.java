import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/** Allocates below more Java frames than jemalloc keeps. */
final class DeepRecursion {
    private static final List<Object> kept = new ArrayList<>();

    public static void main(String[] arguments) {
        for (int i = 0; i < 50; i++) {
            descend(300);
        }
    }

    private static void descend(int depth) {
        if (depth == 0) {
            kept.add(new Deflater());
        } else {
            descend(depth - 1);
        }
    }
}
