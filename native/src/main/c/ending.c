/* The end of the process, with or without the VM's death: the hook is removed and the final dump is written. */

#include "ending.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "allocator.h"
#include "dump.h"
#include "folder.h"
#include "hook.h"
#include "notice.h"
#include "runtime_folder.h"

/* Sequentially consistent: the thread that makes it true runs the end. */
static _Atomic bool begun;

/* The process that ending_prepare was called in; 0 before. Release and acquire: with the two below. */
static _Atomic pid_t process;

/* Blocked on a thread of the VM then: the program may have been started with signals blocked on all threads. */
static sigset_t blocked_from_start;

/* Guards the choice. */
static pthread_mutex_t choosing = PTHREAD_MUTEX_INITIALIZER;
static bool wanted;
static char chosen_folder[PATH_MAX]; /* empty: the default folder */

bool ending_has_begun(void) { return atomic_load_explicit(&begun, memory_order_seq_cst); }

void ending_prepare(void) {
  if (pthread_sigmask(SIG_SETMASK, NULL, &blocked_from_start) != 0) {
    sigemptyset(&blocked_from_start);
  }
  atomic_store_explicit(&process, getpid(), memory_order_release);
}

void ending_after_fork(void) { atomic_store_explicit(&process, getpid(), memory_order_release); }

/* When the folder is checked. */
enum moment { EARLY, AT_THE_END };

static const char *no_dump(enum moment moment) {
  return moment == EARLY ? "no final dump will be written" : "no final dump was written";
}

/* At the end the folder is made. False with a line on standard error. */
static bool check_folder(const char *folder, enum moment moment) {
  char why[FOLDER_WHY_BYTES];
  bool fit = folder_is_fit(folder, moment == AT_THE_END, why);
  if (!fit) {
    notice("%s, since the folder %s can't be used: %s", no_dump(moment), folder, why);
  }
  return fit;
}

/* Takes the choice; false if no final dump is wanted, or its folder isn't fit, with a line on standard error. */
static bool find_folder(char folder[PATH_MAX], enum moment moment) {
  pthread_mutex_lock(&choosing);
  bool wanted_now = wanted;
  bool chosen = chosen_folder[0] != '\0';
  strcpy(folder, chosen_folder);
  pthread_mutex_unlock(&choosing);
  if (!wanted_now) {
    return false;
  }
  if (!chosen) {
    int length = runtime_folder_name(folder);
    if (length < PATH_MAX && !check_folder(folder, moment)) {
      return false;
    }
    if (length < PATH_MAX) {
      length += snprintf(folder + length, (size_t)(PATH_MAX - length), "/dumps/%ld", (long)getpid());
    }
    if (length >= PATH_MAX) {
      notice("%s, since its folder's name is too long; name another folder with folder=PATH", no_dump(moment));
      return false;
    }
  }
  return check_folder(folder, moment);
}

void ending_choose(enum choice final_dump, const char *folder) {
  char checked[PATH_MAX];
  pthread_mutex_lock(&choosing);
  wanted = final_dump == CHOICE_UNSET ? wanted : final_dump == CHOICE_TRUE;
  if (folder[0] != '\0') {
    snprintf(chosen_folder, sizeof(chosen_folder), "%s", folder);
  }
  pthread_mutex_unlock(&choosing);
  if (final_dump == CHOICE_TRUE || folder[0] != '\0') {
    find_folder(checked, EARLY);
  }
}

/*
 * As <pid>.final.heap. A program in a container always has the same number, so earlier runs may have left dumps of that
 * name: then <pid>.2.final.heap and so on.
 */
static void write_final_dump(jvmtiEnv *jvmti, JNIEnv *jni) {
  enum { MOST_OF_A_NUMBER = 1000 };
  char folder[PATH_MAX];
  char path[PATH_MAX];
  int error = EEXIST;
  if (!find_folder(folder, AT_THE_END)) {
    return;
  }
  for (int turn = 1; turn <= MOST_OF_A_NUMBER && error == EEXIST; turn++) {
    char again[16] = "";
    if (turn > 1) {
      snprintf(again, sizeof(again), ".%d", turn);
    }
    int length = snprintf(path, sizeof(path), "%s/%ld%s.final.heap", folder, (long)getpid(), again);
    error = length < PATH_MAX ? dump_write(jvmti, jni, path, "final") : ENAMETOOLONG;
  }
  if (error != 0) {
    notice("the final dump could not be written to %s: %s. Make room there, or name another folder with folder=PATH",
           path, strerror(error));
  }
}

void ending_run(jvmtiEnv *jvmti, JNIEnv *jni) {
  if (!atomic_exchange_explicit(&begun, true, memory_order_seq_cst)) {
    hook_close();
    write_final_dump(jvmti, jni);
  }
}

/*
 * The number of a signal whose handler the calling thread may be in, perhaps in the middle of malloc: it is blocked
 * until the handler returns. 0 if there is none. The VM's threads block SIGQUIT, and what was blocked when the program
 * was started. A signal that the program itself has blocked looks the same as one in its handler.
 */
static int signal_perhaps_handled(void) {
  sigset_t blocked;
  if (pthread_sigmask(SIG_SETMASK, NULL, &blocked) != 0) {
    return SIGRTMIN;
  }
  for (int number = 1; number < SIGRTMIN; number++) {
    if (number != SIGQUIT && sigismember(&blocked, number) == 1 && sigismember(&blocked_from_start, number) != 1) {
      return number;
    }
  }
  return 0;
}

/* Safe in a signal's handler: it waits for nothing, and writes nothing if it would have to. */
static void report_no_final_dump(int number) {
  if (pthread_mutex_trylock(&choosing) != 0) {
    return;
  }
  bool wanted_now = wanted;
  pthread_mutex_unlock(&choosing);
  if (wanted_now) {
    notice("no final dump was written, since exit() was called on a thread that blocks signal %d, perhaps in its "
           "handler, where none can be. Unblock it before exit(), or take a dump before",
           number);
  }
}

/*
 * The program calls exit() itself, or the launcher does because the VM has no memory left for an orderly end. Then the
 * VM sends no event. It lives on meanwhile, but must not be called from here: this may be any thread. A forked child
 * that did not become another program has nothing to dump.
 */
__attribute__((destructor)) static void on_exit_without_vm_death(void) {
  pid_t prepared = atomic_load_explicit(&process, memory_order_acquire);
  if (prepared == 0 || prepared != getpid() || ending_has_begun()) {
    return;
  }
  int number = signal_perhaps_handled();
  if (number != 0) {
    report_no_final_dump(number);
  } else {
    allocator_sample_thread(false);
    ending_run(NULL, NULL);
  }
}
