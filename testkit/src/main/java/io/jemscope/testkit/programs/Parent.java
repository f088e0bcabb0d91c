package io.jemscope.testkit.programs;

import java.io.IOException;
import java.util.List;

/** Starts the command that its arguments name, with its own output and environment, and exits with its code. */
final class Parent {

    private Parent() {}

    /**
     * Starts the child and waits for it.
     *
     * @param arguments the child's command
     * @throws IOException where it can't be started
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.exit(new ProcessBuilder(List.of(arguments)).inheritIO().start().waitFor());
    }
}
