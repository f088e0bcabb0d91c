import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Defines classes of sixty methods and drops them: hidden ones, or ones with a loader each ("hidden" or "loaders", and
 * how many). Prints the anonymous memory of the process in KiB.
 */
public final class ClassChurn {
    private ClassChurn() {}

    static class Sixty {
        void a0() {}

        void a1() {}

        void a2() {}

        void a3() {}

        void a4() {}

        void a5() {}

        void a6() {}

        void a7() {}

        void b0() {}

        void b1() {}

        void b2() {}

        void b3() {}

        void b4() {}

        void b5() {}

        void b6() {}

        void b7() {}

        void c0() {}

        void c1() {}

        void c2() {}

        void c3() {}

        void c4() {}

        void c5() {}

        void c6() {}

        void c7() {}

        void d0() {}

        void d1() {}

        void d2() {}

        void d3() {}

        void d4() {}

        void d5() {}

        void d6() {}

        void d7() {}

        void e0() {}

        void e1() {}

        void e2() {}

        void e3() {}

        void e4() {}

        void e5() {}

        void e6() {}

        void e7() {}

        void f0() {}

        void f1() {}

        void f2() {}

        void f3() {}

        void f4() {}

        void f5() {}

        void f6() {}

        void f7() {}

        void g0() {}

        void g1() {}

        void g2() {}

        void g3() {}

        void g4() {}

        void g5() {}

        void g6() {}

        void g7() {}

        void h0() {}

        void h1() {}

        void h2() {}

        void h3() {}
    }

    private static final class OneClassLoader extends ClassLoader {
        OneClassLoader() {
            super(null);
        }

        void define(byte[] bytes) throws ClassNotFoundException {
            defineClass(Sixty.class.getName(), bytes, 0, bytes.length);
            Class.forName(Sixty.class.getName(), true, this);
        }
    }

    public static void main(String[] arguments) throws Exception {
        boolean hidden = arguments[0].equals("hidden");
        int classes = Integer.parseInt(arguments[1]);
        byte[] bytes;
        try (InputStream file = ClassChurn.class.getResourceAsStream("ClassChurn$Sixty.class")) {
            bytes = file.readAllBytes();
        }
        for (int i = 1; i <= classes; i++) {
            if (hidden) {
                MethodHandles.lookup().defineHiddenClass(bytes, true);
            } else {
                new OneClassLoader().define(bytes);
            }
            if (i % 2500 == 0) {
                System.gc();
            }
        }
        System.gc();
        System.out.println(anonymousKiB());
    }

    private static String anonymousKiB() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("RssAnon:")) {
                return line.replaceAll("\\D", "");
            }
        }
        throw new IOException("/proc/self/status has no RssAnon");
    }
}
