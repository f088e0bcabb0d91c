// Allocates through each of the functions by which a program can ask for memory. Linked with jemalloc.

#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

static std::vector<void*> held;

#define PLANT(name, allocation)                       \
    __attribute__((noinline)) void plant_##name() {   \
        for (int i = 0; i < 2000; i++) {              \
            void* block = allocation;                 \
            held.push_back(block);                    \
        }                                             \
    }

static void* by_memalign(size_t bytes) {
    void* block = nullptr;
    return posix_memalign(&block, 64, bytes) == 0 ? block : nullptr;
}

PLANT(malloc, malloc(2000))
PLANT(calloc, calloc(2, 1000))
PLANT(realloc, realloc(malloc(8), 2000))
PLANT(memalign, by_memalign(2000))
PLANT(aligned, aligned_alloc(64, 2048))
PLANT(new, new char[2000])
PLANT(object, operator new(2000))
PLANT(nothrow, new (std::nothrow) char[2000])

int main() {
    held.reserve(16000);
    plant_malloc();
    plant_calloc();
    plant_realloc();
    plant_memalign();
    plant_aligned();
    plant_new();
    plant_object();
    plant_nothrow();
    return 0;
}
