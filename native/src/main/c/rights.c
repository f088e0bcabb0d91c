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

#define CHANGE(name, parameters, arguments)                                                                            \
  __attribute__((visibility("default"))) int name parameters {                                                         \
    int(*real) parameters;                                                                                             \
    void *found = dlsym(RTLD_NEXT, #name);                                                                             \
    memcpy(&real, &found, sizeof(real));                                                                               \
    if (real == NULL) {                                                                                                \
      errno = ENOSYS;                                                                                                  \
      return -1;                                                                                                       \
    }                                                                                                                  \
    bool is_paused = control_pause();                                                                                  \
    int answer = real arguments;                                                                                       \
    int error = errno;                                                                                                 \
    if (is_paused) {                                                                                                   \
      control_resume();                                                                                                \
    }                                                                                                                  \
    errno = error;                                                                                                     \
    return answer;                                                                                                     \
  }

int capset(cap_user_header_t header, const cap_user_data_t data);

CHANGE(setuid, (uid_t user), (user))
CHANGE(seteuid, (uid_t user), (user))
CHANGE(setreuid, (uid_t real_user, uid_t user), (real_user, user))
CHANGE(setresuid, (uid_t real_user, uid_t user, uid_t saved), (real_user, user, saved))
CHANGE(setgid, (gid_t group), (group))
CHANGE(setegid, (gid_t group), (group))
CHANGE(setregid, (gid_t real_group, gid_t group), (real_group, group))
CHANGE(setresgid, (gid_t real_group, gid_t group, gid_t saved), (real_group, group, saved))
CHANGE(setgroups, (size_t count, const gid_t *groups), (count, groups))
CHANGE(initgroups, (const char *user, gid_t group), (user, group))
CHANGE(capset, (cap_user_header_t header, const cap_user_data_t data), (header, data))
CHANGE(setns, (int file, int kind), (file, kind))
CHANGE(unshare, (int kinds), (kinds))
