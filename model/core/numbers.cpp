#include "model/core/numbers.hpp"

namespace boxcars::model {

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (auto i = static_cast<std::ptrdiff_t>(text.size()) - 3; i > 0; i -= 3) text.insert(static_cast<std::size_t>(i), ",");
  return text;
}

}  // namespace boxcars::model
