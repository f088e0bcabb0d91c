package io.jemscope.cli.recording;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * What the command does when it is told to end while a program runs under it: it stays, for the program's last dump, and
 * passes the signal on.
 *
 * <p>{@code sun.misc.Signal} is the one way to hear of a signal without the JVM beginning to end. It is reached by name,
 * since the compiler warns of every mention; where a JVM lacks it, a signal ends the command as it ends others.
 */
final class Signals {

    private static final int INTERRUPT = 2;
    private static final int HANG_UP = 1;

    private Signals() {}

    /**
     * Hands signals on to a program. Ctrl-C on a terminal reaches the program without us, since the terminal sends it to
     * all of the foreground; without a terminal somebody sent it to this process, and maybe to no other.
     */
    static void passOnTo(Process program) {
        handle("TERM", program::destroy);
        handle("INT", () -> {
            if (!program.isAlive()) {
                System.exit(128 + INTERRUPT);
            }
            if (!Foreground.isOurs()) {
                send(program, INTERRUPT);
            }
        });
        handle("HUP", () -> {
            if (!Foreground.isOurs()) {
                send(program, HANG_UP);
            }
        });
    }

    @SuppressWarnings("ReferenceEquality") // a proxy equals itself only
    private static void handle(String signal, Runnable action) {
        try {
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object handler = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handlerType}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                            return null;
                        }
                        return switch (method.getName()) {
                            case "equals" -> arguments != null && proxy == arguments[0];
                            case "hashCode" -> System.identityHashCode(proxy);
                            default -> signal + " handler";
                        };
                    });
            signalType
                    .getMethod("handle", signalType, handlerType)
                    .invoke(null, signalType.getConstructor(String.class).newInstance(signal), handler);
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException e) {
            // No such class, or the JVM keeps this signal for itself (-Xrs): then it does what it does elsewhere.
            return;
        }
    }

    /** Java itself can send but two signals; every shell can send the rest. */
    private static void send(Process program, int signal) {
        try {
            new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + program.pid()).start();
        } catch (IOException e) {
            program.destroy();
        }
    }
}
