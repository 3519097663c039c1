#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <sqlite3.h>

#include "cli/boxcars.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/folder.hpp"

// Damages small stores at random and exports them: every export is byte for byte the right one, or a refusal (status 1 or 2) that writes
// nothing. By hand for longer: fuzz_stores --seconds 600 --seed 2; a round that went wrong is repeated by --round. With --every-bit 1 each
// bit of the smallest stores is flipped once, which takes half an hour.
namespace {

using namespace boxcars;
using boxcars::test::bytes_of;
using boxcars::test::effort;
using boxcars::test::Folder;

struct Called {
  int status = 0;
  std::string out;
  std::string err;
};

Called call(const std::vector<std::string>& arguments) {
  static const std::atomic<bool> never{false};
  std::ostringstream out, err;
  const int status = cli::run(arguments, {out, err, {}, never});
  return {status, out.str(), err.str()};
}

// Of several questions and both stop rules, finished or not, with and without exact odds.
const std::vector<std::pair<std::string, std::string>> studies{
    {"he",
     "question = \"he\"\n[inputs]\nbuilding = \"stone\"\nlevels = 1\noccupant = [\"1=4-4-7\", \"0=9-1\"]\n[sweep]\ncaliber = [75, 150]\n"
     "shots = [1, 2]\n[stop]\ntrials = 600_000\n"},
    {"attack", "question = \"attack\"\n[inputs]\ntarget = \"9-1 4-4-7\"\n[sweep]\nfp = [2, 8, 16]\n[stop]\nprecision = 0.002\n"},
    {"clear", "question = \"clear\"\n[inputs]\ntask = \"wire\"\n[sweep]\nsquads = [1, 2]\nseed = [1, 2, 3]\n[stop]\ntrials = 2_000_000\n"},
    {"kindle", "question = \"kindle\"\nmethod = \"exact\"\n[inputs]\nterrain = \"wood\"\n[sweep]\nturns = { from = 1, to = 9 }\n"},
    {"hut", "question = \"hut\"\nmethod = \"simulate\"\n[inputs]\ncause = \"he\"\ncaliber = 105\n[stop]\ntrials = 1000\n"}};

const std::vector<std::string> formats{"csv", "json", "markdown"};

struct Whole {
  std::string name;
  std::string bytes;
  std::map<std::string, std::string> exports{};  // by format
};

// The same in the smallest pages that SQLite knows: its trees have branches, and hardly a byte is free.
void make_dense(const std::string& store) {
  sqlite3* database = nullptr;
  const bool done = sqlite3_open(store.c_str(), &database) == SQLITE_OK &&
                    sqlite3_exec(database, "PRAGMA page_size = 512; VACUUM", nullptr, nullptr, nullptr) == SQLITE_OK;
  sqlite3_close(database);
  if (!done) throw std::runtime_error("no dense store can be made");
}

std::vector<Whole> make_stores(const Folder& folder) {
  std::vector<Whole> stores;
  for (const auto& [name, text] : studies) {
    const std::string store = folder / (name + ".sqlite");
    std::vector<std::string> run{"study", "run", folder.file(name + ".toml", text), "--store", store, "--quiet", "--threads", "1"};
    if (name == "clear") run.insert(run.end(), {"--shard", "1/3"});  // some points without trials, some with a few
    if (const Called ran = call(run); ran.status != 0) throw std::runtime_error(ran.err);
    Whole whole{.name = name, .bytes = bytes_of(store)};
    for (const std::string& format : formats) whole.exports[format] = call({"study", "export", store, "--format", format}).out;
    stores.push_back(whole);
    make_dense(store);
    whole.bytes = bytes_of(store);
    stores.push_back(std::move(whole));
  }
  return stores;
}

// What happens to files: a bit flips, bytes go wrong, pages are swapped, lost or doubled, the end is missing.
std::string damaged(std::string bytes, std::mt19937_64& random) {
  const std::size_t page = static_cast<unsigned char>(bytes[16]) * 256U + static_cast<unsigned char>(bytes[17]);
  const auto any = [&](std::size_t end) { return static_cast<std::size_t>(random() % end); };
  const auto any_page = [&] { return any(bytes.size() / page) * page; };
  switch (const std::size_t kind = any(20)) {
    default:
      for (std::size_t flips = kind < 10 ? 1 : 1 + any(3); flips > 0; --flips) bytes[any(bytes.size())] ^= static_cast<char>(1U << any(8));
      return bytes;
    case 14:
    case 15:
      for (std::size_t wrong = 1 + any(8); wrong > 0; --wrong) bytes[any(bytes.size())] = static_cast<char>(random());
      return bytes;
    case 16: {
      const std::size_t one = any_page(), other = any_page();
      std::swap_ranges(&bytes[one], &bytes[one] + page, &bytes[other]);
      return bytes;
    }
    case 17: {
      const std::size_t length = 1 + any(page), from = any(bytes.size() - length), to = any(bytes.size() - length);
      return bytes.replace(to, length, std::string(bytes.substr(from, length)));
    }
    case 18: {
      const std::size_t length = 1 + any(page);
      return bytes.replace(any(bytes.size() - length), length, std::string(length, '\0'));
    }
    case 19:
      return bytes.substr(0, any(bytes.size()));
  }
}

struct Outcome {
  std::uint64_t right = 0;
  std::uint64_t refused = 0;
};

// A page ends with what repeats it, which names the store.
std::string without_repeat(const std::string& page) { return page.substr(0, page.rfind("repeat: ")); }

// What is wrong with an export, if anything.
std::string judge(const Called& exported, const std::string& written, const std::string& before, const std::string& right) {
  const bool to_file = !before.empty();
  if (exported.status == 0) {
    const bool is_right = without_repeat(to_file ? written : exported.out) == without_repeat(right);
    if (is_right && (!to_file || exported.out.empty())) return "";
    return "another export than the right one, with status 0";
  }
  if (exported.status != 1 && exported.status != 2) return "status " + std::to_string(exported.status);
  if (!exported.out.empty()) return "a refusal with output";
  if (written != before) return "a refusal that has changed the file";
  if (!exported.err.starts_with("boxcars: ") || exported.err.find('\n') + 1 != exported.err.size()) return "a refusal that is no line";
  return "";
}

// Exports a damaged store; `again` is how to repeat it.
bool try_export(const Whole& whole, const std::string& bytes, const std::string& format, bool to_file, const Folder& folder,
                Outcome& outcome, const std::string& again) {
  const std::string store = folder.file("damaged.sqlite", bytes);
  const std::string before = to_file ? "what was there before" : "", file = to_file ? folder.file("out", before) : "";
  std::vector<std::string> command{"study", "export", store, "--format", format};
  if (to_file) command.insert(command.end(), {"--output", file});
  const Called exported = call(command);
  const std::string wrong = judge(exported, to_file ? bytes_of(file) : "", before, whole.exports.at(format));
  ++(exported.status == 0 ? outcome.right : outcome.refused);
  for (const char* suffix : {"-wal", "-shm", "-journal"}) std::filesystem::remove(store + suffix);
  if (wrong.empty()) return true;
  std::cerr << whole.name << " as " << format << ": " << wrong << "\n" << exported.err << "again: fuzz_stores " << again << "\n";
  return false;
}

bool try_round(std::uint64_t seed, std::uint64_t round, const std::vector<Whole>& stores, const Folder& folder, Outcome& outcome) {
  std::seed_seq sequence{seed, round};
  std::mt19937_64 random(sequence);
  const Whole& whole = stores[random() % stores.size()];
  const std::string bytes = damaged(whole.bytes, random);
  const std::string again = "--seed " + std::to_string(seed) + " --round " + std::to_string(round);
  return std::all_of(formats.begin(), formats.end(), [&](const std::string& format) {
    return try_export(whole, bytes, format, random() % 2 == 0, folder, outcome, again);
  });
}

bool try_every_bit(const std::vector<Whole>& stores, const Folder& folder, Outcome& outcome) {
  for (const Whole& whole : stores) {
    if (whole.bytes[16] != 2) continue;  // pages of 512 bytes
    for (std::size_t bit = 0; bit < whole.bytes.size() * 8; ++bit) {
      std::string bytes = whole.bytes;
      bytes[bit / 8] ^= static_cast<char>(1U << bit % 8);
      if (!try_export(whole, bytes, formats[bit % formats.size()], bit % 2 == 0, folder, outcome, "--every-bit 1")) return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::map<std::string, std::uint64_t> options{
      {"--rounds", effort(400U, 100U)}, {"--seconds", 0}, {"--seed", 1}, {"--round", 0}, {"--every-bit", 0}};
  for (int i = 1; i + 1 < argc; i += 2) options[argv[i]] = std::strtoull(argv[i + 1], nullptr, 10);
  if (argc % 2 == 0 || options.size() > 5) {
    std::cerr << "fuzz_stores [--rounds N | --seconds N] [--seed N] [--round N] [--every-bit 1]\n";
    return 2;
  }
  const Folder folder;
  const auto stores = make_stores(folder);
  const std::uint64_t seed = options["--seed"], one = options["--round"];
  Outcome outcome;
  if (options["--every-bit"] != 0) {
    if (!try_every_bit(stores, folder, outcome)) return 1;
  } else if (one > 0) {
    return try_round(seed, one, stores, folder, outcome) ? 0 : 1;
  } else {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(options["--seconds"]);
    const auto goes_on = [&](std::uint64_t round) {
      return options["--seconds"] > 0 ? std::chrono::steady_clock::now() < end : round <= options["--rounds"];
    };
    for (std::uint64_t round = 1; goes_on(round); ++round) {
      if (!try_round(seed, round, stores, folder, outcome)) return 1;
    }
  }
  std::cout << "of damaged stores " << outcome.right << " exports were right and " << outcome.refused << " were refused\n";
  return outcome.right > 0 && outcome.refused > 0 ? 0 : 1;
}
