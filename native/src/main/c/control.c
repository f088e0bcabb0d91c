/* The thread and its socket; see control.h. */

#include "control.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
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

/* A program may close any file and open another under its number, so the inode says whether it is still ours. */
struct own_socket {
  int file; /* -1: none */
  ino_t inode;
};

/* Written by the control thread, with the lock of its end held; read by control_stop and in a child. */
static struct {
  _Atomic pid_t process; /* 0: none */
  struct own_socket socket;
  char path[sizeof(((struct sockaddr_un *)NULL)->sun_path)];
} listener = {.socket = {-1, 0}};

/* The connection of the request that is being answered; written likewise. */
static struct own_socket served = {-1, 0};

/* Held from a pause to its end. */
static pthread_mutex_t pausing = PTHREAD_MUTEX_INITIALIZER;
static pthread_t thread;
static pid_t runs_in; /* the process that has the thread; 0: none */

/* The thread's end. It isn't cancelled: that loads libgcc_s, and ends the program where it can't, as after chroot. */
static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed; /* of the monotonic clock */
  bool wanted;
} ending = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The program ends: no more socket is made. Sequentially consistent, with the listener's process: of the thread that
   makes one and the thread that ends the program, one sees the other's and removes it. */
static _Atomic bool is_stopped;

void control_allow_forks(void) { pthread_mutex_unlock(&answering); }

void control_hold_forks(void) { pthread_mutex_lock(&answering); }

static bool has_to_end(void) {
  pthread_mutex_lock(&ending.lock);
  bool wanted = ending.wanted;
  pthread_mutex_unlock(&ending.lock);
  return wanted;
}

/* True if the thread has to end before the time is over. */
static bool wait_for_end(int millis) {
  struct timespec limit;
  clock_gettime(CLOCK_MONOTONIC, &limit);
  limit.tv_nsec += (long)millis * 1000000;
  limit.tv_sec += limit.tv_nsec / 1000000000;
  limit.tv_nsec %= 1000000000;
  pthread_mutex_lock(&ending.lock);
  while (!ending.wanted && pthread_cond_timedwait(&ending.changed, &ending.lock, &limit) != ETIMEDOUT) {
  }
  bool wanted = ending.wanted;
  pthread_mutex_unlock(&ending.lock);
  return wanted;
}

/* Errno. */
static int identify(int file, struct own_socket *found) {
  struct stat status;
  *found = (struct own_socket){-1, 0};
  if (file_status_of_open(file, &status) != 0) {
    return errno;
  }
  *found = (struct own_socket){file, status.st_ino};
  return 0;
}

static bool is_open(const struct own_socket *own) {
  struct stat status;
  return own->file >= 0 && file_status_of_open(own->file, &status) == 0 && S_ISSOCK(status.st_mode) &&
         status.st_ino == own->inode;
}

/* Wakes a thread that waits for it. */
static void shut_down(const struct own_socket *own) {
  if (is_open(own)) {
    shutdown(own->file, SHUT_RDWR);
  }
}

static void close_own(struct own_socket *own) {
  if (is_open(own)) {
    close(own->file);
  }
  own->file = -1;
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
  struct own_socket own;
  unlink(path); /* of an earlier process of this number */
  if (bind(file, (struct sockaddr *)&address, sizeof(address)) != 0 || chmod(path, S_IRUSR | S_IWUSR) != 0 ||
      listen(file, SOMAXCONN) != 0 || identify(file, &own) != 0) {
    int error = errno;
    close(file);
    return error;
  }
  pthread_mutex_lock(&ending.lock);
  listener.socket = own;
  memcpy(listener.path, address.sun_path, sizeof(listener.path));
  atomic_store(&listener.process, getpid());
  pthread_mutex_unlock(&ending.lock);
  if (atomic_load(&is_stopped)) {
    unlink(path);
  }
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
  /* With forks held: a fork copies the open files first, and then what is written here of them. */
  control_hold_forks();
  control_api_sent();
  shutdown(connection, SHUT_RDWR); /* a child that was made by vfork or clone has it open, too */
  close(connection);
  pthread_mutex_lock(&ending.lock);
  served.file = -1;
  pthread_mutex_unlock(&ending.lock);
  control_allow_forks();
}

/* -1 with errno. A child that is forked meanwhile would have it open. */
static int accept_next(void) {
  control_hold_forks();
  int connection = accept4(listener.socket.file, NULL, NULL, SOCK_CLOEXEC);
  int error = errno;
  if (connection >= 0) {
    connection = move_up(connection);
    pthread_mutex_lock(&ending.lock);
    identify(connection, &served);
    pthread_mutex_unlock(&ending.lock);
  }
  control_allow_forks();
  errno = error;
  return connection;
}

/* The client stays in the queue, so poll() would return at once. */
static bool is_short_of_descriptors(int error) {
  return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

/* False if the socket is lost, or the thread has to end. */
static bool wait_and_serve(void) {
  struct pollfd waiting = {.fd = listener.socket.file, .events = POLLIN};
  poll(&waiting, 1, control_api_millis_left());
  if (has_to_end() || !is_open(&listener.socket)) {
    return false;
  }
  int connection = accept_next();
  if (connection >= 0) {
    serve(connection);
  } else if (is_short_of_descriptors(errno)) {
    wait_for_end(LATER_PAUSE_MILLIS);
  }
  control_hold_forks();
  control_api_end_if_due();
  control_allow_forks();
  return true;
}

static bool open_with_forks_held(void) {
  control_hold_forks();
  bool is_listening = open_listener();
  control_allow_forks();
  return is_listening;
}

static void *answer(void *unused) {
  (void)unused;
  allocator_sample_thread(false);
  prctl(PR_SET_NAME, "jemscope");
  bool ends = wait_for_end(FIRST_PAUSE_MILLIS);
  while (!ends && open_with_forks_held()) {
    while (wait_and_serve()) {
    }
    ends = has_to_end();
    if (!ends) {
      unlink(listener.path);
      ends = wait_for_end(LATER_PAUSE_MILLIS);
    }
  }
  return NULL;
}

/* With pausing held, or by the only thread. */
static void start(void) {
  pthread_attr_t attributes;
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_condattr_t clock;
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_cond_init(&ending.changed, &clock);
  pthread_condattr_destroy(&clock);
  ending.wanted = false;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = pthread_create(&thread, &attributes, answer, NULL);
  runs_in = error == 0 ? getpid() : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (error != 0) {
    notice_missing("this program can't be controlled, since no thread could be started in it: %s. Raise its limit of "
                   "threads (ulimit -u, pids.max)",
                   strerror(error));
  }
}

void control_start(const char *folder) {
  control_api_open(folder);
  start();
}

static void remove_socket(void) {
  if (atomic_load(&listener.process) == getpid()) {
    unlink(listener.path);
  }
}

/* A child that shares its parent's memory until it runs another program has another number. */
bool control_pause(void) {
  pthread_mutex_lock(&pausing);
  if (runs_in != getpid()) {
    pthread_mutex_unlock(&pausing);
    return false;
  }
  pthread_mutex_lock(&ending.lock);
  ending.wanted = true;
  pthread_cond_signal(&ending.changed);
  shut_down(&listener.socket);
  shut_down(&served);
  pthread_mutex_unlock(&ending.lock);
  pthread_join(thread, NULL);
  control_hold_forks();
  remove_socket();
  close_own(&listener.socket);
  atomic_store(&listener.process, 0);
  control_allow_forks();
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

/* Other threads, which the child hasn't, may have held any of the locks. */
void control_after_fork_in_child(bool is_prepared) {
  answering = pausing = ending.lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  atomic_store(&is_stopped, false);
  close_own(&listener.socket);
  close_own(&served);
  atomic_store(&listener.process, 0);
  runs_in = 0;
  if (is_prepared) {
    control_api_after_fork();
    start();
  }
}

void control_stop(void) {
  atomic_store(&is_stopped, true);
  remove_socket();
}
