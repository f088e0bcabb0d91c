package io.jemscope.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The whole terminal, for something that is drawn again and again; keys are read as they are pressed. It uses the terminal's
 * second screen, so that what was there before is there again afterwards, whatever ends the command: a signal that can be
 * heard of puts all back as well. Terminals are set by {@code stty}, as Java itself can't.
 */
public final class Screen implements AutoCloseable {

    /** What {@link #key} returns if no key was pressed. */
    public static final int NO_KEY = -1;

    /** What {@link #key} returns if the terminal has another size. */
    public static final int RESIZED = -2;

    /** To the second screen, without a cursor, and with lines cut off at the edge. */
    private static final String ENTER = "\u001B[?1049h\u001B[?25l\u001B[?7l";

    private static final String LEAVE = "\u001B[?7h\u001B[?25h\u001B[?1049l";
    private static final String TOP_LEFT = "\u001B[H";
    private static final String REST_OF_LINE = "\u001B[K";
    private static final String REST_OF_SCREEN = "\u001B[J";

    private static final int USUAL_LINES = 24;
    private static final int LEAST_COLUMNS = 40;
    private static final long POLL_MILLIS = 50;

    /** How often the terminal's size is read while nothing happens: each time starts a process. */
    private static final long SIZE_MILLIS = 500;

    private static final long STTY_SECONDS = 2;

    private final PrintStream out;
    private final InputStream keys;
    private final @Nullable String settings;
    private final Thread farewell = new Thread(this::restore);
    private boolean open = true;

    /** The size that was drawn for, as stty says it; null where it says nothing. */
    private @Nullable String drawnSize;

    private Screen(PrintStream out, InputStream keys, @Nullable String settings) {
        this.out = out;
        this.keys = keys;
        this.settings = settings;
    }

    /**
     * Takes the terminal. Standard output must be one.
     *
     * @param out standard output
     */
    public static Screen open(PrintStream out) {
        String settings = Terminal.isInput() ? stty("-g") : null;
        if (settings != null) {
            // Keys come at once and aren't shown; Ctrl-C still is a signal.
            stty("-icanon", "-echo", "min", "1", "time", "0");
        }
        Screen screen = new Screen(out, System.in, settings);
        Runtime.getRuntime().addShutdownHook(screen.farewell);
        out.print(ENTER);
        out.flush();
        return screen;
    }

    /**
     * How many lines can be drawn: one is left free, since the end of the last one would scroll.
     *
     * @return the lines; 23 where nothing tells
     */
    public int room() {
        return size(0, USUAL_LINES, 2) - 1;
    }

    /**
     * How many columns it has.
     *
     * @param otherwise what to take where nothing tells
     * @return the columns, at least 40
     */
    public int columns(int otherwise) {
        return size(1, otherwise, LEAST_COLUMNS);
    }

    private static int size(int part, int otherwise, int least) {
        String size = stty("size");
        String[] parts = size == null ? new String[0] : size.trim().split(" ", -1);
        try {
            int number = parts.length == 2 ? Integer.parseInt(parts[part]) : 0;
            return number <= 0 ? otherwise : Math.max(least, number);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    /**
     * Draws a text in place of the last one.
     *
     * @param text the text, each line ended; lines that don't fit below are left out
     */
    public synchronized void draw(String text) {
        if (!open) {
            return;
        }
        int room = room();
        drawnSize = stty("size");
        StringBuilder screen = new StringBuilder(TOP_LEFT);
        int begin = 0;
        for (int line = 0; line < room && begin < text.length(); line++) {
            int end = text.indexOf('\n', begin);
            // First: behind a line that fills the terminal the cursor is still on its last letter, which would go.
            screen.append(REST_OF_LINE)
                    .append(text, begin, end < 0 ? text.length() : end)
                    .append("\r\n");
            begin = end < 0 ? text.length() : end + 1;
        }
        out.print(screen.append(REST_OF_SCREEN));
        out.flush();
    }

    /**
     * Waits for a key, or until the terminal has another size.
     *
     * @param millis how long at most
     * @return the key; {@link #NO_KEY} or {@link #RESIZED} if none was pressed
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public int key(long millis) throws InterruptedException {
        long begin = System.nanoTime();
        long until = begin + TimeUnit.MILLISECONDS.toNanos(millis);
        long sizeDue = begin;
        do {
            try {
                if (settings != null && keys.available() > 0) {
                    return keys.read();
                }
            } catch (IOException e) {
                // The terminal has gone; a signal will come.
                return NO_KEY;
            }
            if (System.nanoTime() - sizeDue >= 0) {
                if (!Objects.equals(stty("size"), drawnSize)) {
                    return RESIZED;
                }
                sizeDue = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SIZE_MILLIS);
            }
            Thread.sleep(Math.min(POLL_MILLIS, Math.max(1, millis)));
        } while (System.nanoTime() - until < 0);
        return NO_KEY;
    }

    /** Gives the terminal back as it was. */
    @Override
    public void close() {
        restore();
        try {
            Runtime.getRuntime().removeShutdownHook(farewell);
        } catch (IllegalStateException e) {
            // The JVM is ending: the hook does it, once more at most.
            return;
        }
    }

    private synchronized void restore() {
        if (!open) {
            return;
        }
        open = false;
        out.print(LEAVE);
        out.flush();
        if (settings != null) {
            stty(settings.trim());
        }
    }

    /** What stty says of the terminal that this process belongs to; null where it can't. */
    private static @Nullable String stty(String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = "stty";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor(STTY_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0 ? said : null;
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
