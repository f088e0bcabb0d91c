/* The library preloaded into a program that isn't a JVM: this one, started again as a server that takes commands. */

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

/* A block of this size is sampled with a probability that differs from 1 by less than 10^-17. */
enum { BLOCK = 40000, TEXT = 1 << 20, NOBODY = 65534 };

/* --- the server --- */

static void *volatile kept;

__attribute__((noinline)) static void leak(int blocks) {
  for (int i = 0; i < blocks; i++) {
    void **block = malloc(BLOCK);
    *block = kept;
    kept = block;
  }
}

static atomic_bool stop;

static void *allocate_on(void *unused) {
  while (!atomic_load(&stop)) {
    free(malloc(500));
  }
  return unused;
}

/* Whether the process has files beyond the standard ones. The list of mappings that a dump reads doesn't count: a child
   may keep it. */
static bool has_files(void) {
  DIR *files = opendir("/proc/self/fd");
  const struct dirent *file;
  bool has = false;
  while ((file = readdir(files)) != NULL) {
    char target[PATH_MAX] = "";
    (void)!readlinkat(dirfd(files), file->d_name, target, sizeof(target) - 1);
    has |= atoi(file->d_name) > 2 && strncmp(target, "/proc/", strlen("/proc/")) != 0;
  }
  closedir(files);
  return has;
}

/* Forks while other threads are in the sampler: each child allocates, too, and ends. */
static int fork_often(int children) {
  pthread_t threads[3];
  int failed = 0;
  for (int i = 0; i < 3; i++) {
    CHECK(pthread_create(&threads[i], NULL, allocate_on, NULL) == 0);
  }
  for (int i = 0; i < children; i++) {
    pid_t child = fork();
    if (child == 0) {
      for (int j = 0; j < 200; j++) {
        free(malloc((size_t)j * 100));
      }
      _exit(has_files() ? 1 : 0);
    }
    int status = -1;
    failed += waitpid(child, &status, 0) != child || status != 0;
  }
  atomic_store(&stop, true);
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  return failed;
}

/* Keeps a capability beyond the change of its user, as the calling thread alone: glibc ends a program of which another
   thread can't do what comes next. */
static void give_up_rights(void) {
  struct __user_cap_header_struct own = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2] = {{0, 0, 0}, {0, 0, 0}};
  data[0].effective = data[0].permitted = 1U << CAP_SETGID;
  CHECK(prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) == 0 && setresuid(NOBODY, NOBODY, NOBODY) == 0);
  CHECK(syscall(SYS_capset, &own, data) == 0 && setgroups(0, NULL) == 0);
}

/* The child stays until its parent ends. */
static void fork_one(int blocks, bool gives_up_rights) {
  int lifeline[2];
  CHECK(pipe(lifeline) == 0);
  pid_t child = fork();
  if (child == 0) {
    char end;
    close(lifeline[1]);
    if (gives_up_rights) {
      give_up_rights();
    }
    leak(blocks);
    exit(read(lifeline[0], &end, 1) == 0 ? 0 : 1);
  }
  printf("%d\n", (int)child);
}

/* As daemons do, and then takes the lowest numbers for files of its own. */
static void close_all(void) {
  for (int file = 3; file < 1024; file++) {
    close(file);
  }
  for (int i = 0; i < 300; i++) {
    CHECK(open("/dev/null", O_RDONLY) >= 0);
  }
  puts("closed");
}

static int last_file;

/* Takes all numbers for files, or returns them. */
static void exhaust(bool all) {
  if (all) {
    for (int file; (file = open("/dev/null", O_RDONLY)) >= 0; last_file = file) {
    }
    CHECK(errno == EMFILE);
    return;
  }
  for (int file = 3; file <= last_file; file++) {
    char target[64] = "";
    char path[64];
    snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
    if (readlink(path, target, sizeof(target) - 1) > 0 && strcmp(target, "/dev/null") == 0) {
      close(file);
    }
  }
}

static int processor_millis(void) {
  struct timespec used;
  CHECK(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0);
  return (int)(used.tv_sec * 1000 + used.tv_nsec / 1000000);
}

/* In a child whose root has no library. */
static int change_user_without_libraries(void) {
  int status = -1;
  pid_t child = fork();
  if (child == 0) {
    nanosleep(&(struct timespec){0, 300000000}, NULL);
    CHECK(chroot(getenv("JEMSCOPE_RUNTIME_DIR")) == 0 && chdir("/") == 0);
    _exit(setresuid(NOBODY, NOBODY, NOBODY) == 0 ? 0 : 1);
  }
  CHECK(waitpid(child, &status, 0) == child);
  return status;
}

/* --- what changes rights, to what they are --- */

int capset(cap_user_header_t header, const cap_user_data_t data);

static struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
static struct __user_cap_data_struct capabilities[2];

static int call_setuid(void) { return setuid(getuid()); }
static int call_seteuid(void) { return seteuid(geteuid()); }
static int call_setreuid(void) { return setreuid(getuid(), geteuid()); }
static int call_setresuid(void) { return setresuid(getuid(), geteuid(), geteuid()); }
static int call_setgid(void) { return setgid(getgid()); }
static int call_setegid(void) { return setegid(getegid()); }
static int call_setregid(void) { return setregid(getgid(), getegid()); }
static int call_setresgid(void) { return setresgid(getgid(), getegid(), getegid()); }
static int call_capset(void) { return capset(&header, capabilities); }
static int call_unshare(void) { return unshare(0); }

static gid_t groups[256];
static int group_count;
static int call_setgroups(void) { return setgroups((size_t)group_count, groups); }
static int call_initgroups(void) { return initgroups("root", getgid()); }
static int call_setns(void) { return setns(-1, 0); }

static const struct {
  int (*call)(void);
  int expected; /* errno */
  int without_root;
} changes[] = {
    {call_setuid, 0, 0},        {call_seteuid, 0, 0},        {call_setreuid, 0, 0}, {call_setresuid, 0, 0},
    {call_setgid, 0, 0},        {call_setegid, 0, 0},        {call_setregid, 0, 0}, {call_setresgid, 0, 0},
    {call_setgroups, 0, EPERM}, {call_initgroups, 0, EPERM}, {call_capset, 0, 0},   {call_setns, EBADF, EBADF},
    {call_unshare, 0, 0},
};

enum { CHANGES = sizeof(changes) / sizeof(changes[0]) };

/* The number of the only other thread. */
static int other_thread(void) {
  DIR *threads = opendir("/proc/self/task");
  const struct dirent *thread;
  int found = 0;
  while ((thread = readdir(threads)) != NULL) {
    int number = atoi(thread->d_name);
    found = number != 0 && number != getpid() ? number : found;
  }
  closedir(threads);
  return found;
}

/* How many functions returned what the C library's return, and had the thread ended meanwhile. */
static int change_rights(int repetitions) {
  int good = 0;
  group_count = getgroups(256, groups);
  CHECK(group_count >= 0 && syscall(SYS_capget, &header, capabilities) == 0);
  for (int i = 0; i < CHANGES; i++) {
    for (int j = 0; j < repetitions; j++) {
      int before = other_thread();
      errno = 0;
      int result = changes[i].call();
      int expected = geteuid() == 0 ? changes[i].expected : changes[i].without_root;
      good += before != 0 && (result == 0 ? 0 : errno) == expected && other_thread() != before;
    }
  }
  return good;
}

static int serve(void) {
  char line[64];
  while (fgets(line, sizeof(line), stdin) != NULL) {
    int number = 0;
    char word[16] = "";
    CHECK(sscanf(line, "%15s %d", word, &number) >= 1);
    if (strcmp(word, "leak") == 0) {
      leak(number);
      puts("leaked");
    } else if (strcmp(word, "fork") == 0) {
      fork_one(number, false);
    } else if (strcmp(word, "drop") == 0) {
      fork_one(number, true);
    } else if (strcmp(word, "often") == 0) {
      printf("%d\n", fork_often(number));
    } else if (strcmp(word, "close") == 0) {
      close_all();
    } else if (strcmp(word, "exhaust") == 0) {
      exhaust(number != 0);
      puts("done");
    } else if (strcmp(word, "used") == 0) {
      printf("%d\n", processor_millis());
    } else if (strcmp(word, "chroot") == 0) {
      printf("%d\n", change_user_without_libraries());
    } else if (strcmp(word, "rights") == 0) {
      printf("%d\n", change_rights(number));
    } else if (strcmp(word, "mapped") == 0) {
      fflush(stdout);
      CHECK(system("grep -c libjemscope /proc/self/maps") != -1);
    } else {
      return number;
    }
    fflush(stdout);
  }
  return 3;
}

/* --- the tests --- */

static char self[PATH_MAX];
static char library[PATH_MAX];
static char runtime[PATH_MAX];

struct server {
  pid_t pid;
  FILE *in;
  FILE *out;
};

static struct server start(const char *command) {
  int in[2];
  int out[2];
  CHECK(pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0);
  pid_t pid = fork();
  if (pid == 0) {
    CHECK(dup2(in[0], 0) == 0 && dup2(out[1], 1) == 1);
    for (int file = 3; file < 1024; file++) {
      close(file); /* what this test was started with */
    }
    CHECK(setenv("LD_PRELOAD", library, 1) == 0 && setenv("MALLOC_CONF", "lg_prof_sample:10", 1) == 0);
    execl(self, self, command, NULL);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  struct server server = {pid, fdopen(in[1], "w"), fdopen(out[0], "r")};
  CHECK(server.in != NULL && server.out != NULL);
  return server;
}

/* Its answer as a number; 0 for another word. */
static int say(struct server *server, const char *word, int number) {
  char line[64];
  fprintf(server->in, "%s %d\n", word, number);
  fflush(server->in);
  CHECK(fgets(line, sizeof(line), server->out) != NULL);
  return isdigit((unsigned char)line[0]) ? atoi(line) : 0;
}

static int end(struct server *server, int code) {
  int status = -1;
  fprintf(server->in, "exit %d\n", code);
  fclose(server->in);
  CHECK(waitpid(server->pid, &status, 0) == server->pid && WIFEXITED(status));
  char rest[16];
  CHECK(fread(rest, 1, sizeof(rest), server->out) == 0);
  fclose(server->out);
  return WEXITSTATUS(status);
}

static void socket_of(pid_t pid, const char *folder, char path[PATH_MAX]) {
  CHECK(snprintf(path, PATH_MAX, "%s/%d.sock", folder, (int)pid) < PATH_MAX);
}

/* -1 if nothing listens there. */
static int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  CHECK(strlen(path) < sizeof(address.sun_path));
  strcpy(address.sun_path, path);
  int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(connection, (struct sockaddr *)&address, sizeof(address)) != 0) {
    close(connection);
    return -1;
  }
  return connection;
}

static void nap(void) { nanosleep(&(struct timespec){0, 10000000}, NULL); }

static int await(const char *path) {
  for (int i = 0; i < 1000; i++) {
    int connection = connect_to(path);
    if (connection >= 0) {
      return connection;
    }
    nap();
  }
  CHECK(!"nothing listens");
  return -1;
}

static char answer[TEXT];

/* What comes of a request, up to the end of the connection: the status; 0 if nothing comes. */
static int exchange(const char *path, const char *request) {
  int connection = await(path);
  size_t used = 0;
  ssize_t length;
  (void)!send(connection, request, strlen(request), MSG_NOSIGNAL); /* the other side may end it */
  while (used < TEXT - 1 && (length = recv(connection, answer + used, TEXT - 1 - used, 0)) > 0) {
    used += (size_t)length;
  }
  answer[used] = '\0';
  close(connection);
  return used == 0 ? 0 : atoi(answer + strlen("HTTP/1.1 "));
}

static int ask(const char *path, const char *method, const char *address, const char *body) {
  char request[1024];
  snprintf(request, sizeof(request), "%s %s HTTP/1.1\r\nHost: x\r\nContent-Length: %zu\r\n\r\n%s", method, address,
           strlen(body), body);
  return exchange(path, request);
}

static bool says(const char *words) {
  bool found = strstr(answer, words) != NULL;
  if (!found) {
    fprintf(stderr, "not in: %s\n", answer);
  }
  return found;
}

/* A text of the answer. */
static void read_member(const char *name, char *value, size_t room) {
  char start[64];
  snprintf(start, sizeof(start), "\"%s\":\"", name);
  const char *at = strstr(answer, start);
  CHECK(at != NULL);
  at += strlen(start);
  snprintf(value, room, "%.*s", (int)strcspn(at, "\""), at);
}

/* How many blocks of ours a dump of that process has. Those of another second have another stack. */
static int blocks(const char *path, const char *id) {
  static const char counts[] = "\n  t*: ";
  char address[256];
  snprintf(address, sizeof(address), "/api/v1/dumps/%s", id);
  CHECK(ask(path, "GET", address, "") == 200);
  int sum = 0;
  const char *line = strstr(answer, counts); /* of the whole */
  CHECK(line != NULL);
  while ((line = strstr(line + 1, counts)) != NULL) {
    char *bytes;
    long objects = strtol(line + strlen(counts), &bytes, 10);
    sum += strtol(bytes + 1, NULL, 10) == objects * BLOCK ? (int)objects : 0;
  }
  return sum;
}

static int dumped_blocks(const char *path) {
  char id[256];
  CHECK(ask(path, "POST", "/api/v1/dumps", "") == 201);
  read_member("id", id, sizeof(id));
  return blocks(path, id);
}

static void is_sampled_and_controlled(void) {
  char path[PATH_MAX];
  struct stat status;
  struct server server = start("server");
  socket_of(server.pid, runtime, path);
  say(&server, "leak", 500);
  CHECK(ask(path, "GET", "/api/v1/state", "") == 200);
  CHECK(says("\"jvm\":false") && says("\"active\":true") && says("\"rateBytes\":1024") &&
        says(", sampled by jemscope"));
  CHECK(stat(path, &status) == 0 && (status.st_mode & 0777) == 0600);
  CHECK(stat(runtime, &status) == 0 && (status.st_mode & 0777) == 0700);
  CHECK(dumped_blocks(path) == 500);
  CHECK(ask(path, "PUT", "/api/v1/profiling", "{\"active\":false}") == 200 && says("\"changed\":true"));
  CHECK(ask(path, "PUT", "/api/v1/profiling", "{\"active\":false}") == 200 && says("\"changed\":false"));
  say(&server, "leak", 100);
  CHECK(dumped_blocks(path) == 500);
  CHECK(ask(path, "PUT", "/api/v1/profiling", "{\"active\":true}") == 200 && says("\"changed\":true"));
  say(&server, "leak", 100);
  CHECK(dumped_blocks(path) == 600);
  CHECK(ask(path, "GET", "/api/v1/statistics?format=text", "") == 200 && says("Begin glibc statistics"));
  CHECK(ask(path, "POST", "/api/v1/resets", "{\"discard\":true}") == 200);
  CHECK(dumped_blocks(path) == 0);
  CHECK(end(&server, 7) == 7);
  CHECK(access(path, F_OK) != 0 && errno == ENOENT);
}

static void a_run_ends_by_itself(void) {
  char path[PATH_MAX];
  char baseline[256];
  char profile[256];
  struct server server = start("server");
  socket_of(server.pid, runtime, path);
  say(&server, "leak", 50);
  CHECK(ask(path, "PUT", "/api/v1/profiling", "{\"active\":false}") == 200);
  CHECK(ask(path, "POST", "/api/v1/runs", "{\"seconds\":1, \"label\":\"a \\\"b\\u00e9\"}") == 201);
  CHECK(says("\"state\":\"running\"") && says("\"label\":\"a \\\"b\xC3\xA9\""));
  CHECK(ask(path, "POST", "/api/v1/runs", "{}") == 409 && says("there is one at a time") && says("\"next\":\"Wait"));
  CHECK(ask(path, "PUT", "/api/v1/profiling", "{\"active\":false}") == 409 && says("\"next\":\"Stop the run"));
  say(&server, "leak", 70);
  do {
    nap();
    CHECK(ask(path, "GET", "/api/v1/state", "") == 200);
  } while (strstr(answer, "\"run\":null") == NULL);
  CHECK(says("\"active\":false"));
  CHECK(ask(path, "GET", "/api/v1/runs", "") == 200 && says("\"state\":\"finished\""));
  read_member("baseline", baseline, sizeof(baseline));
  read_member("profile", profile, sizeof(profile));
  CHECK(blocks(path, baseline) == 50 && blocks(path, profile) == 120);
  CHECK(ask(path, "POST", "/api/v1/runs", "") == 201);
  CHECK(ask(path, "PATCH", "/api/v1/runs/current", "{\"state\":\"finished\"}") == 200);
  CHECK(ask(path, "PATCH", "/api/v1/runs/current", "{\"state\":\"finished\"}") == 404);
  CHECK(end(&server, 0) == 0);
}

static bool has_rate(const char *path, const char *member) {
  return ask(path, "GET", "/api/v1/state", "") == 200 && says(member);
}

static int finish(const char *path, const char *id) {
  char address[64];
  snprintf(address, sizeof(address), "/api/v1/runs/%s", id);
  return ask(path, "PATCH", address, "{\"state\":\"finished\"}");
}

static void the_rate_comes_back_after_a_run(void) {
  static const char own_rate[] = "\"rateBytes\":65536";
  static const char rate[] = "\"rateBytes\":1024";
  char path[PATH_MAX];
  char obstacle[PATH_MAX + 64];
  char first[32];
  char second[32];
  struct server server = start("server");
  socket_of(server.pid, runtime, path);
  close(await(path));
  snprintf(obstacle, sizeof(obstacle), "%s/dumps", runtime);
  CHECK(mkdir(obstacle, 0700) == 0 || errno == EEXIST);
  snprintf(obstacle, sizeof(obstacle), "%s/dumps/%d", runtime, (int)server.pid);
  CHECK(mknod(obstacle, S_IFREG | 0600, 0) == 0);
  CHECK(ask(path, "POST", "/api/v1/runs", "{\"sampleBytes\":65536,\"discard\":true}") == 500);
  CHECK(has_rate(path, rate)); /* no run was begun */
  CHECK(ask(path, "POST", "/api/v1/runs", "{\"sampleBytes\":65536,\"discard\":true,\"baseline\":false}") == 201);
  read_member("id", first, sizeof(first));
  CHECK(finish(path, first) == 200 && says("\"state\":\"failed\"") && has_rate(path, own_rate));
  CHECK(unlink(obstacle) == 0);
  CHECK(ask(path, "POST", "/api/v1/runs", "{}") == 201);
  read_member("id", second, sizeof(second));
  CHECK(finish(path, first) == 200 && says("\"state\":\"finished\"") && has_rate(path, own_rate));
  CHECK(finish(path, second) == 200 && says("\"state\":\"finished\"") && has_rate(path, rate));
  CHECK(end(&server, 0) == 0);
}

static void a_runs_baseline_is_kept(void) {
  char path[PATH_MAX];
  char baseline[256];
  char oldest[256];
  struct server server = start("server");
  socket_of(server.pid, runtime, path);
  say(&server, "leak", 40);
  CHECK(ask(path, "POST", "/api/v1/runs", "") == 201);
  read_member("baseline", baseline, sizeof(baseline));
  for (int i = 0; i < 25; i++) {
    CHECK(ask(path, "POST", "/api/v1/dumps", "") == 201);
  }
  CHECK(ask(path, "GET", "/api/v1/dumps", "") == 200);
  read_member("id", oldest, sizeof(oldest));
  CHECK(strcmp(oldest, baseline) == 0 && blocks(path, baseline) == 40);
  CHECK(finish(path, "current") == 200);
  CHECK(ask(path, "POST", "/api/v1/dumps", "") == 201);
  CHECK(ask(path, "GET", "/api/v1/dumps", "") == 200 && strstr(answer, baseline) == NULL);
  CHECK(end(&server, 0) == 0);
}

static void the_newest_dumps_are_kept(void) {
  char path[PATH_MAX];
  char first[256];
  char file[256];
  struct server server = start("server");
  socket_of(server.pid, runtime, path);
  CHECK(ask(path, "POST", "/api/v1/dumps", "") == 201);
  read_member("id", first, sizeof(first));
  read_member("file", file, sizeof(file));
  for (int i = 0; i < 20; i++) {
    CHECK(access(file, F_OK) == 0);
    CHECK(ask(path, "POST", "/api/v1/dumps", "") == 201);
  }
  CHECK(access(file, F_OK) != 0);
  CHECK(ask(path, "GET", "/api/v1/dumps", "") == 200 && strstr(answer, first) == NULL);
  CHECK(end(&server, 0) == 0);
}

static void a_child_is_sampled_for_itself(void) {
  char path[PATH_MAX];
  char child_path[PATH_MAX];
  struct server server = start("server");
  socket_of(server.pid, runtime, path);
  say(&server, "leak", 300);
  pid_t child = say(&server, "fork", 200);
  socket_of(child, runtime, child_path);
  close(await(child_path));
  CHECK(dumped_blocks(child_path) == 200);
  CHECK(dumped_blocks(path) == 300);
  CHECK(ask(child_path, "GET", "/api/v1/dumps", "") == 200);
  CHECK(end(&server, 0) == 0);
  for (int i = 0; i < 500 && access(child_path, F_OK) == 0; i++) {
    nap();
  }
  CHECK(access(child_path, F_OK) != 0);
}

/* The socket of a child that has given up its rights is where both its user and root can use it. */
static void a_child_without_rights_is_controlled_by_root(void) {
  char path[PATH_MAX];
  char folder[64];
  char dumps[PATH_MAX];
  struct stat status;
  if (geteuid() != 0) {
    return;
  }
  snprintf(folder, sizeof(folder), "/tmp/jemscope-%d", NOBODY);
  struct server server = start("server");
  pid_t child = say(&server, "drop", 30);
  socket_of(child, folder, path);
  CHECK(ask(path, "POST", "/api/v1/dumps", "") == 201);
  read_member("file", dumps, sizeof(dumps));
  CHECK(strncmp(dumps, folder, strlen(folder)) == 0);
  CHECK(stat(path, &status) == 0 && status.st_uid == NOBODY && stat(dumps, &status) == 0 && status.st_uid == NOBODY);
  CHECK(dumped_blocks(path) == 30);
  CHECK(end(&server, 0) == 0);
  char command[PATH_MAX + 16];
  *strrchr(dumps, '/') = '\0';
  snprintf(command, sizeof(command), "rm -r %s", dumps);
  CHECK(system(command) == 0);
}

static void forks_while_threads_allocate(void) {
  char path[PATH_MAX];
  struct server server = start("server");
  socket_of(server.pid, runtime, path);
  fputs("often 200\n", server.in);
  fflush(server.in);
  for (int i = 0; i < 20; i++) {
    CHECK(ask(path, "POST", "/api/v1/dumps", "") == 201);
    CHECK(ask(path, "PUT", "/api/v1/profiling", i % 2 == 0 ? "{\"active\":false}" : "{\"active\":true}") == 200);
    CHECK(ask(path, "GET", "/api/v1/statistics", "") == 200);
  }
  char line[16];
  CHECK(fgets(line, sizeof(line), server.out) != NULL && atoi(line) == 0);
  CHECK(end(&server, 0) == 0);
}

static void bad_requests_are_refused(void) {
  static char large[40000];
  char path[PATH_MAX];
  struct server server = start("server");
  socket_of(server.pid, runtime, path);
  CHECK(exchange(path, "\r\n\r\n") == 0);
  CHECK(exchange(path, "GET /api/v1/state\r\n\r\n") == 0);
  CHECK(exchange(path, "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n") == 0);
  memset(large, 'x', sizeof(large) - 1);
  CHECK(exchange(path, large) == 0);
  int half = await(path);
  CHECK(send(half, "GET ", 4, 0) == 4);
  CHECK(ask(path, "GET", "/api/v1/state", "") == 200); /* the half one only costs its time */
  close(half);
  CHECK(ask(path, "GET", "/page", "") == 404 && says("isn't a JVM"));
  CHECK(ask(path, "DELETE", "/api/v1/state", "") == 405);
  CHECK(ask(path, "GET", "/api/v1/dumps/../../x", "") == 404);
  CHECK(ask(path, "GET", "/api/v1/runs/current", "") == 404);
  CHECK(ask(path, "POST", "/plugin/memory_profile/msg", "dump it") == 400 && says("application/json"));
  CHECK(ask(path, "POST", "/plugin/memory_profile/msg", "activate\n") == 200 && says("text/plain"));
  static const char *const bad[] = {"{",
                                    "[]",
                                    "{\"active\"}",
                                    "{\"active\":1}",
                                    "{\"activ\":true}",
                                    "{\"active\":true}x",
                                    "{}",
                                    "{\"active\":true,}"};
  for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
    CHECK(ask(path, "PUT", "/api/v1/profiling", bad[i]) == 400);
  }
  CHECK(ask(path, "POST", "/api/v1/runs", "{\"seconds\":0}") == 400);
  CHECK(ask(path, "POST", "/api/v1/runs", "{\"seconds\":99999999999999999999}") == 400);
  CHECK(ask(path, "POST", "/api/v1/runs", "{\"sampleBytes\":65536}") == 400);
  CHECK(ask(path, "GET", "/api/v1/state", "") == 200);
  CHECK(end(&server, 0) == 0);
}

/* A program may close what it doesn't know, and reuse the numbers. */
static void the_socket_comes_back(void) {
  char path[PATH_MAX];
  struct server server = start("server");
  socket_of(server.pid, runtime, path);
  close(await(path));
  say(&server, "close", 0);
  int status = 0;
  for (int i = 0; i < 500 && status != 200; i++) {
    status = ask(path, "GET", "/api/v1/state", "");
    nap();
  }
  CHECK(status == 200);
  CHECK(end(&server, 0) == 0);
}

static void all_changes_of_rights_end_the_thread_before(void) {
  char path[PATH_MAX];
  struct server server = start("server");
  socket_of(server.pid, runtime, path);
  close(await(path));
  CHECK(say(&server, "rights", 3) == 3 * CHANGES);
  CHECK(ask(path, "GET", "/api/v1/state", "") == 200);
  CHECK(end(&server, 0) == 0);
}

static void a_slow_client_does_not_hold_up_a_change_of_rights(void) {
  char path[PATH_MAX];
  struct timespec before;
  struct timespec after;
  struct server server = start("server");
  socket_of(server.pid, runtime, path);
  int slow = await(path);
  CHECK(send(slow, "GET ", 4, 0) == 4);
  CHECK(ask(path, "GET", "/api/v1/state", "") == 200);
  close(slow);
  slow = await(path);
  CHECK(send(slow, "GET ", 4, 0) == 4);
  clock_gettime(CLOCK_MONOTONIC, &before);
  CHECK(say(&server, "rights", 1) == CHANGES);
  clock_gettime(CLOCK_MONOTONIC, &after);
  CHECK(after.tv_sec - before.tv_sec < 2); /* a request may take 5 seconds */
  close(slow);
  CHECK(ask(path, "GET", "/api/v1/state", "") == 200);
  CHECK(end(&server, 0) == 0);
}

static void a_program_that_cannot_load_libraries_changes_its_user(void) {
  if (geteuid() != 0) {
    return;
  }
  CHECK(setenv("JEMSCOPE_ACTIVE", "false", 1) == 0); /* the sampler has libgcc_s loaded */
  struct server server = start("server");
  CHECK(say(&server, "chroot", 0) == 0);
  CHECK(end(&server, 0) == 0);
  unsetenv("JEMSCOPE_ACTIVE");
}

static void a_program_without_room_for_files_costs_no_time(void) {
  char path[PATH_MAX];
  struct server server = start("server");
  socket_of(server.pid, runtime, path);
  close(await(path));
  say(&server, "exhaust", 1);
  int waiting = await(path);
  int before = say(&server, "used", 0);
  nanosleep(&(struct timespec){1, 0}, NULL);
  CHECK(say(&server, "used", 0) - before < 200);
  say(&server, "exhaust", 0);
  CHECK(ask(path, "GET", "/api/v1/state", "") == 200);
  close(waiting);
  CHECK(end(&server, 0) == 0);
}

static void an_entry_with_words_for_the_linker_is_found(void) {
  char path[PATH_MAX];
  char entry[] = "$ORIGIN/libjemscope.so";
  char whole[PATH_MAX];
  strcpy(whole, library);
  strcpy(library, entry);
  struct server server = start("server");
  socket_of(server.pid, runtime, path);
  CHECK(ask(path, "GET", "/api/v1/state", "") == 200);
  CHECK(say(&server, "mapped", 0) == 0);
  CHECK(end(&server, 0) == 0);
  strcpy(library, whole);
}

static int entries(const char *folder) {
  DIR *all = opendir(folder);
  int count = 0;
  while (all != NULL && readdir(all) != NULL) {
    count++;
  }
  if (all != NULL) {
    closedir(all);
  }
  return count;
}

static void a_short_program_leaves_nothing(void) {
  int before = entries(runtime);
  for (int i = 0; i < 20; i++) {
    struct server server = start("short");
    CHECK(end(&server, 0) == 5);
  }
  CHECK(entries(runtime) == before);
}

static void a_killed_programs_socket_is_removed_by_the_next(void) {
  char path[PATH_MAX];
  char next_path[PATH_MAX];
  int status = 0;
  struct server server = start("server");
  socket_of(server.pid, runtime, path);
  close(await(path));
  CHECK(kill(server.pid, SIGKILL) == 0 && waitpid(server.pid, &status, 0) == server.pid);
  CHECK(access(path, F_OK) == 0);
  struct server next = start("server");
  socket_of(next.pid, runtime, next_path);
  close(await(next_path));
  CHECK(access(path, F_OK) != 0 && access(next_path, F_OK) == 0);
  CHECK(end(&next, 0) == 0);
}

static void other_programs_are_left_alone(void) {
  struct server server = start("server");
  CHECK(say(&server, "mapped", 0) == 0);
  CHECK(end(&server, 0) == 0);
  CHECK(setenv("JEMSCOPE_FOLLOW", "true", 1) == 0);
  server = start("server");
  CHECK(say(&server, "mapped", 0) > 0);
  CHECK(end(&server, 0) == 0);
  unsetenv("JEMSCOPE_FOLLOW");
}

static void settings_come_from_the_environment(void) {
  char path[PATH_MAX];
  char folder[PATH_MAX];
  char file[PATH_MAX + 32];
  CHECK(snprintf(folder, sizeof(folder), "%s/chosen", runtime) < PATH_MAX);
  CHECK(setenv("JEMSCOPE_ACTIVE", "false", 1) == 0 && setenv("JEMSCOPE_FINAL", "true", 1) == 0);
  CHECK(setenv("JEMSCOPE_FOLDER", folder, 1) == 0);
  struct server server = start("server");
  socket_of(server.pid, runtime, path);
  say(&server, "leak", 10);
  CHECK(ask(path, "GET", "/api/v1/state", "") == 200 && says("\"active\":false"));
  CHECK(dumped_blocks(path) == 0);
  CHECK(end(&server, 0) == 0);
  snprintf(file, sizeof(file), "%s/%d.final.heap", folder, (int)server.pid);
  CHECK(access(file, R_OK) == 0);
  unsetenv("JEMSCOPE_ACTIVE");
  unsetenv("JEMSCOPE_FINAL");
  unsetenv("JEMSCOPE_FOLDER");
}

int main(int count, char **arguments) {
  if (count > 1) {
    return strcmp(arguments[1], "server") == 0 ? serve() : 5;
  }
  signal(SIGPIPE, SIG_IGN);
  CHECK(realpath(arguments[0], self) != NULL);
  snprintf(library, sizeof(library), "%s", self);
  strcpy(strrchr(library, '/') + 1, "libjemscope.so");
  char folder[] = "/tmp/jemscope-preload-XXXXXX";
  CHECK(mkdtemp(folder) != NULL);
  snprintf(runtime, sizeof(runtime), "%s/runtime", folder);
  CHECK(setenv("JEMSCOPE_RUNTIME_DIR", runtime, 1) == 0);
  a_short_program_leaves_nothing();
  is_sampled_and_controlled();
  a_run_ends_by_itself();
  the_rate_comes_back_after_a_run();
  a_runs_baseline_is_kept();
  the_newest_dumps_are_kept();
  a_child_is_sampled_for_itself();
  a_child_without_rights_is_controlled_by_root();
  forks_while_threads_allocate();
  bad_requests_are_refused();
  the_socket_comes_back();
  all_changes_of_rights_end_the_thread_before();
  a_slow_client_does_not_hold_up_a_change_of_rights();
  a_program_that_cannot_load_libraries_changes_its_user();
  a_program_without_room_for_files_costs_no_time();
  an_entry_with_words_for_the_linker_is_found();
  a_killed_programs_socket_is_removed_by_the_next();
  other_programs_are_left_alone();
  settings_come_from_the_environment();
  char command[PATH_MAX + 16];
  snprintf(command, sizeof(command), "rm -r %s", folder);
  CHECK(system(command) == 0);
  return 0;
}
