#include "io/files/system_words.hpp"

#include <cerrno>
#include <cstring>
#include <set>

#include <catch2/catch.hpp>

using boxcars::io::in_words;

TEST_CASE("what the system could not do is told in words of the program") {
  std::set<std::string> different;
  for (const int error : {EACCES, ENOENT, ENOSPC, ELOOP, ENAMETOOLONG, EISDIR, EROFS, EFBIG, EMFILE}) {
    INFO(std::strerror(error));
    const std::string words = in_words(std::error_code(error, std::generic_category()));
    CHECK(words != std::strerror(error));
    CHECK(words == in_words(std::error_code(error, std::system_category())));
    different.insert(words);
  }
  CHECK(different.size() == 9);
  CHECK(in_words(std::error_code(EPIPE, std::generic_category())) == std::strerror(EPIPE));
}
