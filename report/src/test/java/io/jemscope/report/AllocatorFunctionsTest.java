package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllocatorFunctionsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "malloc",
                "je_malloc_default",
                "operator new(unsigned long)",
                "operator new[](unsigned long, std::align_val_t)",
                "void* newImpl<false>(unsigned long)",
                "std::__new_allocator<int>::allocate(unsigned long, void const*)",
                "__gnu_cxx::new_allocator<std::pair<int const, char*> >::allocate(unsigned long, void const*)",
                "std::_Vector_base<int, std::allocator<int> >::_M_allocate(unsigned long)",
                "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >::_M_create(unsigned long&, unsigned long)",
                "os::malloc(unsigned long, MEMFLAGS)",
                "AllocateHeap(unsigned long, MEMFLAGS, AllocFailStrategy::AllocFailEnum)",
                "Arena::grow(unsigned long, AllocFailStrategy::AllocFailEnum)",
                "CHeapObjBase::operator new(unsigned long, MEMFLAGS)",
                "__rust_alloc",
                "__rustc::__rust_alloc_zeroed",
                "alloc::raw_vec::RawVec<T,A>::grow_one",
                "alloc::vec::Vec<T>::with_capacity",
                "<alloc::alloc::Global as core::alloc::Allocator>::allocate",
                "<u8 as alloc::vec::spec_from_elem::SpecFromElem>::from_elem",
                "<tikv_jemallocator::Jemalloc as core::alloc::global::GlobalAlloc>::alloc",
                "runtime.mallocgc",
                "g_malloc0_n",
                "tc_newarray_nothrow",
                "mi_malloc_aligned",
                "mi_new_n",
                "xmalloc.part.0",
                "strdup@plt"
            })
    void areKnown(String function) {
        assertThat(AllocatorFunctions.KNOWN.contains(function)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "main",
                "mallocate",
                "Pool::malloc_all(int)",
                "operator new_thing",
                "Foo::operator()(int)",
                "operator<<(std::ostream&, Foo const&)",
                "std::vector<int, std::allocator<int> >::reserve(unsigned long)",
                "<shop::Feed as core::ops::drop::Drop>::drop",
                "allocator::Pool::get",
                "void shop::fill<int>(int)",
                "runtime.main",
                "tc_read_header",
                "mi_free_block",
                "mi_newsletter_send"
            })
    void areNone(String function) {
        assertThat(AllocatorFunctions.KNOWN.contains(function)).isFalse();
    }

    @Test
    void hotSpotsOwnAreInItsLibraryAlone() {
        for (String function :
                List.of("Chunk::operator new(unsigned long)", "Arena::grow(unsigned long)", "os::malloc")) {
            assertThat(AllocatorFunctions.KNOWN.contains(function, "/opt/jdk/lib/server/libjvm.so"))
                    .isTrue();
            assertThat(AllocatorFunctions.KNOWN.contains(function, null)).isTrue();
            assertThat(AllocatorFunctions.KNOWN.contains(function, "/opt/game/bin/world"))
                    .isFalse();
        }
        assertThat(AllocatorFunctions.KNOWN.contains("malloc", "/opt/game/bin/world"))
                .isTrue();
    }

    @Test
    void aProgramAddsItsOwn() {
        AllocatorFunctions more = AllocatorFunctions.KNOWN.with(List.of("my_alloc", "Pool*::get*Block", "*_dup", "a*"));

        assertThat(List.of("my_alloc(int)", "PoolOfThree::getSmallBlock(int)", "Pool::getBlock", "page_dup", "malloc"))
                .allMatch(more::contains);
        assertThat(List.of("my_alloc2", "PoolOfThree::getSmall", "page_dupe", "Block"))
                .noneMatch(more::contains);
        assertThat(AllocatorFunctions.KNOWN.contains("my_alloc")).isFalse();
    }
}
