// Loaded before a program (LD_PRELOAD), it kills it just before the n-th call that changes a file by which SQLite writes, where n is
// BOXCARS_KILL_AT: a moment that is chosen, and the same on every machine.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long left;

__attribute__((constructor)) static void read_number(void) {
  const char* number = getenv("BOXCARS_KILL_AT");
  left = number ? atol(number) : 0;
}

static void count(void) {
  if (atomic_fetch_sub(&left, 1) == 1) kill(getpid(), SIGKILL);
}

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) {
  static ssize_t (*real)(int, const void*, size_t, off64_t);
  if (!real) real = (ssize_t(*)(int, const void*, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64");
  count();
  return real(file, bytes, size, at);
}

int ftruncate64(int file, off64_t size) {
  static int (*real)(int, off64_t);
  if (!real) real = (int (*)(int, off64_t))dlsym(RTLD_NEXT, "ftruncate64");
  count();
  return real(file, size);
}

int unlink(const char* path) {
  static int (*real)(const char*);
  if (!real) real = (int (*)(const char*))dlsym(RTLD_NEXT, "unlink");
  count();
  return real(path);
}
