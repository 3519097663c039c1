#include "cli/files.hpp"

#include <fstream>
#include <iterator>

#include "model/bad_input.hpp"

namespace boxcars::cli {

std::string read_file(const std::string& name, const std::string& what) {
  std::ifstream file(name, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.is_open() && !file.bad()) return text;
  throw model::BadInput("the " + what + " " + model::shown(name) + " cannot be read (is it there, and a file?); give a file in TOML");
}

}  // namespace boxcars::cli
