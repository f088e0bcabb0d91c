package io.jemscope.agent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A program for the agent to sit in: allocates a block for each line it reads, and ends with exit code 7. */
final class AttachedProgram {

    static final int EXIT_CODE = 7;

    static final int BLOCK_BYTES = 1_999_993;

    private AttachedProgram() {}

    public static void main(String[] arguments) throws IOException {
        System.out.println("ready");
        List<ByteBuffer> held = new ArrayList<>();
        int read = System.in.read();
        while (read >= 0) {
            if (read == '\n') {
                held.add(ByteBuffer.allocateDirect(BLOCK_BYTES));
                System.out.println("holding " + held.size());
            }
            read = System.in.read();
        }
        System.exit(EXIT_CODE);
    }
}
