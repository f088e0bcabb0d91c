/* Which folders are fit for dumps: nobody else can write to them, or put another in their place. */

#include "folder.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

static char why[FOLDER_WHY_BYTES];

static bool exists(const char *path) { return access(path, F_OK) == 0; }

static void make_file(const char *path) {
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);
  CHECK(file >= 0);
  close(file);
}

static bool is_made(const char *folder) { return folder_is_fit(folder, true, why); }

static bool is_fit(const char *folder) { return folder_is_fit(folder, false, why); }

/* Whether the folder is refused, made or not, for a reason that begins so. */
static bool is_refused(const char *folder, const char *reason) {
  return !is_fit(folder) && strncmp(why, reason, strlen(reason)) == 0 && !is_made(folder) &&
         strncmp(why, reason, strlen(reason)) == 0;
}

static void a_folder_is_made_private(void) {
  struct stat status;
  CHECK(is_made("deep/er/own/"));
  CHECK(stat("deep/er/own", &status) == 0 && (status.st_mode & 0777) == 0700);
  CHECK(is_made("deep/er/own") && is_fit("deep/er/own"));
}

static void a_folder_is_not_made_early(void) {
  CHECK(is_fit("early/er/own/") && is_fit("early") && !exists("early"));
  CHECK(mkdir("early", 0700) == 0 && is_fit("early"));
  CHECK(is_fit("early/er//own") && !exists("early/er"));
}

static void a_folder_must_be_this_users_alone(void) {
  CHECK(chmod("early", 0755) == 0 && is_fit("early"));
  CHECK(chmod("early", 0775) == 0 && is_refused("early", "other users may write to it. Fix or remove it, or name"));
  CHECK(chmod("early", 0702) == 0 && is_refused("early", "other users may write to it. "));
  CHECK(symlink("early", "linked") == 0 && is_refused("linked", "it is a symbolic link, "));
  CHECK(is_refused("linked/", "it is a symbolic link, "));
  make_file("file");
  CHECK(is_refused("file", "it is not a folder. "));
  CHECK(is_refused("file/below", "Not a directory. "));
  CHECK(is_refused(geteuid() == 0 ? "/proc/1/none" : "/proc", ""));
  CHECK(mkdir("locked", 0500) == 0);
  if (geteuid() != 0) {
    CHECK(is_refused("locked/a/b", "Permission denied. "));
  } else {
    CHECK(chown("early", 4711, (gid_t)-1) == 0 && is_refused("early", "it belongs to another user. "));
  }
}

/* Who can write to a folder above can put another in the place of ours. */
static void folders_above_are_checked(void) {
  char real[PATH_MAX];
  char open_to_all[FOLDER_WHY_BYTES];
  char of_another[FOLDER_WHY_BYTES];
  CHECK(mkdir("above", 0700) == 0 && chmod("above", 0777) == 0 && realpath("above", real) != NULL);
  snprintf(open_to_all, sizeof(open_to_all), "its parent folder %s can be written by every user. Name another", real);
  snprintf(of_another, sizeof(of_another), "its parent folder %s belongs to another user. Name another", real);
  CHECK(is_refused("above/a/b", open_to_all) && !exists("above/a"));
  CHECK(symlink("above", "to-above") == 0 && is_refused("to-above/a", open_to_all) && !exists("above/a"));
  CHECK(chmod("above", 01777) == 0 && is_made("above/sticky"));
  CHECK(chmod("above", 0775) == 0 && is_made("above/group's"));
  if (geteuid() == 0) {
    CHECK(chown("above", 4711, (gid_t)-1) == 0 && chmod("above", 0700) == 0);
    CHECK(is_refused("above/a", of_another) && !exists("above/a"));
    CHECK(is_refused("above/sticky", of_another));
    CHECK(chown("above", 0, (gid_t)-1) == 0);
  }
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *position) {
  (void)status;
  (void)type;
  (void)position;
  return remove(path);
}

int main(void) {
  char folder[] = "/tmp/folder_test.XXXXXX";
  CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0);
  a_folder_is_made_private();
  a_folder_is_not_made_early();
  a_folder_must_be_this_users_alone();
  folders_above_are_checked();
  CHECK(nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS) == 0);
  return 0;
}
