package io.jemscope.symbols.dwarf;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The folders and files that a line program refers to by index (DWARF 5, 6.2.4). Before version 5 they count from 1, and folder 0
 * is the compilation folder. Names are read on demand, and joined once.
 */
final class LineFiles {

    private static final int PATH = 1;
    private static final int FOLDER_INDEX = 2;
    // A source file includes at most some thousand others.
    private static final int MAX_ENTRIES = 1 << 20;

    private final Budget budget;
    private final Table folders = new Table();
    private final Table files = new Table();
    private @Nullable String[] paths = {};
    private int first;
    private @Nullable Unit unit;
    private @Nullable SectionCursor cursor;

    /** The names of a list, as forms and values, and the folder of each. */
    private static final class Table {
        private int count;
        private int[] forms = new int[16];
        private long[] names = new long[16];
        private int[] folders = new int[16];

        void add(int form, long name, int folder) {
            if (count == forms.length) {
                if (count >= MAX_ENTRIES) {
                    throw new MalformedDwarfException("A line program names too many files");
                }
                forms = Arrays.copyOf(forms, 2 * count);
                names = Arrays.copyOf(names, 2 * count);
                folders = Arrays.copyOf(folders, 2 * count);
            }
            forms[count] = form;
            names[count] = name;
            folders[count++] = folder;
        }
    }

    LineFiles(Budget budget) {
        this.budget = budget;
    }

    void clear() {
        folders.count = 0;
        files.count = 0;
    }

    /** Reads both lists, from the start of the first. */
    void read(Unit owner, Encoding encoding, SectionCursor header) {
        clear();
        unit = owner;
        cursor = header;
        if (encoding.version() >= 5) {
            first = 0;
            readFormatted(header, encoding, folders);
            readFormatted(header, encoding, files);
        } else {
            first = 1;
            readOldFolders(header);
            readOldFiles(header);
        }
        paths = new @Nullable String[files.count];
    }

    private void readOldFolders(SectionCursor header) {
        for (long start = header.position(); header.u1() != 0; start = header.position()) {
            header.moveTo(start);
            header.skipString();
            folders.add(Form.STRING, start, 0);
        }
    }

    private void readOldFiles(SectionCursor header) {
        for (long start = header.position(); header.u1() != 0; start = header.position()) {
            header.moveTo(start);
            header.skipString();
            files.add(Form.STRING, start, (int) header.uleb());
            header.skipLeb();
            header.skipLeb();
        }
    }

    /** Reads a list that begins with the format of its entries. */
    private static void readFormatted(SectionCursor header, Encoding encoding, Table table) {
        int columns = header.u1();
        int[] kinds = new int[columns];
        int[] forms = new int[columns];
        for (int column = 0; column < columns; column++) {
            kinds[column] = header.index();
            forms[column] = header.index();
        }
        int count = header.index();
        if (count > header.remaining()) {
            throw new MalformedDwarfException("A line program names more files than it has bytes");
        }
        for (int entry = 0; entry < count; entry++) {
            int form = 0;
            long name = 0;
            int folder = 0;
            for (int column = 0; column < columns; column++) {
                if (kinds[column] == PATH) {
                    form = forms[column];
                    name = Form.read(header, form, encoding);
                } else if (kinds[column] == FOLDER_INDEX) {
                    folder = (int) Form.read(header, forms[column], encoding);
                } else {
                    Form.skip(header, forms[column], encoding);
                }
            }
            table.add(form, name, folder);
        }
    }

    /** Returns the path of a file by its index; null if there is no such file. */
    @Nullable
    String path(int index) {
        int entry = index - first;
        if (entry < 0 || entry >= files.count) {
            return null;
        }
        String path = paths[entry];
        if (path == null) {
            path = join(folder(files.folders[entry]), name(files, entry));
            // Paths are stored, and many entries may refer to one long text.
            budget.spend(path.length());
            paths[entry] = path;
        }
        return path;
    }

    private String folder(int index) {
        String compilationFolder = unit == null ? "" : unit.folder;
        int entry = index - first;
        if (entry < 0 || entry >= folders.count) {
            return compilationFolder;
        }
        return join(compilationFolder, name(folders, entry));
    }

    private String name(Table table, int entry) {
        Unit owner = unit;
        SectionCursor header = cursor;
        return owner == null || header == null ? "" : owner.lineString(header, table.forms[entry], table.names[entry]);
    }

    private static String join(String folder, String name) {
        if (folder.isEmpty() || name.startsWith("/") || name.equals(folder)) {
            return name;
        }
        return folder.endsWith("/") ? folder + name : folder + "/" + name;
    }
}
