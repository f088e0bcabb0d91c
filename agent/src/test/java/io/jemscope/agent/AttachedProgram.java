package io.jemscope.agent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/** A program for the agent to sit in: allocates a block for each line it reads, takes and gives back more for each r, and ends with exit code 7. */
final class AttachedProgram {

    static final int EXIT_CODE = 7;

    static final int BLOCK_BYTES = 1_999_993;

    /** Each takes 256 KiB and more, in several blocks. */
    private static final int RELEASED = 64;

    private AttachedProgram() {}

    public static void main(String[] arguments) throws IOException {
        System.out.println("ready");
        List<ByteBuffer> held = new ArrayList<>();
        int read = System.in.read();
        while (read >= 0) {
            if (read == '\n') {
                held.add(ByteBuffer.allocateDirect(BLOCK_BYTES));
                System.out.println("holding " + held.size());
            } else if (read == 'r') {
                for (int i = 0; i < RELEASED; i++) {
                    new Deflater().end();
                }
                System.out.println("released");
            }
            read = System.in.read();
        }
        System.exit(EXIT_CODE);
    }
}
