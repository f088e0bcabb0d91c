/* Classes that come and go: found while they live, known to be gone while anybody may ask, and then forgotten. */

#include "catalog.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { CLASSES = 200000, METHODS = 3, STRIDE = 1024 };

/* A class is its number, as reference and as weak reference; its method ids follow from it. */
static bool unloaded[CLASSES + 1];
static int weak_references;

static jclass class_of(uintptr_t number) { return (jclass)(number * STRIDE); }
static uintptr_t number_of(jobject reference) { return (uintptr_t)reference / STRIDE; }
static uintptr_t method_of(uintptr_t number, uintptr_t method) { return number * STRIDE + method * sizeof(void *); }

static jvmtiError JNICALL class_methods(jvmtiEnv *jvmti, jclass type, jint *count, jmethodID **methods) {
  (void)jvmti;
  *count = METHODS;
  *methods = malloc(METHODS * sizeof(**methods));
  for (uintptr_t i = 0; i < METHODS; i++) {
    (*methods)[METHODS - 1 - i] = (jmethodID)method_of(number_of(type), i);
  }
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL deallocate(jvmtiEnv *jvmti, unsigned char *memory) {
  (void)jvmti;
  free(memory);
  return JVMTI_ERROR_NONE;
}

static jweak JNICALL new_weak(JNIEnv *jni, jobject object) {
  (void)jni;
  weak_references++;
  return object;
}

static void JNICALL delete_weak(JNIEnv *jni, jweak reference) {
  (void)jni;
  CHECK(unloaded[number_of(reference)]);
  weak_references--;
}

static jboolean JNICALL is_same(JNIEnv *jni, jobject reference, jobject other) {
  (void)jni;
  CHECK(other == NULL);
  return unloaded[number_of(reference)] ? JNI_TRUE : JNI_FALSE;
}

static jobject JNICALL new_local(JNIEnv *jni, jobject reference) {
  (void)jni;
  return unloaded[number_of(reference)] ? NULL : reference;
}

static void JNICALL clear(JNIEnv *jni) { (void)jni; }

static const struct jvmtiInterface_1_ jvmti_functions = {.GetClassMethods = class_methods, .Deallocate = deallocate};
static const struct JNINativeInterface_ jni_functions = {.NewWeakGlobalRef = new_weak,
                                                         .DeleteWeakGlobalRef = delete_weak,
                                                         .IsSameObject = is_same,
                                                         .NewLocalRef = new_local,
                                                         .ExceptionClear = clear};
static jvmtiEnv jvmti = &jvmti_functions;
static JNIEnv jni = &jni_functions;

static enum catalog_answer find(uintptr_t number, uintptr_t method) {
  jclass type = NULL;
  enum catalog_answer answer = catalog_find(&jni, method_of(number, method), &type);
  CHECK((answer == CATALOG_FOUND) == (type == class_of(number)));
  return answer;
}

static void a_method_belongs_to_its_class_alone(void) {
  jclass type;
  catalog_add(&jvmti, &jni, class_of(1));
  catalog_add(&jvmti, &jni, class_of(2));
  for (uintptr_t method = 0; method < METHODS; method++) {
    CHECK(find(1, method) == CATALOG_FOUND && find(2, method) == CATALOG_FOUND);
  }
  CHECK(find(1, METHODS) == CATALOG_UNKNOWN);
  CHECK(catalog_find(&jni, method_of(1, 0) - 1, &type) == CATALOG_UNKNOWN);
  CHECK(catalog_find(&jni, method_of(1, 0) + 1, &type) == CATALOG_UNKNOWN); /* between two ids is no id */
}

/* Adds classes that die at once, as a program does that makes them without end; tidies when told that it is time. */
static void churn_costs_no_more_for_ever(void) {
  int most = 0;
  for (uintptr_t number = 3; number < CLASSES; number++) {
    bool time_to_tidy = catalog_add(&jvmti, &jni, class_of(number));
    unloaded[number] = true;
    if (time_to_tidy) {
      while (catalog_tidy(&jni)) {
        /* Marked, not dropped: a frame of it that waits for its name is told that the class is gone. */
        CHECK(find(number, 1) == CATALOG_GONE);
      }
      CHECK(find(1, 2) == CATALOG_FOUND && find(2, 0) == CATALOG_FOUND);
    }
    most = weak_references > most ? weak_references : most;
  }
  CHECK(most < 20000);
}

static void a_class_that_is_gone_is_never_unknown_before_the_second_turn(void) {
  unloaded[2] = true;
  CHECK(find(2, 0) == CATALOG_GONE);
  bool seen_marked = false;
  for (uintptr_t number = 3; number < CLASSES && !seen_marked; number++) {
    unloaded[number] = false;
    catalog_add(&jvmti, &jni, class_of(number));
    seen_marked = catalog_tidy(&jni);
  }
  CHECK(seen_marked);
  CHECK(find(2, 0) == CATALOG_GONE);
  CHECK(!catalog_tidy(&jni));
  CHECK(find(2, 0) == CATALOG_UNKNOWN && find(1, 0) == CATALOG_FOUND);
}

int main(void) {
  a_method_belongs_to_its_class_alone();
  churn_costs_no_more_for_ever();
  a_class_that_is_gone_is_never_unknown_before_the_second_turn();
  return 0;
}
