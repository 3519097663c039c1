#include "cli/map_options.hpp"

#include "cli/options.hpp"
#include "io/map_file.hpp"
#include "model/bad_input.hpp"

namespace boxcars::cli {

void add_map_options(CLI::App& app, model::MapInput& input, const std::string& group) {
  add_text(app, "--map", "FILE", input.file, "a map file in TOML")->group(group);
  add_words(app, "--set", "HEX=stone:3", input.set, "changes by SSR; also K9=open, =water, =stone-rubble")->group(group);
}

void read_map_of(model::MapInput& input) {
  if (input.file.empty()) throw model::BadInput("no map given (where does the rubble fall?); give it like --map chateau.toml");
  input.map = io::read_map(input.file);
}

}  // namespace boxcars::cli
