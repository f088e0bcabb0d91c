/* The name of a Java frame, from JVMTI while its class is held. */

#include "names.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "catalog.h"
#include "java_calls.h"
#include "jdk_fixes.h"
#include "text.h"

/* Written once in names_open. */
static jobject platform_loader;
static jobject application_loader;
static jclass loader_class;
static jmethodID loader_get_name;

static jobject builtin_loader(JNIEnv *jni, const char *getter) {
  jobject loader = java_call_static(jni, loader_class, getter, "()Ljava/lang/ClassLoader;");
  (*jni)->ExceptionClear(jni);
  jobject kept = loader == NULL ? NULL : (*jni)->NewGlobalRef(jni, loader);
  (*jni)->DeleteLocalRef(jni, loader);
  return kept;
}

void names_open(JNIEnv *jni) {
  jclass local = (*jni)->FindClass(jni, "java/lang/ClassLoader");
  if (local != NULL) {
    loader_class = (*jni)->NewGlobalRef(jni, local);
    loader_get_name = (*jni)->GetMethodID(jni, local, "getName", "()Ljava/lang/String;");
    platform_loader = builtin_loader(jni, "getPlatformClassLoader");
    application_loader = builtin_loader(jni, "getSystemClassLoader");
    (*jni)->DeleteLocalRef(jni, local);
  }
  (*jni)->ExceptionClear(jni);
}

struct line {
  char *text;
  size_t size;
  size_t used;
};

static void append(struct line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void append(struct line *line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int wanted = vsnprintf(line->text + line->used, line->size - line->used, format, arguments);
  va_end(arguments);
  if (wanted > 0) {
    line->used += (size_t)wanted;
    if (line->used >= line->size) {
      line->used = line->size - 1;
    }
  }
}

/* Takes away the "+0x…" of a hidden class. A '+' alone may be part of a name: not only javac makes classes. */
static void cut_address(char *name) {
  char *plus = strrchr(name, '+');
  if (plus != NULL && strncmp(plus, "+0x", 3) == 0 && plus[3] != '\0' &&
      plus[3 + strspn(plus + 3, "0123456789abcdefABCDEF")] == '\0') {
    *plus = '\0';
  }
}

/* Makes "com.example.Foo" of "Lcom/example/Foo;", in place. */
static char *class_name_of(char *signature) {
  char *name = signature[0] == 'L' ? signature + 1 : signature;
  /* A hidden class ends in ".0x…" in a signature and differs from run to run; so does a lambda's number before JDK 21.
   */
  name[strcspn(name, ";.")] = '\0';
  cut_address(name);
  char *lambda = strstr(name, "$$Lambda$");
  if (lambda != NULL && isdigit((unsigned char)lambda[sizeof("$$Lambda$") - 1])) {
    lambda[sizeof("$$Lambda") - 1] = '\0';
  }
  for (char *c = name; *c != '\0'; c++) {
    *c = *c == '/' ? '.' : *c;
  }
  return name;
}

static void append_loader_type(jvmtiEnv *jvmti, JNIEnv *jni, jobject loader, struct line *line) {
  jclass type = (*jni)->GetObjectClass(jni, loader);
  char *signature = NULL;
  jint identity = 0;
  if ((*jvmti)->GetClassSignature(jvmti, type, &signature, NULL) == JVMTI_ERROR_NONE) {
    char *name = class_name_of(signature);
    char *dot = strrchr(name, '.');
    char *simple = dot == NULL ? name : dot + 1;
    char *inner = strrchr(simple, '$');
    if (inner != NULL && isalpha((unsigned char)inner[1])) {
      simple = inner + 1;
    }
    (*jvmti)->GetObjectHashCode(jvmti, loader, &identity);
    append(line, "%s@%x/", simple, (unsigned)identity);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
  }
}

static bool is_builtin(JNIEnv *jni, jobject loader) {
  return loader == NULL || (*jni)->IsSameObject(jni, loader, platform_loader) ||
         (*jni)->IsSameObject(jni, loader, application_loader);
}

bool names_loader_is_builtin(jvmtiEnv *jvmti, JNIEnv *jni, jclass type) {
  jobject loader = NULL;
  bool builtin = (*jvmti)->GetClassLoader(jvmti, type, &loader) == JVMTI_ERROR_NONE && is_builtin(jni, loader);
  (*jni)->DeleteLocalRef(jni, loader);
  return builtin;
}

static void append_loader(jvmtiEnv *jvmti, JNIEnv *jni, jclass type, struct line *line) {
  jobject loader = NULL;
  if ((*jvmti)->GetClassLoader(jvmti, type, &loader) != JVMTI_ERROR_NONE || is_builtin(jni, loader)) {
    return;
  }
  /* Nonvirtual: a program's own override must not run on a thread of ours. */
  jstring name =
      loader_get_name == NULL ? NULL : (*jni)->CallNonvirtualObjectMethod(jni, loader, loader_class, loader_get_name);
  if ((*jni)->ExceptionCheck(jni)) {
    (*jni)->ExceptionClear(jni);
    name = NULL;
  }
  const char *text = name == NULL ? NULL : (*jni)->GetStringUTFChars(jni, name, NULL);
  if (text != NULL) {
    append(line, "%s/", text);
    (*jni)->ReleaseStringUTFChars(jni, name, text);
  } else {
    (*jni)->ExceptionClear(jni);
    append_loader_type(jvmti, jni, loader, line);
  }
}

/* The line of the bytecode, or 0 if the class has no line numbers. */
static jint line_number(jvmtiEnv *jvmti, jmethodID method, jint bytecode) {
  jint count = 0;
  jvmtiLineNumberEntry *entries = NULL;
  if (bytecode < 0 || (*jvmti)->GetLineNumberTable(jvmti, method, &count, &entries) != JVMTI_ERROR_NONE) {
    return 0;
  }
  jint line = 0;
  jlocation best = -1;
  for (jint i = 0; i < count; i++) { /* the table need not be in order */
    if (entries[i].start_location <= bytecode && entries[i].start_location > best) {
      best = entries[i].start_location;
      line = entries[i].line_number;
    }
  }
  (*jvmti)->Deallocate(jvmti, (unsigned char *)entries);
  return line;
}

static void append_place(jvmtiEnv *jvmti, jclass type, jmethodID method, jint bytecode, struct line *line) {
  jboolean native = JNI_FALSE;
  (*jvmti)->IsMethodNative(jvmti, method, &native);
  char *file = NULL;
  if (native) {
    append(line, "(Native Method)");
  } else if ((*jvmti)->GetSourceFileName(jvmti, type, &file) != JVMTI_ERROR_NONE) {
    append(line, "(Unknown Source)");
  } else {
    jint number = line_number(jvmti, method, bytecode);
    if (number > 0) {
      append(line, "(%s:%d)", file, (int)number);
    } else {
      append(line, "(%s)", file);
    }
    (*jvmti)->Deallocate(jvmti, (unsigned char *)file);
  }
}

/* A name with a line break in it would break the file that it goes into. */
static void remove_controls(char *text) {
  for (; *text != '\0'; text++) {
    *text = (unsigned char)*text < ' ' || *text == 0x7F ? '?' : *text;
  }
}

bool names_write(jvmtiEnv *jvmti, JNIEnv *jni, struct frame_key key, char *name, size_t size) {
  jmethodID method = (jmethodID)key.method;
  jclass type = NULL;
  switch (catalog_find(jni, key.method, &type)) {
  case CATALOG_GONE:
    return false;
  case CATALOG_UNKNOWN:
    /* The program or another agent has created the id of a method that the catalog left out. */
    if (!jdk_fixes_declaring_class() || (*jvmti)->GetMethodDeclaringClass(jvmti, method, &type) != JVMTI_ERROR_NONE) {
      return false;
    }
    break;
  case CATALOG_FOUND:
    break;
  }
  struct line line = {name, size, 0};
  char *signature = NULL;
  char *method_name = NULL;
  bool known = (*jvmti)->GetClassSignature(jvmti, type, &signature, NULL) == JVMTI_ERROR_NONE &&
               (*jvmti)->GetMethodName(jvmti, method, &method_name, NULL, NULL) == JVMTI_ERROR_NONE;
  if (known) {
    append_loader(jvmti, jni, type, &line);
    append(&line, "%s.%s", class_name_of(signature), method_name);
    append_place(jvmti, type, method, key.bytecode, &line);
    text_to_standard(name);
    remove_controls(name);
  }
  (*jvmti)->Deallocate(jvmti, (unsigned char *)method_name);
  (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
  return known;
}
