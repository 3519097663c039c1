#include "io/files/write_lock.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/files/failed.hpp"
#include "io/files/system_words.hpp"

namespace boxcars::io {

WriteLock::WriteLock(const std::string& path, const std::string& name) : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (file_ < 0)
    throw Failed(name + " cannot be written (" + in_words(std::error_code(errno, std::generic_category())) + "); give another file");
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = off_t{1} << 62;
  lock.l_len = 1;
  if (fcntl(file_, F_OFD_SETLK, &lock) == 0) return;
  const int error = errno;
  close(file_);
  if (error != EAGAIN && error != EACCES)
    throw Failed(name + " cannot be locked (" + in_words(std::error_code(error, std::generic_category())) +
                 "); give a file on a disk of this machine");
  throw Failed(name + " is in use (another run writes to it); wait until that has ended, or give --store another file");
}

WriteLock::~WriteLock() { close(file_); }

bool WriteLock::is_at(const std::string& path) const {
  struct stat locked = {};
  struct stat there = {};
  return fstat(file_, &locked) == 0 && stat(path.c_str(), &there) == 0 && locked.st_dev == there.st_dev && locked.st_ino == there.st_ino;
}

}  // namespace boxcars::io
