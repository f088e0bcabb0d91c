package io.jemscope.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The native functions through which memory is asked for and that say nothing of why: the allocator's entry points, the
 * languages' own wrappers, and those of the JVM and of widespread libraries. Reports name the first function beyond them.
 *
 * <p>A pattern is a function's name, in which {@code *} stands for any letters. It is held against the name as it is, and
 * against the name without its parameters, template arguments, return type and the compiler's endings
 * ({@code .part.0}). HotSpot's hold in {@code libjvm.so} alone. A program's own wrappers are added by {@link #with}.
 */
public final class AllocatorFunctions {

    private static final String OPERATOR = "operator";

    /** What compilers put behind the names of functions that they made out of others. */
    private static final String[] ENDINGS = {".part.", ".isra.", ".constprop.", ".cold", ".llvm.", ".lto_priv.", "@"};

    private static final String JVM_LIBRARY = "libjvm.so";

    /** HotSpot's, whose names other programs have for other things: they hold in {@code libjvm.so} alone. */
    private static final List<String> HOTSPOT = List.of(
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
            "ArenaObj::operator new");

    /** The functions known beforehand. */
    public static final AllocatorFunctions KNOWN = new AllocatorFunctions(
            List.of(
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
                    "__libc_malloc",
                    "__libc_calloc",
                    "__libc_realloc",
                    "__libc_memalign",
                    "__posix_memalign",
                    "strdup",
                    "__strdup",
                    "strndup",
                    "__strndup",
                    "wcsdup",
                    "asprintf",
                    "__asprintf",
                    "vasprintf",
                    "__vasprintf*",
                    "mmap",
                    "mmap64",
                    "__mmap",
                    "__mmap64",
                    "mremap",
                    "__mremap",
                    // the wrappers that many C programs have under the same names
                    "xmalloc",
                    "xcalloc",
                    "xzalloc",
                    "xrealloc",
                    "xreallocarray",
                    "xstrdup",
                    "xstrndup",
                    "zmalloc",
                    "zcalloc",
                    "zrealloc",
                    // jemalloc, under each of its prefixes
                    "je_*",
                    "_rjem_*",
                    "mallocx",
                    "rallocx",
                    "xallocx",
                    "prof_backtrace*",
                    "prof_tctx_create",
                    "prof_alloc_prep",
                    "imalloc*",
                    "iallocztm*",
                    "newImpl",
                    "fallbackNewImpl",
                    // tcmalloc and mimalloc, whose profiles are read as well
                    "tc_malloc",
                    "tc_malloc_skip_new_handler",
                    "tc_calloc",
                    "tc_realloc",
                    "tc_memalign",
                    "tc_posix_memalign",
                    "tc_valloc",
                    "tc_pvalloc",
                    "tc_new",
                    "tc_new_nothrow",
                    "tc_new_aligned",
                    "tc_new_aligned_nothrow",
                    "tc_newarray",
                    "tc_newarray_nothrow",
                    "tc_newarray_aligned",
                    "tc_newarray_aligned_nothrow",
                    "tcmalloc::*",
                    "do_malloc*",
                    "DoSampledAllocation",
                    "mi_malloc*",
                    "mi_zalloc*",
                    "mi_calloc*",
                    "mi_realloc*",
                    "mi_rezalloc*",
                    "mi_recalloc*",
                    "mi_heap_malloc*",
                    "mi_heap_zalloc*",
                    "mi_heap_calloc*",
                    "mi_heap_realloc*",
                    "mi_heap_rezalloc*",
                    "mi_heap_recalloc*",
                    "mi_heap_strdup",
                    "mi_heap_strndup",
                    "mi_strdup",
                    "mi_strndup",
                    "mi_posix_memalign",
                    "mi_memalign",
                    "mi_aligned_alloc",
                    "mi_valloc",
                    "mi_pvalloc",
                    "mi_new",
                    "mi_new_n",
                    "mi_new_nothrow",
                    "mi_new_aligned",
                    "mi_new_aligned_nothrow",
                    "mi_new_realloc",
                    "mi_new_reallocn",
                    "_mi_malloc_generic",
                    "_mi_page_malloc*",
                    "_mi_heap_malloc*",
                    "_mi_heap_realloc*",
                    // C++
                    "operator new",
                    "operator new[]",
                    "std::allocator*",
                    "std::__new_allocator*",
                    "std::__allocate_guarded*",
                    "std::_Vector_base::_M_allocate",
                    "std::_Vector_base::_M_create_storage",
                    "std::_Deque_base::_M_allocate_*",
                    "std::_Rb_tree::_M_get_node",
                    "std::__detail::_Hashtable_alloc::_M_allocate_*",
                    "std::__cxx11::basic_string::_M_create",
                    "std::__1::allocator*",
                    "std::__1::__allocat*",
                    "std::__1::__libcpp_allocate",
                    "__gnu_cxx::new_allocator*",
                    "__gnu_cxx::malloc_allocator*",
                    "__gnu_cxx::__alloc_traits*",
                    // Rust
                    "__rust_alloc*",
                    "__rust_realloc",
                    "__rustc::*",
                    "__rdl_*",
                    "__rg_*",
                    "alloc::*",
                    "<alloc::*",
                    "<* as alloc::*",
                    "<* as core::alloc::*",
                    "hashbrown::raw::*",
                    // Go
                    "runtime.malloc*",
                    "runtime.newobject",
                    "runtime.newarray",
                    "runtime.makeslice*",
                    "runtime.growslice",
                    "runtime.makemap*",
                    "runtime.raw*",
                    // GLib
                    "g_malloc*",
                    "g_realloc*",
                    "g_try_malloc*",
                    "g_try_realloc*",
                    "g_aligned_alloc*",
                    "g_slice_*",
                    "g_strdup*",
                    "g_strndup",
                    "g_memdup*",
                    // OpenSSL and Python
                    "CRYPTO_malloc",
                    "CRYPTO_zalloc",
                    "CRYPTO_realloc",
                    "CRYPTO_strdup",
                    "PyMem_*",
                    "_PyMem_*",
                    "PyObject_Malloc",
                    "PyObject_Calloc",
                    "PyObject_Realloc",
                    "_PyObject_Malloc"),
            HOTSPOT);

    private final List<String> patterns;
    private final List<String> jvmPatterns;
    private final FunctionPatterns everywhere;
    private final FunctionPatterns ofJvm;

    private AllocatorFunctions(List<String> patterns, List<String> jvmPatterns) {
        this.patterns = patterns;
        this.jvmPatterns = jvmPatterns;
        this.everywhere = new FunctionPatterns(patterns);
        this.ofJvm = new FunctionPatterns(jvmPatterns);
    }

    /**
     * The same functions and more, such as a program's own wrappers.
     *
     * @param more functions' names, in which {@code *} stands for any letters
     * @return all of them
     */
    public AllocatorFunctions with(List<String> more) {
        List<String> all = new ArrayList<>(patterns);
        all.addAll(more);
        return new AllocatorFunctions(all, jvmPatterns);
    }

    /**
     * Their names.
     *
     * @return functions' names, in which {@code *} stands for any letters
     */
    public List<String> patterns() {
        List<String> all = new ArrayList<>(patterns);
        all.addAll(jvmPatterns);
        return Collections.unmodifiableList(all);
    }

    /**
     * Says whether a function is one of them, wherever it may lie.
     *
     * @param function the function's name, demangled, with or without parameters
     */
    public boolean contains(String function) {
        return contains(function, null);
    }

    /**
     * Says whether a function is one of them.
     *
     * @param function the function's name, demangled, with or without parameters
     * @param library the file it lies in; null where it isn't known
     * @return whether it is; HotSpot's are in {@code libjvm.so} alone, as far as the file is known
     */
    public boolean contains(String function, @Nullable String library) {
        boolean jvm = library == null || library.startsWith(JVM_LIBRARY, library.lastIndexOf('/') + 1);
        String bare = bare(function);
        return contains(bare, jvm) || (!bare.equals(function) && contains(function, jvm));
    }

    private boolean contains(String name, boolean jvm) {
        return everywhere.match(name) || (jvm && ofJvm.match(name));
    }

    /**
     * A name without return type, template arguments, parameters and the compiler's endings; the brackets of
     * {@code operator()} and the like stay.
     */
    private static String bare(String function) {
        String name = withoutArguments(function);
        for (String ending : ENDINGS) {
            int at = name.indexOf(ending);
            if (at > 0) {
                name = name.substring(0, at);
            }
        }
        int blank = name.lastIndexOf(' ');
        if (blank > 0 && !endsWith(name, blank, OPERATOR)) {
            return name.substring(blank + 1);
        }
        // In 'void* operator new' the type ends one blank further to the left.
        int type = blank < 0 ? -1 : name.lastIndexOf(' ', blank - 1);
        return type < 0 ? name : name.substring(type + 1);
    }

    private static String withoutArguments(String function) {
        int open = firstOf(function, '<', '(');
        if (open <= 0 || endsWith(function, open, OPERATOR)) {
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

    /** Whether what stands before an index ends so. */
    private static boolean endsWith(String text, int index, String end) {
        return index >= end.length() && text.startsWith(end, index - end.length());
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
