package io.jemscope.cli.recording;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What the command does when it is told to end while a program runs under it: it stays, for the program's last dump, and
 * passes the signal on. It listens before the program is started, so that no signal finds it unprepared; once the program
 * has ended, a signal ends the command.
 *
 * <p>{@code sun.misc.Signal} is the one way to hear of a signal without the JVM beginning to end. It is reached by name,
 * since the compiler warns of every mention; where a JVM lacks it, a signal ends the command as it ends others. Safe for
 * use by several threads.
 */
final class Signals {

    static final int HANG_UP = 1;
    static final int INTERRUPT = 2;
    static final int TERMINATE = 15;

    private final BooleanSupplier isForeground;
    private final IntConsumer end;
    private @Nullable Process program;
    private int waiting;
    private boolean interrupted;

    /**
     * Makes one that hears of nothing yet.
     *
     * @param isForeground whether a terminal sends its signals to the program as well
     * @param end ends the command with an exit code
     */
    Signals(BooleanSupplier isForeground, IntConsumer end) {
        this.isForeground = isForeground;
        this.end = end;
    }

    /** Listens from now on; {@code atEnd} is run before a signal ends the command. */
    static Signals listen(Runnable atEnd) {
        Signals signals = new Signals(Foreground::isOurs, code -> {
            atEnd.run();
            System.exit(code);
        });
        handle("TERM", () -> signals.received(TERMINATE));
        handle("INT", () -> signals.received(INTERRUPT));
        handle("HUP", () -> signals.received(HANG_UP));
        return signals;
    }

    /** The program has started: a signal that came meanwhile is for it. */
    synchronized void program(Process started) {
        program = started;
        if (waiting != 0) {
            pass(started, waiting);
        }
    }

    synchronized void received(int signal) {
        Process running = program;
        if (running == null) {
            waiting = signal;
        } else if (running.isAlive()) {
            pass(running, signal);
        } else if (signal == INTERRUPT && !interrupted) {
            // Most likely it was meant for the program, which has just ended; the report comes.
            interrupted = true;
        } else {
            end.accept(128 + signal);
        }
    }

    /**
     * Ctrl-C on a terminal, and its hanging up, reach the program without us, since the terminal sends them to all of the
     * foreground; without a terminal somebody sent them to this process, and maybe to no other.
     */
    private void pass(Process running, int signal) {
        if (signal == TERMINATE) {
            terminate(running);
        } else if (!isForeground.getAsBoolean()) {
            send(running, signal);
        }
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
            terminate(program);
        }
    }

    /** By its handle, since {@link Process#destroy} also closes the pipes that the program's last words come through. */
    private static void terminate(Process program) {
        boolean unused = program.toHandle().destroy();
    }
}
