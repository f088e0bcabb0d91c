package io.jemscope.report;

import java.util.ArrayList;
import java.util.List;

/**
 * The native functions through which memory is asked for and that say nothing of why: the allocator's entry points, the
 * C++ operators, and the JVM's own wrappers. Reports name the first function beyond them.
 *
 * <p>The names are compared without parameters and template arguments. A name that ends in {@code *} stands for every
 * name that begins so.
 */
public final class AllocatorFunctions {

    /** The functions known beforehand. */
    public static final AllocatorFunctions KNOWN = new AllocatorFunctions(List.of(
            // C
            "malloc",
            "calloc",
            "realloc",
            "reallocarray",
            "posix_memalign",
            "aligned_alloc",
            "memalign",
            "valloc",
            "pvalloc",
            "strdup",
            "__strdup",
            "strndup",
            "__strndup",
            "mallocx",
            "rallocx",
            "xallocx",
            // jemalloc, under each of its prefixes
            "je_*",
            "_rjem_*",
            "prof_backtrace*",
            "prof_tctx_create",
            "prof_alloc_prep",
            "imalloc*",
            "iallocztm*",
            // C++
            "operator new",
            "operator new[]",
            "std::allocator*",
            "std::__new_allocator*",
            "__gnu_cxx::new_allocator*",
            // HotSpot
            "os::malloc",
            "os::realloc",
            "os::strdup*",
            "ReallocateHeap",
            "AllocateHeap*",
            "Arena::Arena",
            "Arena::grow",
            "Arena::Amalloc*",
            "Arena::Arealloc",
            "Arena::internal_amalloc",
            "ChunkPool::*",
            "Chunk::*",
            "CHeapObj::operator new*",
            "CHeapObjBase::operator new*",
            "AnyObj::operator new*",
            "ResourceObj::operator new*",
            "ResourceArea::*",
            "resource_allocate_bytes",
            "resource_reallocate_bytes",
            "ArrayAllocator::*",
            "MallocArrayAllocator::*",
            "GrowableArrayCHeapAllocator::*",
            "GrowableArrayResourceAllocator::*",
            "GrowableArrayArenaAllocator::*",
            "ArenaObj::operator new",
            // zlib's own
            "zcalloc"));

    private final List<String> names = new ArrayList<>();
    private final List<String> beginnings = new ArrayList<>();

    private AllocatorFunctions(List<String> patterns) {
        for (String pattern : patterns) {
            if (pattern.endsWith("*")) {
                beginnings.add(pattern.substring(0, pattern.length() - 1));
            } else {
                names.add(pattern);
            }
        }
    }

    /**
     * Says whether a function is one of them.
     *
     * @param function the function's name, demangled, with or without parameters
     * @return whether it is
     */
    public boolean contains(String function) {
        String name = bare(function);
        if (names.contains(name)) {
            return true;
        }
        for (String beginning : beginnings) {
            if (name.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    /** A name without template arguments and parameters; the brackets of {@code operator()} and the like stay. */
    private static String bare(String function) {
        int open = firstOf(function, '<', '(');
        if (open < 0 || function.startsWith("operator", Math.max(0, open - 8))) {
            return function;
        }
        StringBuilder bare = new StringBuilder(function.length());
        int depth = 0;
        for (int i = 0; i < function.length(); i++) {
            char c = function.charAt(i);
            if (c == '<') {
                depth++;
            } else if (c == '>' && depth > 0) {
                depth--;
            } else if (c == '(' && depth == 0) {
                break;
            } else if (depth == 0) {
                bare.append(c);
            }
        }
        return bare.toString();
    }

    private static int firstOf(String text, char one, char other) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == one || text.charAt(i) == other) {
                return i;
            }
        }
        return -1;
    }
}
