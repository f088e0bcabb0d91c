/* What a frame is called, where the JVM's own form isn't fit to be read or differs from run to run. */

#include "names.h"

#include <string.h>

#include "catalog.h"
#include "check.h"
#include "jdk_fixes.h"

enum { GONE = 1, KNOWN, UNKNOWN };

static const char *signature_now;
static char version[32];
static int classes_asked_for;
static char copy[256];

enum catalog_answer catalog_find(JNIEnv *jni, uintptr_t method, jclass *type) {
  (void)jni;
  *type = method == UNKNOWN ? NULL : (jclass)method;
  return method == GONE ? CATALOG_GONE : method == UNKNOWN ? CATALOG_UNKNOWN : CATALOG_FOUND;
}

static jvmtiError JNICALL class_signature(jvmtiEnv *jvmti, jclass type, char **signature, char **generic) {
  (void)jvmti;
  (void)type;
  (void)generic;
  *signature = strcpy(copy, signature_now);
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL method_name(jvmtiEnv *jvmti, jmethodID method, char **name, char **signature,
                                      char **generic) {
  static char run[] = "run";
  (void)jvmti;
  (void)method;
  (void)signature;
  (void)generic;
  *name = run;
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL boot_loader(jvmtiEnv *jvmti, jclass type, jobject *loader) {
  (void)jvmti;
  (void)type;
  *loader = NULL;
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL is_native(jvmtiEnv *jvmti, jmethodID method, jboolean *native) {
  (void)jvmti;
  (void)method;
  *native = JNI_TRUE;
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL declaring_class(jvmtiEnv *jvmti, jmethodID method, jclass *type) {
  (void)jvmti;
  *type = (jclass)method;
  classes_asked_for++;
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL property(jvmtiEnv *jvmti, const char *name, char **value) {
  (void)jvmti;
  CHECK(strcmp(name, "java.vm.version") == 0);
  *value = version;
  return JVMTI_ERROR_NONE;
}

static jclass JNICALL no_class(JNIEnv *jni, const char *name) {
  (void)jni;
  (void)name;
  return NULL;
}

static void JNICALL clear(JNIEnv *jni) { (void)jni; }

static jvmtiError JNICALL deallocate(jvmtiEnv *jvmti, unsigned char *memory) {
  (void)jvmti;
  (void)memory;
  return JVMTI_ERROR_NONE;
}

static void JNICALL delete_local(JNIEnv *jni, jobject reference) {
  (void)jni;
  (void)reference;
}

static const struct jvmtiInterface_1_ jvmti_functions = {.GetClassSignature = class_signature,
                                                         .GetMethodName = method_name,
                                                         .GetClassLoader = boot_loader,
                                                         .GetMethodDeclaringClass = declaring_class,
                                                         .GetSystemProperty = property,
                                                         .IsMethodNative = is_native,
                                                         .Deallocate = deallocate};
static const struct JNINativeInterface_ jni_functions = {
    .DeleteLocalRef = delete_local, .FindClass = no_class, .ExceptionClear = clear};
static jvmtiEnv jvmti = &jvmti_functions;
static JNIEnv jni = &jni_functions;

static void name_is(const char *signature, const char *expected) {
  char name[256];
  char whole[256];
  signature_now = signature;
  snprintf(whole, sizeof(whole), "%s.run(Native Method)", expected);
  CHECK(names_write(&jvmti, &jni, (struct frame_key){KNOWN, 0}, name, sizeof(name)));
  CHECK(strcmp(name, whole) == 0);
}

static void an_unknown_method_has_a_name_where_asking_for_its_class_is_safe(void) {
  char name[256];
  strcpy(version, "17.0.15+6");
  jdk_fixes_open(&jvmti);
  CHECK(!names_write(&jvmti, &jni, (struct frame_key){UNKNOWN, 0}, name, sizeof(name)));
  CHECK(classes_asked_for == 0);
  strcpy(version, "25+36");
  jdk_fixes_open(&jvmti);
  CHECK(names_write(&jvmti, &jni, (struct frame_key){UNKNOWN, 0}, name, sizeof(name)));
  CHECK(classes_asked_for == 1);
}

int main(void) {
  char name[256];
  name_is("Lcom/example/Foo;", "com.example.Foo");
  name_is("LFoo$Inner;", "Foo$Inner");
  name_is("Lcom/example/Foo.0x00007f0012345678;", "com.example.Foo");
  name_is("Lcom/example/Foo+0x00007f0012345678;", "com.example.Foo");
  name_is("Lcom/example/Foo$$Lambda.0x00007f0012345678;", "com.example.Foo$$Lambda");
  name_is("Lcom/example/Foo$$Lambda$14.0x00007f0012345678;", "com.example.Foo$$Lambda");
  name_is("Lcom/example/C++;", "com.example.C++");
  name_is("Lcom/example/A+B$C;", "com.example.A+B$C");
  name_is("Lcom/example/A+0xB$C;", "com.example.A+0xB$C");
  name_is("Lcom/example/A+B+0x12ab;", "com.example.A+B");
  CHECK(!names_write(&jvmti, &jni, (struct frame_key){GONE, 0}, name, sizeof(name)));
  an_unknown_method_has_a_name_where_asking_for_its_class_is_safe();
  return 0;
}
