#include "io/files/system_words.hpp"

#include <cerrno>

namespace boxcars::io {

std::string in_words(const std::error_code& error) {
  switch (error.value()) {
    case EACCES:
    case EPERM:
      return "no permission";
    case ENOENT:
      return "there is no such file or folder";
    case ENOTDIR:
      return "a part of its path is no folder";
    case EISDIR:
      return "it is a folder";
    case ENOSPC:
      return "the disk is full";
    case EFBIG:
      return "it may not grow so large";
    case EROFS:
      return "its disk may only be read";
    case ELOOP:
      return "its links lead in a circle";
    case ENAMETOOLONG:
      return "its name is too long";
    case EMFILE:
    case ENFILE:
      return "too many files are open";
    case EIO:
      return "its disk could not read or write it";
    default:
      return error.message();
  }
}

}  // namespace boxcars::io
