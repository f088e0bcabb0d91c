/*
 * The functions by which a program changes its rights, in front of the C library's for a program that has this library
 * preloaded. The kernel knows rights of threads only. glibc changes those of all threads, and ends the program if one
 * of them may not do what another may: after a call that changes only the calling thread (capset, keepcaps). And a
 * program with two threads can't enter a namespace of users. So the control thread ends before, and another one starts
 * after with the rights of the thread that calls, and makes its socket where the new user finds it.
 */

#include <dlfcn.h>
#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "control.h"

int capset(cap_user_header_t header, const cap_user_data_t data);

/* The function, its parameters and its arguments. */
#define FUNCTIONS(DO)                                                                                                  \
  DO(setuid, (uid_t user), (user))                                                                                     \
  DO(seteuid, (uid_t user), (user))                                                                                    \
  DO(setreuid, (uid_t real, uid_t user), (real, user))                                                                 \
  DO(setresuid, (uid_t real, uid_t user, uid_t saved), (real, user, saved))                                            \
  DO(setgid, (gid_t group), (group))                                                                                   \
  DO(setegid, (gid_t group), (group))                                                                                  \
  DO(setregid, (gid_t real, gid_t group), (real, group))                                                               \
  DO(setresgid, (gid_t real, gid_t group, gid_t saved), (real, group, saved))                                          \
  DO(setgroups, (size_t count, const gid_t *groups), (count, groups))                                                  \
  DO(initgroups, (const char *user, gid_t group), (user, group))                                                       \
  DO(capset, (cap_user_header_t header, const cap_user_data_t data), (header, data))                                   \
  DO(setns, (int file, int kind), (file, kind))                                                                        \
  DO(unshare, (int kinds), (kinds))

#define DECLARE(name, parameters, arguments) static int(*their_##name) parameters;

FUNCTIONS(DECLARE)

static void find(const char *name, void *function, size_t size) {
  void *found = dlsym(RTLD_NEXT, name);
  memcpy(function, &found, size);
}

#define FIND(name, parameters, arguments) find(#name, &their_##name, sizeof(their_##name));

/* At load: in a child that was forked while another thread was in the dynamic linker, its lock stays taken. */
__attribute__((constructor)) static void find_all(void){FUNCTIONS(FIND)}

#define CHANGE(name, parameters, arguments)                                                                            \
  __attribute__((visibility("default"))) int name parameters {                                                         \
    if (their_##name == NULL) {                                                                                        \
      FIND(name, parameters, arguments) /* called by another library's constructor */                                  \
    }                                                                                                                  \
    if (their_##name == NULL) {                                                                                        \
      errno = ENOSYS;                                                                                                  \
      return -1;                                                                                                       \
    }                                                                                                                  \
    bool is_paused = control_pause();                                                                                  \
    int answer = their_##name arguments;                                                                               \
    int error = errno;                                                                                                 \
    if (is_paused) {                                                                                                   \
      control_resume();                                                                                                \
    }                                                                                                                  \
    errno = error;                                                                                                     \
    return answer;                                                                                                     \
  }

FUNCTIONS(CHANGE)
