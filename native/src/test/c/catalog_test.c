/* Classes that come and go: found while they live, known to be gone while anybody may ask, and then forgotten. */

#include "catalog.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "names.h"

enum { CLASSES = 200000, METHODS = 3, STRIDE = 1024 };

/* A class is its number, as reference and as weak reference; its method ids follow from it. */
static bool unloaded[CLASSES + 1];
static int weak_references;

/* Where a test wants other ids than these. */
static uintptr_t id_first, id_step;

static jclass class_of(uintptr_t number) { return (jclass)(number * STRIDE); }
static uintptr_t number_of(jobject reference) { return (uintptr_t)reference / STRIDE; }
static uintptr_t method_of(uintptr_t number, uintptr_t method) { return number * STRIDE + method * sizeof(void *); }

static jvmtiError JNICALL class_methods(jvmtiEnv *jvmti, jclass type, jint *count, jmethodID **methods) {
  (void)jvmti;
  *count = METHODS;
  *methods = malloc(METHODS * sizeof(**methods));
  for (uintptr_t i = 0; i < METHODS; i++) {
    uintptr_t id = id_step > 0 ? id_first + i * id_step : method_of(number_of(type), i);
    (*methods)[METHODS - 1 - i] = (jmethodID)id;
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

static bool hidden_now;
static bool builtin_now = true;

static jvmtiError JNICALL class_signature(jvmtiEnv *jvmti, jclass type, char **signature, char **generic) {
  (void)jvmti;
  (void)type;
  (void)generic;
  *signature = strdup(hidden_now ? "Lcom/example/A.0x1234;" : "Lcom/example/A;");
  return JVMTI_ERROR_NONE;
}

bool names_loader_is_builtin(jvmtiEnv *jvmti, JNIEnv *jni, jclass type) {
  (void)jvmti;
  (void)jni;
  (void)type;
  return builtin_now;
}

static const struct jvmtiInterface_1_ jvmti_functions = {
    .GetClassMethods = class_methods, .GetClassSignature = class_signature, .Deallocate = deallocate};
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

/* The number of the class that the id belongs to; 0 = unknown. */
static uintptr_t owner(uintptr_t id) {
  jclass type = NULL;
  return catalog_find(&jni, id, &type) == CATALOG_FOUND ? number_of(type) : 0;
}

static void a_method_belongs_to_its_class_alone(void) {
  jclass type;
  catalog_add(&jvmti, &jni, class_of(1));
  builtin_now = false;
  catalog_add(&jvmti, &jni, class_of(2));
  builtin_now = true;
  for (uintptr_t method = 0; method < METHODS; method++) {
    CHECK(find(1, method) == CATALOG_FOUND && find(2, method) == CATALOG_FOUND);
  }
  CHECK(find(1, METHODS) == CATALOG_UNKNOWN);
  CHECK(catalog_find(&jni, method_of(1, 0) - 1, &type) == CATALOG_UNKNOWN);
  CHECK(catalog_find(&jni, method_of(1, 0) + 1, &type) == CATALOG_UNKNOWN); /* between two ids is no id */
}

static uintptr_t id_of(uintptr_t id) { return (uintptr_t)(CLASSES + 1000) * STRIDE + id; }

static void enter_ids(uintptr_t number, uintptr_t first, uintptr_t step) {
  id_first = id_of(first);
  id_step = step;
  catalog_add(&jvmti, &jni, class_of(number));
  id_step = 0;
}

static void ids_may_have_any_constant_distance_and_lie_between_others(void) {
  static const uintptr_t steps[] = {1, 2, 3, 8, 64, 1000};
  for (uintptr_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
    enter_ids(10 + i, 100000 * (i + 1), steps[i]);
  }
  enter_ids(20, 100, 3);
  enter_ids(21, 101, 3);
  enter_ids(22, 102, 3);
  enter_ids(23, 103, 60); /* its second id lies behind all of the others */
  for (uintptr_t method = 0; method < METHODS; method++) {
    for (uintptr_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
      CHECK(owner(id_of(100000 * (i + 1) + method * steps[i])) == 10 + i);
    }
    CHECK(owner(id_of(101 + method * 3)) == 21 && owner(id_of(102 + method * 3)) == 22);
  }
  CHECK(owner(id_of(100)) == 20 && owner(id_of(163)) == 23 && owner(id_of(223)) == 23);
  CHECK(owner(id_of(110)) == 0 && owner(id_of(164)) == 0 && owner(id_of(224)) == 0);
  catalog_add_method(&jni, class_of(24), (jmethodID)id_of(164));
  CHECK(owner(id_of(164)) == 24 && owner(id_of(163)) == 23);
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

static bool has_ids(uintptr_t number) {
  unloaded[number] = false;
  catalog_add(&jvmti, &jni, class_of(number));
  return find(number, 0) == CATALOG_FOUND;
}

static void hidden_classes_have_ids_until_these_have_cost_enough(void) {
  uintptr_t number = 1000;
  hidden_now = true;
  while (has_ids(number)) {
    number++;
  }
  CHECK(number > 4000 && number < 6000); /* half a MiB in blocks of 128 bytes */
  CHECK(!has_ids(number + 1));
  hidden_now = false;
  CHECK(has_ids(number + 1));
}

/* churn_costs_no_more_for_ever has made the ids of unloaded classes cost more than the limit. */
static void only_classes_of_builtin_loaders_have_ids_once_unloaded_ones_have_cost_enough(void) {
  builtin_now = true;
  CHECK(has_ids(7000));
  builtin_now = false;
  CHECK(!has_ids(7001));
}

int main(void) {
  a_method_belongs_to_its_class_alone();
  ids_may_have_any_constant_distance_and_lie_between_others();
  churn_costs_no_more_for_ever();
  a_class_that_is_gone_is_never_unknown_before_the_second_turn();
  hidden_classes_have_ids_until_these_have_cost_enough();
  only_classes_of_builtin_loaders_have_ids_once_unloaded_ones_have_cost_enough();
  return 0;
}
