// Preloaded into the program: records everything that changes files below EVENTIDE_DISK_ROOT, in order, in EVENTIDE_DISK_LOG.
// A record is a line "pid op fd number number path-length path-length data-length", then both paths and the data.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define MAX_FDS 65536
static char watched[MAX_FDS];
static struct { dev_t device; ino_t number; } files[MAX_FDS];
static const char *root;
static int journal = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  root = getenv("EVENTIDE_DISK_ROOT");
  const char *path = getenv("EVENTIDE_DISK_LOG");
  if (root && path) journal = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int inside(const char *path) {
  return journal >= 0 && path && strncmp(path, root, strlen(root)) == 0;
}

// Some closes bypass the library: the number may belong to something else by now.
static int is_watched(int fd) {
  struct stat now;
  return fd >= 0 && fd < MAX_FDS && watched[fd] && fstat(fd, &now) == 0 && now.st_dev == files[fd].device &&
         now.st_ino == files[fd].number;
}

static void record(const char *op, int fd, long a, long b, const char *path, const char *other, const void *data, size_t size) {
  char head[160];
  size_t path_size = path ? strlen(path) : 0, other_size = other ? strlen(other) : 0;
  int head_size = snprintf(head, sizeof head, "%d %s %d %ld %ld %zu %zu %zu\n", getpid(), op, fd, a, b, path_size, other_size, size);
  struct iovec parts[4] = {{head, head_size}, {(void *)path, path_size}, {(void *)other, other_size}, {(void *)data, size}};
  if (syscall(SYS_writev, journal, parts, 4) != (long)(head_size + path_size + other_size + size)) abort();
}

static int opened(int fd, const char *path, int flags, int existed) {
  if (fd >= 0 && fd < MAX_FDS) {
    struct stat now;
    if (fstat(fd, &now) != 0) abort();
    watched[fd] = 1;
    files[fd].device = now.st_dev;
    files[fd].number = now.st_ino;
    record("open", fd, !existed, (flags & O_TRUNC) != 0, path, NULL, NULL, 0);
  }
  return fd;
}

#define OPEN(name)                                                       \
  int name(const char *path, int flags, ...) {                           \
    va_list rest;                                                        \
    va_start(rest, flags);                                               \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                        \
    if (!inside(path)) return REAL(name)(path, flags, mode);             \
    pthread_mutex_lock(&lock);                                           \
    int existed = access(path, F_OK) == 0;                               \
    int fd = opened(REAL(name)(path, flags, mode), path, flags, existed); \
    pthread_mutex_unlock(&lock);                                         \
    return fd;                                                           \
  }
OPEN(open)
OPEN(open64)

int close(int fd) {
  if (!is_watched(fd)) return REAL(close)(fd);
  pthread_mutex_lock(&lock);
  watched[fd] = 0;
  record("close", fd, 0, 0, NULL, NULL, NULL, 0);
  int result = REAL(close)(fd);
  pthread_mutex_unlock(&lock);
  return result;
}

#define PWRITE(name)                                                        \
  ssize_t name(int fd, const void *bytes, size_t size, off_t at) {          \
    if (!is_watched(fd)) return REAL(name)(fd, bytes, size, at);            \
    pthread_mutex_lock(&lock);                                              \
    ssize_t done = REAL(name)(fd, bytes, size, at);                         \
    if (done > 0) record("write", fd, at, 0, NULL, NULL, bytes, done);      \
    pthread_mutex_unlock(&lock);                                            \
    return done;                                                            \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

ssize_t write(int fd, const void *bytes, size_t size) {
  if (!is_watched(fd)) return REAL(write)(fd, bytes, size);
  pthread_mutex_lock(&lock);
  ssize_t done = REAL(write)(fd, bytes, size);
  if (done > 0) record("write", fd, lseek(fd, 0, SEEK_CUR) - done, 0, NULL, NULL, bytes, done);
  pthread_mutex_unlock(&lock);
  return done;
}

// Not used by what is tested: better to fail than to miss a change.
#define UNKNOWN(name, type, declared, passed)                     \
  type name declared {                                            \
    if (is_watched(fd)) {                                         \
      fprintf(stderr, "recording-disk: " #name " is not recorded\n"); \
      abort();                                                    \
    }                                                             \
    return REAL(name) passed;                                     \
  }
UNKNOWN(writev, ssize_t, (int fd, const struct iovec *parts, int n), (fd, parts, n))
UNKNOWN(pwritev64, ssize_t, (int fd, const struct iovec *parts, int n, off_t at), (fd, parts, n, at))

#define SYNC(name)                                        \
  int name(int fd) {                                      \
    if (!is_watched(fd)) return REAL(name)(fd);           \
    pthread_mutex_lock(&lock);                            \
    /* A test of order, not of the disk: nothing is lost */ \
    record("sync", fd, 0, 0, NULL, NULL, NULL, 0);        \
    pthread_mutex_unlock(&lock);                          \
    return 0;                                             \
  }
SYNC(fsync)
SYNC(fdatasync)

#define FTRUNCATE(name)                                                   \
  int name(int fd, off_t size) {                                          \
    if (!is_watched(fd)) return REAL(name)(fd, size);                     \
    pthread_mutex_lock(&lock);                                            \
    int result = REAL(name)(fd, size);                                    \
    if (result == 0) record("truncate", fd, size, 0, NULL, NULL, NULL, 0); \
    pthread_mutex_unlock(&lock);                                          \
    return result;                                                        \
  }
FTRUNCATE(ftruncate)
FTRUNCATE(ftruncate64)

#define ON_PATH(name, op, declared, passed, other)                      \
  int name declared {                                                   \
    if (!inside(path)) return REAL(name) passed;                        \
    pthread_mutex_lock(&lock);                                          \
    int result = REAL(name) passed;                                     \
    if (result == 0) record(op, -1, 0, 0, path, other, NULL, 0);        \
    pthread_mutex_unlock(&lock);                                        \
    return result;                                                      \
  }
ON_PATH(unlink, "unlink", (const char *path), (path), NULL)
ON_PATH(rmdir, "unlink", (const char *path), (path), NULL)
ON_PATH(mkdir, "mkdir", (const char *path, mode_t mode), (path, mode), NULL)
ON_PATH(rename, "rename", (const char *path, const char *to), (path, to), to)
ON_PATH(link, "link", (const char *path, const char *to), (path, to), to)
