#include <atomic>
#include <csignal>
#include <cstdlib>

#include <dlfcn.h>
#include <sys/types.h>
#include <unistd.h>

// Loaded before a program (LD_PRELOAD), it kills it just before the n-th call by which SQLite changes a file, where n is BOXCARS_KILL_AT: a
// moment that is chosen, and the same on every machine.

namespace {

std::atomic<long> left = [] {
  const char* number = std::getenv("BOXCARS_KILL_AT");
  return number ? std::atol(number) : 0;
}();

void count() {
  if (left.fetch_sub(1) == 1) kill(getpid(), SIGKILL);
}

// The call that the program would have made.
template <class Call>
Call* real(const char* name) {
  return reinterpret_cast<Call*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) {
  count();
  return real<decltype(pwrite64)>("pwrite64")(file, bytes, size, at);
}

int ftruncate64(int file, off64_t size) noexcept {
  count();
  return real<decltype(ftruncate64)>("ftruncate64")(file, size);
}

int unlink(const char* path) noexcept {
  count();
  return real<decltype(unlink)>("unlink")(path);
}

}  // extern "C"
