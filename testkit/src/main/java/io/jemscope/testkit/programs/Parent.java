package io.jemscope.testkit.programs;

import java.io.IOException;
import java.util.List;

/** Runs the command in its arguments, with its own output and environment, and exits with the same code. */
final class Parent {

    private Parent() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.exit(new ProcessBuilder(List.of(arguments)).inheritIO().start().waitFor());
    }
}
