/*
 * What the hook knows of HotSpot beyond JNI. All of it comes from the tables that libjvm exports for debuggers
 * (gHotSpotVMStructs), so no layout is compiled in; where a field is missing, the part that needs it stays off.
 */

#include "vm.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include "calls.h"

/* All written once in vm_open, before the hook is published to jemalloc with release; read-only in the hook. */
static const uintptr_t *code_low;
static const uintptr_t *code_high;
static ptrdiff_t thread_of_jni; /* from a thread's JNIEnv back to the VM's thread; 0 = unknown */
static ptrdiff_t thread_state;
static ptrdiff_t anchor_sp;
static ptrdiff_t anchor_pc;

/*
 * The VM's numbers for a thread that is being started (_thread_new), is in the VM (_thread_in_vm) or runs Java
 * (_thread_in_Java); never changed yet.
 */
enum { STATE_NEW = 2, STATE_IN_VM = 6, STATE_IN_JAVA = 8 };

struct struct_table {
  const char *first;
  uint64_t type, field, is_static, offset, address, stride;
};

static bool read_symbol(void *libjvm, const char *name, void *value, size_t size) {
  void *symbol = dlsym(libjvm, name);
  if (symbol == NULL) {
    return false;
  }
  memcpy(value, symbol, size);
  return true;
}

static bool open_table(void *libjvm, struct struct_table *table) {
  return read_symbol(libjvm, "gHotSpotVMStructs", &table->first, sizeof(table->first)) &&
         read_symbol(libjvm, "gHotSpotVMStructEntryTypeNameOffset", &table->type, sizeof(table->type)) &&
         read_symbol(libjvm, "gHotSpotVMStructEntryFieldNameOffset", &table->field, sizeof(table->field)) &&
         read_symbol(libjvm, "gHotSpotVMStructEntryIsStaticOffset", &table->is_static, sizeof(table->is_static)) &&
         read_symbol(libjvm, "gHotSpotVMStructEntryOffsetOffset", &table->offset, sizeof(table->offset)) &&
         read_symbol(libjvm, "gHotSpotVMStructEntryAddressOffset", &table->address, sizeof(table->address)) &&
         read_symbol(libjvm, "gHotSpotVMStructEntryArrayStride", &table->stride, sizeof(table->stride)) &&
         table->first != NULL;
}

static const char *find_entry(const struct struct_table *table, const char *type, const char *field) {
  for (const char *entry = table->first;; entry += table->stride) {
    const char *entry_type;
    const char *entry_field;
    memcpy(&entry_type, entry + table->type, sizeof(entry_type));
    memcpy(&entry_field, entry + table->field, sizeof(entry_field));
    if (entry_type == NULL) {
      return NULL;
    }
    if (entry_field != NULL && strcmp(entry_type, type) == 0 && strcmp(entry_field, field) == 0) {
      return entry;
    }
  }
}

static const uintptr_t *static_field(const struct struct_table *table, const char *type, const char *field) {
  const char *entry = find_entry(table, type, field);
  const uintptr_t *address = NULL;
  if (entry != NULL) {
    memcpy(&address, entry + table->address, sizeof(address));
  }
  return address;
}

/* The field's offset, or -1. */
static ptrdiff_t field_offset(const struct struct_table *table, const char *type, const char *field) {
  const char *entry = find_entry(table, type, field);
  uint64_t offset;
  if (entry == NULL) {
    return -1;
  }
  memcpy(&offset, entry + table->offset, sizeof(offset));
  return (ptrdiff_t)offset;
}

/* java.lang.Thread.eetop holds the VM's thread: beside this thread's own JNIEnv it gives the distance of the two. */
static ptrdiff_t distance_of_thread(JNIEnv *jni) {
  ptrdiff_t distance = 0;
  jclass type = (*jni)->FindClass(jni, "java/lang/Thread");
  jmethodID current =
      type == NULL ? NULL : (*jni)->GetStaticMethodID(jni, type, "currentThread", "()Ljava/lang/Thread;");
  jobject thread = current == NULL ? NULL : calls_static_object(jni, type, current);
  jfieldID eetop = thread == NULL ? NULL : (*jni)->GetFieldID(jni, type, "eetop", "J");
  if (eetop != NULL) {
    jlong vm_thread = (*jni)->GetLongField(jni, thread, eetop);
    distance = vm_thread == 0 ? 0 : (ptrdiff_t)((intptr_t)jni - (intptr_t)vm_thread);
  }
  (*jni)->ExceptionClear(jni);
  (*jni)->DeleteLocalRef(jni, thread);
  (*jni)->DeleteLocalRef(jni, type);
  /* The environment is a member of the thread: anything else means that the guess about the layout is wrong. */
  return distance > 0 && distance < 64 * 1024 ? distance : 0;
}

async_get_call_trace *vm_open(JavaVM *vm, JNIEnv *jni) {
  Dl_info object;
  if (dladdr((void *)(*vm)->GetEnv, &object) == 0) {
    return NULL;
  }
  /* By its own path: a program that embeds the JVM may have loaded it without making its names global. */
  void *libjvm = dlopen(object.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (libjvm == NULL) {
    return NULL;
  }
  struct struct_table table;
  if (open_table(libjvm, &table)) {
    code_low = static_field(&table, "CodeCache", "_low_bound");
    code_high = static_field(&table, "CodeCache", "_high_bound");
    ptrdiff_t state = field_offset(&table, "JavaThread", "_thread_state");
    ptrdiff_t anchor = field_offset(&table, "JavaThread", "_anchor");
    ptrdiff_t sp = field_offset(&table, "JavaFrameAnchor", "_last_Java_sp");
    ptrdiff_t pc = field_offset(&table, "JavaFrameAnchor", "_last_Java_pc");
    if (state > 0 && anchor > 0 && sp >= 0 && pc >= 0) {
      thread_state = state;
      anchor_sp = anchor + sp;
      anchor_pc = anchor + pc;
      thread_of_jni = distance_of_thread(jni);
    }
  }
  void *symbol = dlsym(libjvm, "AsyncGetCallTrace");
  async_get_call_trace *function;
  memcpy(&function, &symbol, sizeof(function)); /* ISO C has no cast from an object's pointer to a function's */
  return function;
}

bool vm_is_java_code(uintptr_t address) {
  return code_low != NULL && code_high != NULL && address >= *code_low && address < *code_high;
}

static char *field_of_thread(const JNIEnv *jni, ptrdiff_t offset) {
  return (char *)(uintptr_t)jni - thread_of_jni + offset;
}

static int32_t state_of_thread(const JNIEnv *jni) { return *(volatile int32_t *)field_of_thread(jni, thread_state); }

bool vm_is_starting(const JNIEnv *jni) { return thread_of_jni != 0 && state_of_thread(jni) == STATE_NEW; }

bool vm_is_without_java(const JNIEnv *jni) {
  /* Whoever leaves Java says where; nobody said. A thread in a leaf call is still "in Java" and hasn't said it either.
   */
  return thread_of_jni != 0 && *(void *volatile *)field_of_thread(jni, anchor_sp) == NULL &&
         state_of_thread(jni) != STATE_IN_JAVA;
}

void **vm_find_return(JNIEnv *jni) {
  /* Only in the VM is the anchor the thread's own and at rest: it is set before the thread enters the VM and taken away
     after it leaves. In a transition or in Java it is half set or about to change, and what is written then would stay
     for the VM to trust. */
  if (thread_of_jni == 0 || state_of_thread(jni) != STATE_IN_VM) {
    return NULL;
  }
  /* volatile, not atomic: only this thread writes its own anchor, in code that the compiler can't see. */
  void **volatile *sp = (void **volatile *)field_of_thread(jni, anchor_sp);
  void *volatile *pc = (void *volatile *)field_of_thread(jni, anchor_pc);
  if (*sp == NULL || *pc != NULL) {
    return NULL;
  }
  void *found = (*sp)[-1];
  if (!vm_is_java_code((uintptr_t)found)) {
    return NULL;
  }
  *pc = found;
  return (void **)pc;
}

void vm_forget_return(void **found) { *(void *volatile *)found = NULL; }
