/* The thread and its socket; see control.h. */

#include "control.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "allocator.h"
#include "control_api.h"
#include "control_http.h"
#include "file_status.h"
#include "folder.h"
#include "notice.h"
#include "runtime_folder.h"

enum {
  STACK_BYTES = 256 * 1024,
  FIRST_PAUSE_MILLIS = 100, /* most programs that scripts run are over by then */
  LATER_PAUSE_MILLIS = 1000,
  WAIT_FOR_REQUEST_SECONDS = 2,
  ROOM_FOR_NAME = sizeof("/2147483647.sock"),
  HIGH = 200 /* programs and shells choose low numbers for files of their own */
};

/* Held while a request is answered, and by a thread that forks: a child has only that thread, and locks that another
   one held stay locked in it. */
static pthread_mutex_t answering = PTHREAD_MUTEX_INITIALIZER;

/* Written by the control thread, read by control_stop and in a child. */
static struct {
  pid_t process; /* 0: none */
  int file;
  ino_t inode; /* of the socket: a program may close any file and open another under its number */
  char path[sizeof(((struct sockaddr_un *)NULL)->sun_path)];
} listener;

/* Held from a pause to its end. */
static pthread_mutex_t pausing = PTHREAD_MUTEX_INITIALIZER;
static pthread_t thread;
static pid_t runs_in; /* the process that has the thread; 0: none */

void control_allow_forks(void) { pthread_mutex_unlock(&answering); }

void control_hold_forks(void) { pthread_mutex_lock(&answering); }

/* Where the thread may be ended; otherwise it answers or holds a lock. */
static int wait_for(struct pollfd *files, nfds_t count, int millis) {
  int unused;
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &unused);
  int ready = poll(files, count, millis);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &unused);
  return ready;
}

static bool has_listener(void) {
  struct stat status;
  return listener.process != 0 && file_status_of_open(listener.file, &status) == 0 && S_ISSOCK(status.st_mode) &&
         status.st_ino == listener.inode;
}

static int move_up(int file) {
  int high = fcntl(file, F_DUPFD_CLOEXEC, HIGH);
  if (high < 0) {
    return file;
  }
  close(file);
  return high;
}

/* Errno. */
static int listen_at(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof(address.sun_path)) {
    return ENAMETOOLONG;
  }
  strcpy(address.sun_path, path);
  int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (file < 0) {
    return errno;
  }
  file = move_up(file);
  struct stat status;
  unlink(path); /* of an earlier process of this number */
  if (bind(file, (struct sockaddr *)&address, sizeof(address)) != 0 || chmod(path, S_IRUSR | S_IWUSR) != 0 ||
      listen(file, SOMAXCONN) != 0 || file_status_of_open(file, &status) != 0) {
    int error = errno;
    close(file);
    return error;
  }
  listener.file = file;
  listener.inode = status.st_ino;
  memcpy(listener.path, address.sun_path, sizeof(listener.path));
  listener.process = getpid();
  return 0;
}

/* The process that a socket's name tells; 0 for another file. */
static pid_t process_of(const char *name) {
  char *end;
  long number = strtol(name, &end, 10);
  return number > 0 && number <= INT32_MAX && strcmp(end, ".sock") == 0 ? (pid_t)number : 0;
}

/* In a folder that several containers share, the numbers of another one's processes mean nothing here. */
static bool is_listened_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof(address.sun_path)) {
    return true;
  }
  strcpy(address.sun_path, path);
  int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  bool refused = connect(file, (struct sockaddr *)&address, sizeof(address)) != 0 && errno == ECONNREFUSED;
  close(file);
  return !refused;
}

/* A process that is killed, or ends by _exit() as many a forked child does, leaves its socket. */
static void remove_stale(const char *folder) {
  static char path[PATH_MAX];
  DIR *files = opendir(folder);
  struct dirent *file;
  while (files != NULL && (file = readdir(files)) != NULL) {
    pid_t process = process_of(file->d_name);
    bool is_gone = process != 0 && kill(process, 0) != 0 && errno == ESRCH;
    if (is_gone && snprintf(path, sizeof(path), "%s/%s", folder, file->d_name) < PATH_MAX && !is_listened_to(path)) {
      unlink(path);
    }
  }
  if (files != NULL) {
    closedir(files);
  }
}

static bool open_listener(void) {
  static char folder[PATH_MAX];
  static char path[PATH_MAX + ROOM_FOR_NAME];
  static char why[FOLDER_WHY_BYTES];
  if (!runtime_folder_make(folder, sizeof(listener.path) - ROOM_FOR_NAME, why)) {
    notice_missing("this program can't be controlled, since the folder %s can't be used: %s", folder, why);
    return false;
  }
  remove_stale(folder);
  snprintf(path, sizeof(path), "%s/%ld.sock", folder, (long)getpid());
  int error = listen_at(path);
  if (error != 0) {
    notice_missing("this program can't be controlled, since there is no socket %s: %s", path, strerror(error));
  }
  return error == 0;
}

static bool may_control(int connection) {
  struct ucred peer;
  socklen_t size = sizeof(peer);
  return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && (peer.uid == 0 || peer.uid == geteuid());
}

static void serve(int connection) {
  struct timeval patience = {WAIT_FOR_REQUEST_SECONDS, 0};
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
  static struct http_request request; /* large for a stack; one at a time */
  if (may_control(connection) && http_receive(connection, &request)) {
    struct http_response response = {.file = -1};
    control_hold_forks();
    if (http_begin(&response)) {
      control_api_answer(&request, &response);
      http_end(&response);
    }
    control_allow_forks();
    http_send(connection, &response);
  }
  shutdown(connection, SHUT_RDWR); /* a child that was forked meanwhile has it open, too */
  close(connection);
}

/* False if the socket is lost. */
static bool wait_and_serve(void) {
  struct pollfd waiting = {.fd = listener.file, .events = POLLIN};
  int ready = wait_for(&waiting, 1, control_api_millis_left());
  if (!has_listener()) {
    return false;
  }
  int connection = ready > 0 ? accept4(listener.file, NULL, NULL, SOCK_CLOEXEC) : -1;
  if (connection >= 0) {
    serve(move_up(connection));
  }
  control_hold_forks();
  control_api_end_if_due();
  control_allow_forks();
  return true;
}

static void *answer(void *unused) {
  (void)unused;
  int state;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
  allocator_sample_thread(false);
  prctl(PR_SET_NAME, "jemscope");
  wait_for(NULL, 0, FIRST_PAUSE_MILLIS);
  while (open_listener()) {
    while (wait_and_serve()) {
    }
    unlink(listener.path);
    wait_for(NULL, 0, LATER_PAUSE_MILLIS);
  }
  return NULL;
}

/* With pausing held, or by the only thread. */
static void start(void) {
  pthread_attr_t attributes;
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  if (pthread_attr_init(&attributes) != 0) {
    return;
  }
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  runs_in = pthread_create(&thread, &attributes, answer, NULL) == 0 ? getpid() : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
}

void control_start(const char *folder) {
  control_api_open(folder);
  start();
}

static void close_listener(void) {
  if (has_listener()) {
    close(listener.file);
  }
  listener.process = 0;
}

/* A child that shares its parent's memory until it runs another program has another number. */
bool control_pause(void) {
  pthread_mutex_lock(&pausing);
  if (runs_in != getpid()) {
    pthread_mutex_unlock(&pausing);
    return false;
  }
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  control_stop();
  close_listener();
  return true;
}

void control_resume(void) {
  start();
  pthread_mutex_unlock(&pausing);
}

bool control_before_fork(void) {
  struct timespec limit;
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 1;
  return pthread_mutex_timedlock(&answering, &limit) == 0;
}

void control_after_fork(void) { pthread_mutex_unlock(&answering); }

void control_after_fork_in_child(void) {
  pthread_mutex_unlock(&answering);
  pausing = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER; /* another thread may have held it */
  close_listener();
  control_api_after_fork();
  start();
}

void control_stop(void) {
  if (listener.process == getpid()) {
    unlink(listener.path);
  }
}
