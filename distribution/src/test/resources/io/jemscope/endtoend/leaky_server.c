/* A server that isn't a JVM. When the file "go-on" appears in its folder it leaks, and so does a worker that it forks; when
   "end" appears, both end, and it exits with 7. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SESSIONS = 20000, SESSION_BYTES = 2000, JOBS = 5000, JOB_BYTES = 4000 };

static void *volatile last;

static void keep(void *block) { last = block; }

__attribute__((noinline)) static void plant_sessions(void) {
  for (int i = 0; i < SESSIONS; i++) {
    keep(malloc(SESSION_BYTES)); /* the line that the test looks for */
  }
}

__attribute__((noinline)) static void plant_jobs(void) {
  for (int i = 0; i < JOBS; i++) {
    keep(calloc(1, JOB_BYTES));
  }
}

static void await(const char *file) {
  while (access(file, F_OK) != 0) {
    usleep(10000);
  }
}

int main(void) {
  printf("ready\n");
  fflush(stdout);
  await("go-on");
  plant_sessions();
  pid_t worker = fork();
  if (worker == 0) {
    plant_jobs();
    printf("worker %d\n", (int)getpid());
    fflush(stdout);
    await("end");
    exit(5);
  }
  printf("planted\n");
  fflush(stdout);
  int status = 0;
  waitpid(worker, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 5 ? 7 : 1;
}
