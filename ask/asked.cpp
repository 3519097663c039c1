#include "ask/asked.hpp"

namespace boxcars::ask {

void Asked::on(const model::MapInput& map, const std::string& hex, const std::string& from) {
  if (map.file.empty()) return;
  AskedMap about{map, {}};
  for (const std::string& named : {hex, from}) {
    if (!named.empty()) about.hexes.push_back(named);
  }
  map_ = std::make_shared<const AskedMap>(std::move(about));
}

}  // namespace boxcars::ask
