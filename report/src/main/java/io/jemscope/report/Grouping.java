package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.LabelValues;
import io.jemscope.profile.Location;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SourceLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the frames of a stack are counted by. Frames of one name count as one, whatever their addresses. */
public enum Grouping {
    /** By function, the usual. */
    FUNCTION {
        @Override
        String name(Location location, Frame frame) {
            return frame.label();
        }
    },
    /** By source line within a function; by function where the line isn't known. */
    LINE {
        @Override
        String name(Location location, Frame frame) {
            if (frame instanceof JavaFrame java) {
                return java.toStackTraceLine();
            }
            SourceLine source = frame.source();
            return source == null ? frame.label() : frame.label() + " " + source;
        }
    },
    /** By function and source file; by function if the file is unknown. */
    FILE_FUNCTION {
        @Override
        String name(Location location, Frame frame) {
            String path = SourceFiles.path(frame);
            return path == null ? frame.label() : frame.label() + " " + path;
        }
    },
    /** By source file, Java's below the folder of its package; by library where the file isn't known. */
    FILE {
        @Override
        String name(Location location, Frame frame) {
            String path = SourceFiles.path(frame);
            return path == null ? inBrackets(location, frame) : path;
        }
    },
    /** By address, with the function's name behind it. */
    ADDRESS {
        @Override
        String name(Location location, Frame frame) {
            return location.address() == 0
                    ? frame.label()
                    : "0x" + Long.toHexString(location.address()) + " " + frame.label();
        }
    },
    /** By library or program file; Java code is one library. */
    LIBRARY {
        @Override
        String name(Location location, Frame frame) {
            if (frame instanceof JavaFrame || frame == MarkerFrame.JAVA_CODE || frame == MarkerFrame.NAME_LOST) {
                return "Java code";
            }
            if (frame == MarkerFrame.CUT) {
                return frame.label();
            }
            String file = library(location, frame);
            return file == null ? "unknown library" : file;
        }
    },
    /** By Java class; by library where the frame isn't Java. */
    CLASS {
        @Override
        String name(Location location, Frame frame) {
            return frame instanceof JavaFrame java ? java.className() : inBrackets(location, frame);
        }
    },
    /** By Java package; by library where the frame isn't Java. */
    PACKAGE {
        @Override
        String name(Location location, Frame frame) {
            if (frame instanceof JavaFrame java) {
                return java.packageName().isEmpty() ? "unnamed package" : java.packageName();
            }
            return inBrackets(location, frame);
        }
    },
    /** By thread: the whole stack is its thread. */
    THREAD {
        @Override
        String name(Location location, Frame frame) {
            return frame.label();
        }

        @Override
        public List<String> names(Sample sample) {
            return List.of(thread(sample.labels()));
        }
    };

    abstract String name(Location location, Frame frame);

    /** A frame's library where something finer is wanted and isn't known. */
    private static String inBrackets(Location location, Frame frame) {
        return frame == MarkerFrame.CUT ? frame.label() : "[" + LIBRARY.name(location, frame) + "]";
    }

    /** The name of the thread that asked for a sample's memory, by the sample's labels. */
    static String thread(Map<String, String> labels) {
        return LabelValues.shown(labels.getOrDefault(Sample.THREAD, "unknown thread"));
    }

    /** Whether neighbours of one name count as one. */
    boolean isCoarse() {
        return this == FILE || this == LIBRARY || this == CLASS || this == PACKAGE;
    }

    /**
     * A sample's stack by this grouping.
     *
     * @param sample the sample, with its frames known
     * @return the names, innermost first, inlined frames included; a name stands once for neighbours that share it where
     *     the grouping is coarser than a function
     */
    public List<String> names(Sample sample) {
        List<String> names = new ArrayList<>(sample.stack().size() + 4);
        for (Location location : sample.stack()) {
            if (location.frames().isEmpty()) {
                add(names, name(location, Stacks.unknown(location)));
            } else {
                for (Frame frame : location.frames()) {
                    add(names, name(location, frame));
                }
            }
        }
        return names;
    }

    private void add(List<String> names, String name) {
        if (!isCoarse() || names.isEmpty() || !names.get(names.size() - 1).equals(name)) {
            names.add(name);
        }
    }

    private static @Nullable String library(Location location, Frame frame) {
        if (frame.library() != null) {
            return frame.library();
        }
        return location.mapping() == null ? null : location.mapping().file();
    }
}
