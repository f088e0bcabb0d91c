package io.jemscope.allocator;

import io.jemscope.allocator.AllocatorException.Kind;
import org.jspecify.annotations.Nullable;

/** Creates exceptions with messages for error numbers. */
final class Refusal {

    private static final String SWITCH_ON = "Start the program with MALLOC_CONF=prof:true in its environment.";

    private Refusal() {}

    /** A control could not be read, written or run; {@code profilingOff} if {@code opt.prof} is false. */
    static AllocatorException ofControl(String verb, String control, int errno, boolean profilingOff) {
        String what = "Can't " + verb + " " + control;
        boolean profiling = control.startsWith("prof.") || control.startsWith("thread.prof.");
        if (errno == Errno.ENOENT && profiling && profilingOff) {
            return new AllocatorException(
                    Kind.NOT_AVAILABLE, control, errno, what, "heap profiling isn't on in this process", SWITCH_ON);
        }
        return switch (errno) {
            case Errno.ENOENT ->
                new AllocatorException(
                        Kind.NOT_AVAILABLE,
                        control,
                        errno,
                        what,
                        "this build of jemalloc has no such control",
                        profiling
                                ? "Use a jemalloc that was configured with --enable-prof, such as Debian's libjemalloc2."
                                : "Check the name, or use a newer jemalloc.");
            case Errno.EPERM ->
                new AllocatorException(
                        Kind.REFUSED,
                        control,
                        errno,
                        what,
                        "the control doesn't allow it: it can only be read, or only be written",
                        "Look the control up in jemalloc's manual, section MALLCTL NAMESPACE.");
            case Errno.EINVAL ->
                new AllocatorException(
                        Kind.REFUSED,
                        control,
                        errno,
                        what,
                        "the value has the wrong type or is out of range",
                        "Look the control's type up in jemalloc's manual, section MALLCTL NAMESPACE.");
            case Errno.EAGAIN ->
                new AllocatorException(
                        Kind.REFUSED,
                        control,
                        errno,
                        what,
                        "jemalloc could not do it now, for want of memory most often",
                        "Try again when the process has memory to spare.");
            case Errno.EFAULT ->
                new AllocatorException(
                        Kind.REFUSED,
                        control,
                        errno,
                        what,
                        "jemalloc failed in doing it and doesn't say how",
                        "Look at the process's standard error, where jemalloc writes its own messages.");
            default ->
                new AllocatorException(
                        Kind.REFUSED,
                        control,
                        errno,
                        what,
                        "jemalloc answered " + Errno.name(errno),
                        "Look the control up in jemalloc's manual, section MALLCTL NAMESPACE.");
        };
    }

    /**
     * Jemscope's own sampler could not be switched.
     *
     * @param tool the library of the tool that is in its place; null if none is
     * @param libraries how many libraries call that tool
     */
    static AllocatorException ofSampler(String verb, int errno, @Nullable String tool, long libraries) {
        String control = "prof.active";
        if (errno == Errno.EBUSY && tool != null) {
            return new AllocatorException(
                    Kind.REFUSED,
                    control,
                    errno,
                    "Sampling can't start",
                    tool.substring(tool.lastIndexOf('/') + 1) + " has replaced malloc in " + libraries
                            + (libraries == 1 ? " library" : " libraries") + " (" + tool + ")",
                    "Stop that tool, then start again. async-profiler's nativemem stays in place when it is stopped: after it,"
                            + " restart the program.");
        }
        return switch (errno) {
            case Errno.EACCES ->
                new AllocatorException(
                        Kind.REFUSED,
                        control,
                        errno,
                        "Sampling can't start",
                        "the kernel doesn't let the process write its libraries' import tables (mprotect)",
                        "Allow mprotect in the seccomp or SELinux rules of the container, or run the program on jemalloc.");
            case Errno.ENOTSUP ->
                new AllocatorException(
                        Kind.NOT_AVAILABLE,
                        control,
                        errno,
                        "Sampling can't start",
                        "it needs Linux 4.14 (MADV_WIPEONFORK) and libgcc_s.so.1",
                        "Install libgcc, or run the program on jemalloc.");
            case Errno.ENOSYS ->
                new AllocatorException(
                        Kind.NOT_AVAILABLE,
                        control,
                        errno,
                        "Sampling can't start",
                        "no library of this process calls malloc through an import table",
                        "Run the program on jemalloc.");
            default -> ofControl(verb, control, errno, false);
        };
    }

    /** A control of jemalloc's that isn't there, since {@code malloc} is another allocator's. */
    static AllocatorException withoutJemalloc(String verb, String control, String malloc) {
        return new AllocatorException(
                Kind.NOT_AVAILABLE,
                control,
                Errno.ENOENT,
                "Can't " + verb + " " + control,
                "malloc is that of " + malloc + ", which has nothing like it",
                "Run the program on jemalloc for it.");
    }

    /** Neither jemalloc's statistics nor glibc's. */
    static AllocatorException ofStatistics(String malloc) {
        return new AllocatorException(
                Kind.NOT_AVAILABLE,
                "malloc_stats_print",
                0,
                "There are no statistics",
                "malloc is that of " + malloc + "; Jemscope reads those of jemalloc and glibc",
                "Use that allocator's own, or jemscope memory PID for what the kernel counts.");
    }

    /** A dump could not be written. */
    static AllocatorException ofDump(String path, int errno, boolean profilingOff) {
        String control = "prof.dump";
        String what = "Can't write a heap dump to " + path;
        if (errno == Errno.ENOENT && profilingOff) {
            return new AllocatorException(
                    Kind.NOT_AVAILABLE, control, errno, what, "heap profiling isn't on in this process", SWITCH_ON);
        }
        return switch (errno) {
            case Errno.EEXIST ->
                new AllocatorException(
                        Kind.FILE_EXISTS,
                        control,
                        errno,
                        what,
                        "a file of that name is there already",
                        "Choose another name; dumps are never overwritten.");
            case Errno.EFAULT ->
                new AllocatorException(
                        Kind.FILE_NOT_WRITTEN,
                        control,
                        errno,
                        what,
                        "the path can't be written",
                        "Check that the folder exists, may be written by the process's user, and has room.");
            case Errno.ENOENT, Errno.ENOTDIR ->
                new AllocatorException(
                        Kind.FILE_NOT_WRITTEN,
                        control,
                        errno,
                        what,
                        "its folder doesn't exist",
                        "Make the folder, or choose another one.");
            case Errno.EACCES, Errno.EPERM, Errno.EROFS ->
                new AllocatorException(
                        Kind.FILE_NOT_WRITTEN,
                        control,
                        errno,
                        what,
                        "the process's user may not write there (" + Errno.name(errno) + ")",
                        "Choose a folder that this user may write.");
            case Errno.ENOSPC, Errno.EDQUOT, Errno.EFBIG ->
                new AllocatorException(
                        Kind.FILE_NOT_WRITTEN,
                        control,
                        errno,
                        what,
                        "there is no room for it (" + Errno.name(errno) + ")",
                        "Free room on that file system, or choose another folder.");
            default ->
                new AllocatorException(
                        Kind.FILE_NOT_WRITTEN,
                        control,
                        errno,
                        what,
                        "the system answered " + Errno.name(errno),
                        "Check the folder, and the process's limits on files.");
        };
    }

    /** The backtrace hook could not be installed or removed. */
    static AllocatorException ofHook(int errno) {
        String nativeOnly = "Profiles still work, with native frames alone.";
        return switch (errno) {
            case Errno.ENOENT ->
                hook(Kind.NOT_AVAILABLE, errno, "this jemalloc has none, it came with 5.3.0", nativeOnly);
            case Errno.ENOSYS ->
                hook(
                        Kind.NO_ALLOCATOR,
                        errno,
                        "this process doesn't run on jemalloc",
                        "Start the program with LD_PRELOAD=libjemalloc.so.2 in its environment.");
            case Errno.ENOTSUP ->
                hook(
                        Kind.NOT_AVAILABLE,
                        errno,
                        "this JVM can't tell Java stacks: it has no AsyncGetCallTrace, its libjvm.so does not export the"
                                + " tables of its fields, or its current thread was not found",
                        nativeOnly + " Use a HotSpot JVM for more.");
            case Errno.EINVAL ->
                hook(
                        Kind.NOT_AVAILABLE,
                        errno,
                        "the native agent isn't in this process",
                        nativeOnly + " Start the program with -agentpath:libjemscope.so for more.");
            case Errno.ECANCELED ->
                hook(Kind.REFUSED, errno, "the JVM is ending", "Nothing is to be done: no more samples come.");
            case Errno.EBUSY ->
                hook(
                        Kind.REFUSED,
                        errno,
                        "another hook was put in front of it and still calls it",
                        "Take the other hook away first.");
            default -> hook(Kind.REFUSED, errno, "the system answered " + Errno.name(errno), nativeOnly);
        };
    }

    private static AllocatorException hook(Kind kind, int errno, String why, String next) {
        return new AllocatorException(
                kind, "experimental.hooks.prof_backtrace", errno, "Can't set the backtrace hook", why, next);
    }

    /** The process has no jemalloc. */
    static AllocatorException noAllocator(String verb, String control) {
        return new AllocatorException(
                Kind.NO_ALLOCATOR,
                control,
                0,
                "Can't " + verb + " " + control,
                "this process doesn't run on jemalloc",
                "Start the program with LD_PRELOAD=libjemalloc.so.2 and MALLOC_CONF=prof:true in its environment.");
    }
}
