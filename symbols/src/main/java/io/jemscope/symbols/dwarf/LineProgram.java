package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.elf.ElfException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The line program of a unit ({@code .debug_line}; DWARF 5, 6.2). It is run once against the unit's wanted addresses, which are
 * sorted like the program's own; no table is built. The object is reused for each unit.
 */
final class LineProgram {

    private static final int UNKNOWN = 0;
    private static final int COPY = 1;
    private static final int ADVANCE_PC = 2;
    private static final int ADVANCE_LINE = 3;
    private static final int SET_FILE = 4;
    private static final int SET_COLUMN = 5;
    private static final int NEGATE_STATEMENT = 6;
    private static final int CONST_ADD_PC = 8;
    private static final int FIXED_ADVANCE_PC = 9;
    private static final int LAST_STANDARD = 12;
    private static final int END_SEQUENCE = 1;
    private static final int SET_ADDRESS = 2;

    // The number of operands of each standard opcode up to 12.
    private static final int[] OPERANDS = {0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};

    private final Budget budget;
    private final LineFiles files;
    private @Nullable SectionCursor program;
    private long start;
    private int instructionBytes;
    private int lineBase;
    private int lineRange;
    private int firstSpecial;
    private final int[] operands = new int[256];
    // An opcode with another number of operands than in the standard has an unknown meaning.
    private final int[] meanings = new int[256];
    // What each special opcode adds, computed once: a division for each row would take most of the time.
    private final int[] addressSteps = new int[256];
    private final int[] lineSteps = new int[256];

    // The wanted addresses, and the files and lines found.
    private long[] wanted = {};
    private int[] foundFiles = {};
    private int[] foundLines = {};

    // The registers, and the previous row.
    private long address;
    private int file;
    private int line;
    private boolean inSequence;
    private long rowAddress;
    private int rowFile;
    private int rowLine;
    private int next;
    private long nextWanted;

    LineProgram(Budget budget) {
        this.budget = budget;
        this.files = new LineFiles(budget);
    }

    /** Removes the previous unit's program. */
    void clear() {
        program = null;
        files.clear();
    }

    /** Reads the header of a unit's program. */
    void readHeader(Unit unit) {
        clear();
        SectionCursor cursor = unit.home.need(".debug_line");
        cursor.seek(unit.lineProgram);
        long length = cursor.u4();
        int offsetBytes = 4;
        if (length == 0xffff_ffffL) {
            length = cursor.s8();
            offsetBytes = 8;
        }
        budget.spend(Math.max(0, length));
        try {
            cursor.load(cursor.position(), length);
        } catch (ElfException e) {
            throw new MalformedDwarfException(e);
        }
        int version = cursor.u2();
        int addressBytes = unit.encoding.addressBytes();
        if (version >= 5) {
            addressBytes = cursor.u1();
            cursor.skip(1);
        }
        Encoding encoding = new Encoding(version, addressBytes, offsetBytes);
        long headerBytes = cursor.number(offsetBytes);
        start = cursor.position() + headerBytes;
        instructionBytes = cursor.u1();
        if (version >= 4) {
            // Operations of an instruction: 1 on x86-64 and arm64.
            cursor.skip(1);
        }
        cursor.skip(1);
        lineBase = (byte) cursor.u1();
        lineRange = cursor.u1();
        firstSpecial = cursor.u1();
        if (headerBytes < 0 || lineRange == 0 || firstSpecial == 0) {
            throw new MalformedDwarfException("A line program's header is damaged");
        }
        for (int opcode = 1; opcode < firstSpecial; opcode++) {
            operands[opcode] = cursor.u1();
            boolean standard = opcode <= LAST_STANDARD && operands[opcode] == OPERANDS[opcode];
            meanings[opcode] = standard || opcode == FIXED_ADVANCE_PC ? opcode : UNKNOWN;
        }
        computeSteps();
        files.read(unit, encoding, cursor);
        program = cursor;
    }

    private void computeSteps() {
        int addressStep = 0;
        int lineStep = 0;
        for (int opcode = firstSpecial; opcode < addressSteps.length; opcode++) {
            addressSteps[opcode] = addressStep;
            lineSteps[opcode] = lineBase + lineStep;
            if (++lineStep == lineRange) {
                lineStep = 0;
                addressStep += instructionBytes;
            }
        }
    }

    /** Returns the path of a file by its index in the program and in entries; null if there is none. */
    @Nullable
    String path(int index) {
        return program == null ? null : files.path(index);
    }

    /**
     * Runs the program.
     *
     * @param addresses the wanted addresses, ascending
     * @param fileIndexes set to the file of each; -1 if there is none
     * @param lines set to the line of each
     */
    void run(long[] addresses, int[] fileIndexes, int[] lines) {
        SectionCursor cursor = program;
        if (cursor == null) {
            return;
        }
        wanted = addresses;
        foundFiles = fileIndexes;
        foundLines = lines;
        Arrays.fill(fileIndexes, -1);
        reset();
        cursor.moveTo(start);
        // The most frequent opcodes read the window itself, the others use the cursor.
        byte[] code = cursor.window();
        int limit = cursor.windowLimit();
        int at = cursor.windowAt();
        while (at < limit) {
            int opcode = code[at++] & 0xff;
            if (opcode >= firstSpecial) {
                address += addressSteps[opcode];
                line += lineSteps[opcode];
                row();
            } else if (meanings[opcode] == SET_COLUMN) {
                while (at < limit && code[at] < 0) {
                    at++;
                }
                at++;
            } else if (meanings[opcode] != NEGATE_STATEMENT) {
                cursor.setWindowAt(at);
                if (opcode == 0) {
                    extended(cursor);
                } else {
                    standard(cursor, opcode);
                }
                at = cursor.windowAt();
            }
        }
        if (at > limit) {
            throw new MalformedDwarfException("A line program ends within a value");
        }
    }

    private void standard(SectionCursor cursor, int opcode) {
        switch (meanings[opcode]) {
            case COPY -> row();
            case ADVANCE_PC -> address += cursor.uleb() * instructionBytes;
            case ADVANCE_LINE -> line += (int) cursor.sleb();
            case SET_FILE -> file = (int) cursor.uleb();
            case CONST_ADD_PC -> address += addressSteps[255];
            case FIXED_ADVANCE_PC -> address += cursor.u2();
            default -> {
                for (int operand = operands[opcode]; operand > 0; operand--) {
                    cursor.skipLeb();
                }
            }
        }
    }

    private void extended(SectionCursor cursor) {
        int length = cursor.index();
        if (length == 0) {
            return;
        }
        int opcode = cursor.u1();
        if (opcode == END_SEQUENCE) {
            row();
            reset();
            cursor.skip(length - 1);
        } else if (opcode == SET_ADDRESS && (length == 9 || length == 5)) {
            address = cursor.number(length - 1);
        } else {
            cursor.skip(length - 1);
        }
    }

    private void reset() {
        address = 0;
        file = 1;
        line = 1;
        inSequence = false;
    }

    /** Ends the previous row: the addresses between the two have its line. */
    private void row() {
        if (address > nextWanted || address < rowAddress || !inSequence) {
            search();
        }
        rowAddress = address;
        rowFile = file;
        rowLine = line;
    }

    private void search() {
        if (inSequence && address >= rowAddress) {
            while (nextWanted < address) {
                found();
            }
        } else {
            goTo(lowerBound(address));
        }
        // Code that the linker removed begins at 0.
        inSequence = inSequence || address > 1;
    }

    private void found() {
        budget.spend(1);
        if (foundFiles[next] < 0) {
            foundFiles[next] = rowFile;
            foundLines[next] = Math.max(rowLine, 0);
        }
        goTo(next + 1);
    }

    private void goTo(int index) {
        next = index;
        nextWanted = index < wanted.length ? wanted[index] : Long.MAX_VALUE;
    }

    private int lowerBound(long wantedAddress) {
        int index = Arrays.binarySearch(wanted, wantedAddress);
        return index < 0 ? -index - 1 : index;
    }
}
