import java.io.IOException;

/**
 * A system class loader that prints "ready" and waits for a byte on standard input. The JVM makes it before JVM TI's live
 * phase.
 */
public final class WaitingLoader extends ClassLoader {
    public WaitingLoader(ClassLoader parent) throws IOException {
        super(parent);
        System.out.println("ready");
        System.in.read();
    }
}
