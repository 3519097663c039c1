#include "model/rules/armory.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <iterator>
#include <span>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/vehicle_list.hpp"

namespace boxcars::model {

std::string letters_of_name(std::string_view text) {
  // As the lists write them, in two bytes each: fractions, and letters with marks.
  constexpr auto plain = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"½", "12"}, {"¼", "14"}, {"¾", "34"}, {"ä", "a"}, {"ö", "o"}, {"ü", "u"}, {"å", "a"}, {"é", "e"}, {"è", "e"}, {"ê", "e"},
       {"ë", "e"},  {"á", "a"},  {"à", "a"},  {"ó", "o"}, {"í", "i"}, {"ú", "u"}, {"ç", "c"}, {"ñ", "n"}, {"č", "c"}, {"š", "s"},
       {"ř", "r"},  {"ž", "z"},  {"Ä", "a"},  {"Ö", "o"}, {"Ü", "u"}, {"É", "e"}, {"Š", "s"}, {"Č", "c"}});
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto marked = std::find_if(plain.begin(), plain.end(), [&](const auto& row) { return text.substr(i).starts_with(row.first); });
    if (marked != plain.end()) {
      result += marked->second;
      i += marked->first.size() - 1;
    } else if (std::isalnum(static_cast<unsigned char>(text[i]))) {
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
    }
  }
  return result;
}

namespace {

// The cells of a row; those that are left out behind it are empty.
std::string_view cell(std::string_view row, int column) {
  for (; column > 0; --column) {
    const auto bar = row.find('|');
    if (bar == std::string_view::npos) return {};
    row.remove_prefix(bar + 1);
  }
  return row.substr(0, row.find('|'));
}

enum VehicleCell {
  v_name,
  v_type,
  v_dates,
  v_size,
  v_armor,
  v_turret,
  v_open,
  v_cs,
  v_mount,
  v_ma,
  v_rof,
  v_breakdown,
  v_bmg,
  v_cmg,
  v_aamg,
  v_ammunition = 16,
  v_smoke
};
enum GunCell { g_name, g_type, g_calibre, g_rof, g_breakdown, g_range, g_size, g_dates, g_special };

// A name without what stands in parentheses at its end: "Sherman V(a)", "StuG IIIG (L)" has its own.
std::string_view without_origin(std::string_view name) {
  if (name.size() > 3 && name.ends_with(')') && name[name.size() - 3] == '(' &&
      std::islower(static_cast<unsigned char>(name[name.size() - 2])))
    name.remove_suffix(3);
  return name;
}

// A row as it is looked for.
struct Listed {
  std::string_view row;
  std::string_view list;
  bool is_vehicle;
  bool is_variant;  // with options of its own: it is found by its whole name only
  std::string letters;
  std::string plain;                // without its origin
  std::vector<std::size_t> starts;  // of its words among the letters
  std::string with_type{};          // of a vehicle: its letters, and those of its type; of a Gun none
  std::string as_told{};            // with its type and dates, as where it is one of several
};

std::vector<std::size_t> starts_of_words(std::string_view name) {
  std::vector<std::size_t> starts;
  std::size_t at = 0;
  int before = 0;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const int kind = std::isdigit(byte) ? 1 : std::isalpha(byte) ? 2 : 0;
    if (kind != 0 && kind != before) starts.push_back(at);
    if (kind != 0) ++at;
    before = kind;
  }
  starts.push_back(at);
  return starts;
}

void append_listed(std::vector<Listed>& all, std::span<const std::string_view> rows, bool is_vehicle) {
  std::string_view list;
  for (const std::string_view row : rows) {
    if (row.starts_with('@')) {
      list = row.substr(1);
      continue;
    }
    const std::string_view name = cell(row, 0);
    const bool is_variant = name.find(" w/") != std::string_view::npos || name.find("Generic") != std::string_view::npos ||
                            name.find("iring mode") != std::string_view::npos || name.find("Opt ") != std::string_view::npos;
    all.push_back({row, list, is_vehicle, is_variant, letters_of_name(name), letters_of_name(without_origin(name)), starts_of_words(name),
                   is_vehicle ? letters_of_name(name) + letters_of_name(cell(row, v_type)) : "",
                   letters_of_name(name) + letters_of_name(cell(row, v_type)) +
                       letters_of_name(cell(row, is_vehicle ? static_cast<int>(v_dates) : static_cast<int>(g_dates)))});
  }
}

// Vehicles first.
const std::vector<Listed>& everything() {
  static const std::vector<Listed> all = [] {
    std::vector<Listed> listed;
    append_listed(listed, vehicle_rows(), true);
    append_listed(listed, gun_rows(), false);
    return listed;
  }();
  return all;
}

struct Usual {
  std::string_view letters;
  std::string_view name;
};
// clang-format off
constexpr auto usual_names = std::to_array<Usual>({
    {"tiger", "PzKpfw VIE"}, {"tigeri", "PzKpfw VIE"}, {"tiger1", "PzKpfw VIE"}, {"tigere", "PzKpfw VIE"},
    {"kingtiger", "PzKpfw VIB"}, {"tigerii", "PzKpfw VIB"}, {"tiger2", "PzKpfw VIB"}, {"tigerb", "PzKpfw VIB"},
    {"koenigstiger", "PzKpfw VIB"}, {"konigstiger", "PzKpfw VIB"}, {"royaltiger", "PzKpfw VIB"},
    {"panther", "PzKpfw VG"}, {"pantherg", "PzKpfw VG"}, {"panthera", "PzKpfw VG"}, {"pantherd", "PzKpfw VD"},
    {"hetzer", "JgdPz 38(t)"}, {"jagdpanther", "JgdPz V"}, {"jagdtiger", "JgdPz VI"}, {"elefant", "PzJg Tiger"},
    {"elephant", "PzJg Tiger"}, {"ferdinand", "PzJg Tiger"}, {"nashorn", "PzJg III/IV"}, {"hornisse", "PzJg III/IV"},
    {"brummbaer", "StuPz IV"}, {"brummbar", "StuPz IV"}, {"wespe", "PzA II"}, {"hummel", "PzA III/IV"}, {"puma", "PSW 234/2"},
    {"luchs", "PzKpfw IIL"}, {"wirbelwind", "FlaKPz IV/20"}, {"ostwind", "FlaKPz IV/37"}, {"maus", "PzKpfw VIII Maus"},
    {"stuh", "StuH 42"}, {"grille", "sIG 38(t)M"}, {"pzkpfw38t", "PzKpfw 38(t)A"}, {"stugiii", "StuG IIIG"},
    {"wolverine", "M10 GMC"}, {"m10", "M10 GMC"}, {"hellcat", "M18 GMC"}, {"m18", "M18 GMC"}, {"jackson", "M36 GMC"},
    {"m36", "M36 GMC"}, {"chaffee", "M24"}, {"pershing", "M26"}, {"jumbo", "M4A3E2"}, {"greyhound", "M8"}, {"priest", "M7 HMC"},
    {"easyeight", "M4A3(76)W"}, {"easy8", "M4A3(76)W"}, {"firefly", "Sherman VC(a)"}, {"matilda", "Matilda II"},
    {"grant", "Grant(a)"}, {"lee", "Lee(a)"}, {"achilles", "Achilles(a)"}, {"honey", "Stuart I(a)"},
    {"js2", "IS-2"}, {"js2m", "IS-2m"}, {"js3", "IS-3"}, {"stalin", "IS-2"}, {"su76", "SU-76M"}, {"kv1s", "KV-1S"},
    {"t3476", "T-34 M43"}, {"kv2", "KV-2"},
    {"pak35", "3.7cm PaK 35/36"}, {"pak36", "3.7cm PaK 35/36"}, {"pak37", "3.7cm PaK 35/36"}, {"pak3536", "3.7cm PaK 35/36"},
    {"pak43", "8.8cm PaK 43"}, {"flak88", "8.8cm FlaK 18 o. 36"}, {"88flak", "8.8cm FlaK 18 o. 36"},
    {"88mmflak", "8.8cm FlaK 18 o. 36"}, {"flak36", "8.8cm FlaK 18 o. 36"}, {"flak18", "8.8cm FlaK 18 o. 36"},
    {"2pdr", "OQF 2-Pounder"}, {"6pdr", "OQF 6-Pounder 7-cwt"}, {"6pounder", "OQF 6-Pounder 7-cwt"}, {"17pdr", "OQF 17-Pounder"},
    {"17pounder", "OQF 17-Pounder"}, {"zis2", "57mm PTP obr. 43"}, {"57mmat", "M1 57mm AT Gun"}, {"bofors", "M1 40mm AA Gun"},
});
// What may stand before or behind a name, and changes nothing.
constexpr auto nicknames = std::to_array<std::string_view>({"sherman", "stuart", "panther", "tiger", "hellcat", "wolverine", "jackson",
                                                            "chaffee", "pershing", "greyhound", "priest", "tank", "tanks", "gun", "medium",
                                                            "light", "heavy", "hmc", "gmc", "the"});
// Of those that players call by one name and counters do not, the beginnings of theirs, and their type.
struct Family {
  std::string_view letters;
  std::string_view list;
  std::string_view type;
  std::string_view begins;
};
constexpr auto families = std::to_array<Family>({{"sherman", "american", "MT", "m4"}, {"stuart", "american", "LT", "m"}});
struct NationWord {
  std::string_view word;
  std::string_view list;
};
constexpr auto nations = std::to_array<NationWord>({{"german", "german"}, {"russian", "russian"}, {"soviet", "russian"}, {"american", "american"}, {"us", "american"},
    {"british", "british"}, {"italian", "italian"}, {"french", "french"}, {"finnish", "finnish"}, {"japanese", "japanese"}, {"chinese", "chinese"},
    {"polish", "allied"}, {"belgian", "allied"}, {"dutch", "allied"}, {"greek", "allied"}, {"yugoslav", "allied"}, {"hungarian", "axis"}, {"romanian", "axis"},
    {"slovak", "axis"}, {"bulgarian", "axis"}, {"croatian", "axis"}, {"swedish", "swedish"}, {"allied", "allied"}, {"axis", "axis"}, {"un", "un"},
    {"communist", "communist"}});
// clang-format on

// As lists write it: Panzer IVH is PzKpfw IVH, JS-2 IS-2.
std::string as_listed(std::string letters) {
  const auto replace = [&](std::string_view from, std::string_view to) {
    if (letters.starts_with(from)) letters.replace(0, from.size(), to);
  };
  replace("panzerkampfwagen", "pzkpfw");
  replace("jagdpanzer", "jgdpz");
  replace("jpz", "jgdpz");
  replace("panzerjager", "pzjg");
  replace("panzer", "pzkpfw");
  if (letters.starts_with("pz") && letters.size() > 2 && std::string_view("iv3").find(letters[2]) != std::string_view::npos)
    replace("pz", "pzkpfw");
  return letters;
}

// The list of a word for a nation; empty if it is none.
std::string_view list_of_word(std::string_view word) {
  const auto nation = std::find_if(nations.begin(), nations.end(), [&](const NationWord& row) { return same_word(row.word, word); });
  return nation == nations.end() ? std::string_view{} : nation->list;
}

// What is looked for: its letters, and of whose list.
struct Wanted {
  std::string typed;
  std::string letters;
  std::string_view list{};
  std::string without_nicknames{};
  bool has_brackets = false;  // as counters have them for their origin
};

Wanted wanted(std::string_view typed) {
  Wanted result;
  std::string kept, all;
  for (const std::string& word : words_in(std::string(typed))) {
    if (const auto list = list_of_word(word); !list.empty() && result.list.empty()) {
      result.list = list;
      continue;
    }
    all += word;
    if (std::none_of(nicknames.begin(), nicknames.end(), [&](std::string_view nick) { return same_word(nick, word); })) kept += word;
  }
  result.typed = letters_of_name(all);
  result.has_brackets = all.find('(') != std::string::npos;
  result.letters = as_listed(result.typed);
  if (!kept.empty() && kept != all) result.without_nicknames = as_listed(letters_of_name(kept));
  return result;
}

bool ends_word(const Listed& row, std::size_t at) { return std::find(row.starts.begin(), row.starts.end(), at) != row.starts.end(); }

using Found = std::vector<const Listed*>;

// Rows by what they are found by, in the order of the alphabet: a sentence is asked about word by word.
struct NameKey {
  std::string_view letters;
  const Listed* row;
};
bool is_before(const NameKey& a, const NameKey& b) { return a.letters < b.letters; }

std::vector<NameKey> sorted(std::vector<NameKey> keys) {
  std::sort(keys.begin(), keys.end(), is_before);
  return keys;
}

// Names, plain, with their origin or with their type.
const std::vector<NameKey>& whole_names() {
  static const std::vector<NameKey> all = [] {
    std::vector<NameKey> keys;
    for (const Listed& row : everything()) {
      keys.push_back({row.letters, &row});
      if (row.plain != row.letters) keys.push_back({row.plain, &row});
      if (!row.with_type.empty()) keys.push_back({row.with_type, &row});
      if (!row.as_told.empty()) keys.push_back({row.as_told, &row});
    }
    return sorted(std::move(keys));
  }();
  return all;
}

// Names from each of their words on.
const std::vector<NameKey>& ends_of_names() {
  static const std::vector<NameKey> all = [] {
    std::vector<NameKey> keys;
    for (const Listed& row : everything()) {
      if (row.is_variant) continue;
      for (const std::size_t start : row.starts) {
        if (start < row.letters.size()) keys.push_back({std::string_view(row.letters).substr(start), &row});
      }
    }
    return sorted(std::move(keys));
  }();
  return all;
}

// Of vehicles, of Guns or of both, and of one list if one is wanted: each row once, in the order of the lists.
template <class Is>
Found those_of(std::span<const NameKey> keys, std::string_view list, bool vehicles, bool guns, Is is) {
  Found found;
  for (const NameKey& key : keys) {
    if ((key.row->is_vehicle ? vehicles : guns) && (list.empty() || key.row->list == list) && is(key)) found.push_back(key.row);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

Found by_whole_name(const Wanted& what, std::string_view letters, bool vehicles, bool guns) {
  const auto [begin, end] = std::equal_range(whole_names().begin(), whole_names().end(), NameKey{letters, nullptr}, is_before);
  Found found = those_of({begin, end}, what.list, vehicles, guns, [](const NameKey&) { return true; });
  const auto is_all_of_it = [&](const Listed* row) {  // Sherman II(a), and not the IIA(a)
    return row->letters == letters && (cell(row->row, 0).find('(') != std::string_view::npos) == what.has_brackets;
  };
  if (std::any_of(found.begin(), found.end(), is_all_of_it)) std::erase_if(found, [&](const Listed* row) { return !is_all_of_it(row); });
  return found;
}

// Those of whose name the letters are some words, one after the other; or the beginning of some.
Found by_words(const Wanted& what, std::string_view letters, bool vehicles, bool guns, bool whole) {
  const auto& ends = ends_of_names();
  const auto begin = std::lower_bound(ends.begin(), ends.end(), NameKey{letters, nullptr}, is_before);
  const auto end = std::find_if(begin, ends.end(), [&](const NameKey& key) { return !key.letters.starts_with(letters); });
  return those_of({begin, end}, what.list, vehicles, guns, [&](const NameKey& key) {
    const bool is_higher = letters.ends_with('i') && key.letters.size() > letters.size() &&  // the II is not the III
                           (key.letters[letters.size()] == 'i' || key.letters[letters.size()] == 'v');
    if (!whole) return !is_higher;
    return ends_word(*key.row, key.row->letters.size() - key.letters.size() + letters.size());
  });
}

// Whether the name begins with the letters, and another word follows: "BT-7 M37".
bool goes_on_with_word(const Listed& row, std::string_view letters) {
  if (!row.letters.starts_with(letters)) return false;
  const std::string_view name = cell(row.row, 0);
  std::size_t at = 0;
  for (std::size_t count = 0; at < name.size() && count < letters.size(); ++at) {
    if (std::isalnum(static_cast<unsigned char>(name[at]))) ++count;
  }
  return at < name.size() && name[at] == ' ';
}

// "PzKpfw III" has the words of the PzKpfw III(Fl), but is the beginning of the IIIJ's name as well.
bool is_special_only(const Found& found, std::string_view letters) {
  return !found.empty() && std::all_of(found.begin(), found.end(), [&](const Listed* row) {
    const std::string_view name = cell(row->row, 0);
    const auto bracket = name.rfind('(');
    return bracket != std::string_view::npos && letters_of_name(name.substr(0, bracket)).ends_with(letters) && row->letters == row->plain;
  });
}

// The first way of reading the name that finds any.
Found look_up(std::string_view typed, bool vehicles, bool guns, bool whole_words_only = false) {
  const Wanted what = wanted(typed);
  if (what.letters.empty()) return {};
  for (const std::string& letters : {what.typed, what.letters, what.without_nicknames}) {
    if (letters.empty()) continue;
    if (Found found = by_whole_name(what, letters, vehicles, guns); !found.empty()) {
      // "BT-7" is the BT-7(r) of the Finns without its mark, and the BT-7 M37 as well.
      const bool is_name = std::any_of(found.begin(), found.end(), [&](const Listed* row) { return row->letters == letters; });
      if (is_name) return found;
      for (const Listed* row : by_words(what, letters, vehicles, guns, true)) {
        if (row->letters == row->plain && goes_on_with_word(*row, letters)) found.push_back(row);
      }
      return found;
    }
    const auto usual = std::find_if(usual_names.begin(), usual_names.end(), [&](const Usual& row) { return row.letters == letters; });
    if (usual != usual_names.end()) {
      Found found = by_whole_name(what, letters_of_name(usual->name), vehicles, guns);
      if (!found.empty()) return found;
    }
  }
  for (const Family& family : families) {
    if (family.letters != what.letters || (!what.list.empty() && what.list != family.list)) continue;
    Found found;
    for (const Listed& row : everything()) {
      if (row.is_vehicle && row.list == family.list && !row.is_variant && cell(row.row, v_type) == family.type &&
          row.letters.starts_with(family.begins))
        found.push_back(&row);
    }
    return found;
  }
  for (const bool whole : {true, false}) {
    if (!whole && whole_words_only) break;
    for (const std::string& letters : {what.letters, what.without_nicknames}) {
      if (letters.size() < 2) continue;
      for (const bool among_guns : {true, false}) {
        Found found = by_words(what, letters, vehicles && !among_guns, guns && among_guns, whole);
        if (whole && !whole_words_only && is_special_only(found, letters)) found.clear();
        if (!found.empty()) return found;
      }
    }
  }
  return {};
}

// Of whose own it is: the German Panther before the Hungarian one, the British Churchill before the Russian one.
Found of_first_list(const Found& found) {
  const auto is_own = [](const Listed* row) { return row->letters == row->plain; };
  const auto own = std::find_if(found.begin(), found.end(), is_own);
  const std::string_view list = (own == found.end() ? found.front() : *own)->list;
  Found first;
  for (const Listed* row : found) {
    if (row->list == list) first.push_back(row);
  }
  return first;
}

std::string with_dates(const Listed& row) {
  const std::string_view dates = cell(row.row, row.is_vehicle ? static_cast<int>(v_dates) : static_cast<int>(g_dates));
  const std::string_view type = cell(row.row, 1);
  std::string in_brackets(type);
  if (!dates.empty()) in_brackets += (in_brackets.empty() ? "" : ", ") + std::string(dates);
  return std::string(cell(row.row, 0)) + (in_brackets.empty() ? "" : " (" + in_brackets + ")");
}

[[noreturn]] void refuse_several(const std::string& field, const std::string& typed, const Found& found) {
  constexpr std::size_t most_told = 24;
  std::vector<std::string> names;
  for (const Listed* row : found) {
    const std::string name = with_dates(*row);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  const std::size_t more = names.size() - std::min(names.size(), most_told);
  names.resize(names.size() - more);
  std::string told;
  for (const std::string& name : names) told += (told.empty() ? "" : ", ") + name;
  throw BadInput(field, "{" + field + "} " + shown(typed) + " is several",
                 told + (more > 0 ? ", and " + std::to_string(more) + " more" : ""), "give one of them");
}

// How alike two names are: the pairs of letters that both have.
int alike(std::string_view a, std::string_view b) {
  int pairs = 0;
  for (std::size_t i = 0; i + 1 < a.size(); ++i) {
    if (b.find(a.substr(i, 2)) != std::string_view::npos) pairs += 2;
  }
  if (!a.empty() && !b.empty() && a.front() == b.front()) ++pairs;
  return 12 * pairs - static_cast<int>(a.size() > b.size() ? a.size() - b.size() : b.size() - a.size());
}

[[noreturn]] void refuse_unknown(const std::string& field, const std::string& typed, bool guns) {
  constexpr std::size_t nearest_told = 3;
  const std::string letters = as_listed(letters_of_name(typed));
  std::vector<std::pair<int, std::string>> rated;
  const auto rate = [&](std::string_view name, std::string_view as) { rated.emplace_back(-alike(letters, as), std::string(name)); };
  for (const Listed& row : everything()) {
    if (!row.is_variant && (row.is_vehicle || guns)) rate(cell(row.row, 0), row.letters);
  }
  for (const Usual& usual : usual_names) {
    if (by_whole_name({}, letters_of_name(usual.name), true, guns).empty()) continue;
    rate(usual.name, usual.letters);
  }
  std::stable_sort(rated.begin(), rated.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> nearest_names;
  for (const auto& [distance, name] : rated) {
    if (nearest_names.size() == nearest_told) break;
    if (std::find(nearest_names.begin(), nearest_names.end(), name) == nearest_names.end()) nearest_names.push_back(name);
  }
  throw BadInput(field, "{" + field + "} " + shown(typed) + " is in no list", "the nearest are " + listed(nearest_names),
                 guns ? "give one of them, or its calibre and barrel like 75L" : "give one of them, or its numbers like armor=8/4,size=0");
}

// Without the marks of counters: the digits of "2 (4)", "!5", "!X10".
std::optional<int> digits_in(std::string_view text) {
  const auto from = text.find_first_of("0123456789");
  if (from == std::string_view::npos) return std::nullopt;
  const auto to = std::min(text.find_first_not_of("0123456789", from), text.size());
  return whole_number(text.substr(from, to - from));
}

std::optional<int> signed_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return whole_number(text);
}

// Every part of "A4^1/5^2; HE7" or "NT, QSU, A5^2/4^3/3^4, s7".
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  std::string part;
  for (const char c : text) {
    if (c == ',' || c == ';') {
      parts.push_back(std::exchange(part, ""));
    } else if (c != ' ' || !part.empty()) {
      part += c;
    }
  }
  parts.push_back(part);
  return parts;
}

// "^2" is 1942, "^J4+" 1944 from June on.
std::optional<int> year_of(std::string_view mark) {
  const auto digit = mark.find_first_of("0123456789");
  if (digit == std::string_view::npos) return std::nullopt;
  const auto number = digits_in(mark);
  return number && *number < 10 ? std::optional(*number + (*number == 9 ? 1930 : 1940)) : std::nullopt;
}

std::optional<Supply> parse_supply(std::string_view part) {
  if (part.empty()) return std::nullopt;
  struct Printed {
    std::string_view letters;
    Shell shell;
  };
  constexpr std::array<Printed, 5> all{{{"AP", Shell::ap}, {"HE", Shell::he}, {"A", Shell::apcr}, {"D", Shell::apds}, {"H", Shell::heat}}};
  const auto printed = std::find_if(all.begin(), all.end(), [&](const Printed& one) { return part.starts_with(one.letters); });
  if (printed == all.end()) return std::nullopt;
  part.remove_prefix(printed->letters.size());
  const bool is_usual = printed->shell == Shell::ap || printed->shell == Shell::he;  // of these only a number says something
  const bool has_number = !part.empty() && std::isdigit(static_cast<unsigned char>(part.front()));
  if (is_usual ? !has_number : !part.empty() && std::isalpha(static_cast<unsigned char>(part.front()))) return std::nullopt;
  Supply supply{.shell = printed->shell};
  while (!part.empty()) {
    const auto slash = std::min(part.find('/'), part.size());
    const std::string_view one = part.substr(0, slash);
    const auto mark = one.find('^');
    const bool is_of_other_gun = mark != std::string_view::npos && digits_in(one.substr(mark)).value_or(0) > 9;  // "AP9^75": the 75's
    if (const auto number = digits_in(one.substr(0, mark)); number && !is_of_other_gun)
      supply.numbers.push_back({*number, mark == std::string_view::npos ? std::nullopt : year_of(one.substr(mark))});
    part.remove_prefix(std::min(slash + 1, part.size()));
  }
  return supply;
}

void read_supplies(Firearm& gun, std::string_view ammunition) {
  for (const std::string& part : parts_of(ammunition)) {
    if (const auto supply = parse_supply(part)) gun.supplies.push_back(*supply);
    if (part.find("APCR only") != std::string::npos || part.find("APCR TK") != std::string::npos) gun.only_apcr = true;
    if (part == "Blk TH") gun.has_black_numbers = true;
    if (const auto at = part.find("TK#"); at != std::string::npos) gun.ap_number = digits_in(part);
  }
}

// A breakdown number in a circle, "!11", is that of low ammunition; one behind an X that of the vehicle's flamethrower (D3.71, A22.1).
int breakdown_in(std::string_view text, const Armament& gun) {
  constexpr int highest = 12;
  const bool is_of_flamethrower = text.find('X') != std::string_view::npos;
  if (is_of_flamethrower != gun.flamethrower || (text.starts_with('!') && !is_of_flamethrower)) return highest;
  return digits_in(text).value_or(highest);
}

bool is_in_turret(std::string_view armament) {
  armament.remove_prefix(std::min(armament.find_first_not_of("!*"), armament.size()));
  return armament.starts_with('T');
}

bool is_one_of(std::string_view mount, std::initializer_list<std::string_view> begins) {
  return std::any_of(begins.begin(), begins.end(), [&](std::string_view begin) { return mount.starts_with(begin); });
}

Firearm firearm_of(const Listed& row) {
  Firearm gun{.name = std::string(cell(row.row, 0)), .list = row.list, .is_vehicle = row.is_vehicle};
  const std::string_view ma = cell(row.row, row.is_vehicle ? static_cast<int>(v_ma) : static_cast<int>(g_calibre));
  if (const auto armament = parse_armament(!row.is_vehicle && cell(row.row, g_type) == "ATR" ? "ATR" : ma)) gun.gun = *armament;
  gun.dates = std::string(cell(row.row, row.is_vehicle ? static_cast<int>(v_dates) : static_cast<int>(g_dates)));
  gun.rate_of_fire = digits_in(cell(row.row, row.is_vehicle ? static_cast<int>(v_rof) : static_cast<int>(g_rof))).value_or(0);
  gun.breaks_from = breakdown_in(cell(row.row, row.is_vehicle ? static_cast<int>(v_breakdown) : static_cast<int>(g_breakdown)), gun.gun);
  if (row.is_vehicle) {
    constexpr std::array<int, 6> calibres_of_mortars{50, 51, 60, 81, 107, 120};
    const bool is_of_mortar =
        std::find(calibres_of_mortars.begin(), calibres_of_mortars.end(), gun.gun.caliber) != calibres_of_mortars.end();
    gun.is_mortar = gun.name.find("MTR") != std::string::npos || (is_of_mortar && (!gun.gun.has_ap || gun.gun.barrel == Barrel::short_one));
    gun.fires_buttoned_up = is_in_turret(ma) && is_one_of(cell(row.row, v_mount), {"RST", "1MT"});
    read_supplies(gun, cell(row.row, v_ammunition));
    return gun;
  }
  gun.is_mortar = cell(row.row, g_type) == "MTR";
  const std::string_view range = cell(row.row, g_range);
  const auto dash = range.find('-');
  if (dash != std::string_view::npos) gun.shortest = digits_in(range.substr(0, dash)).value_or(0);
  gun.longest = digits_in(dash == std::string_view::npos ? range : range.substr(dash + 1));
  read_supplies(gun, cell(row.row, g_special));
  // Of the ATR of other nations than Russia's only those of 20mm have this number (C7.31).
  constexpr int atr_of_20mm = 6;
  if (gun.gun.gun == "ATR" && ma.find("20L") != std::string_view::npos) gun.ap_number = atr_of_20mm;
  return gun;
}

Armor armor_in(std::string_view text) {
  if (text.starts_with('*')) return std::nullopt;
  const auto number = digits_in(text);
  return number ? Armor(*number) : std::nullopt;
}

// "+SR", "-F": one step more, or one less, of these facings (D1.6).
void change_turret(VehicleTarget& vehicle, std::string_view note) {
  while (!note.empty()) {
    const auto slash = std::min(note.find('/'), note.size());
    const std::string_view part = note.substr(0, slash);
    const bool inferior = part.find('-') != std::string_view::npos;
    const auto change = [&](Armor& armor) {
      if (armor) armor = inferior ? inferior_armor(*armor) : superior_armor(*armor);
    };
    if (part.find('F') != std::string_view::npos) change(vehicle.turret_front);
    if (part.find('S') != std::string_view::npos) change(vehicle.turret_side);
    if (part.find('R') != std::string_view::npos) change(vehicle.turret_rear);
    note.remove_prefix(std::min(slash + 1, note.size()));
  }
}

// "8/4", "6", "*", "4/1/*" (the rear has none), "3/1/*T" (the rear of the turret has none).
void read_armor(VehicleTarget& vehicle, std::string_view armor) {
  std::vector<std::string_view> parts;
  for (std::string_view rest = armor;;) {
    const auto slash = rest.find('/');
    parts.push_back(rest.substr(0, slash));
    if (slash == std::string_view::npos) break;
    rest.remove_prefix(slash + 1);
  }
  vehicle.hull_front = armor_in(parts[0]);
  vehicle.hull_side = vehicle.hull_rear = parts.size() > 1 ? armor_in(parts[1]) : vehicle.hull_front;
  const bool has_third = parts.size() > 2 && parts[2] != ".";
  const bool is_of_turret = has_third && parts[2].find('T') != std::string_view::npos;
  if (has_third && !is_of_turret) vehicle.hull_rear = armor_in(parts[2]);
  vehicle.turret_front = vehicle.hull_front;
  vehicle.turret_side = vehicle.hull_side;
  vehicle.turret_rear = is_of_turret ? std::nullopt : vehicle.hull_rear;
}

// "5", "2x2" (two of them), "4^R2" (another one fires to the rear); of "4 or 6" the first, of "Opt 2" and "-" none.
void read_machine_gun(std::string_view text, int& firepower, int& rear) {
  const auto mark = text.find("^R");
  if (mark != std::string_view::npos) rear += digits_in(text.substr(mark)).value_or(0);
  const std::string_view main = text.substr(0, text.find('^'));
  if (main.empty() || !std::isdigit(static_cast<unsigned char>(main.front()))) return;
  const auto times = main.find('x');
  firepower +=
      digits_in(main.substr(0, times)).value_or(0) * (times == std::string_view::npos ? 1 : digits_in(main.substr(times)).value_or(1));
}

MachineGuns machine_guns_of(std::string_view row) {
  MachineGuns guns{.has_ife = cell(row, v_rof).find('(') != std::string_view::npos};
  read_machine_gun(cell(row, v_bmg), guns.bow, guns.rear);
  read_machine_gun(cell(row, v_cmg), guns.coaxial, guns.rear);
  read_machine_gun(cell(row, v_aamg), guns.anti_aircraft, guns.rear);
  return guns;
}

VehicleTarget vehicle_of(const Listed& row) {
  VehicleTarget vehicle{.name = std::string(cell(row.row, v_name)), .list = row.list, .dates = std::string(cell(row.row, v_dates))};
  read_armor(vehicle, cell(row.row, v_armor));
  const std::string_view turret = cell(row.row, v_turret);
  if (turret == "*") vehicle.turret_front = vehicle.turret_side = vehicle.turret_rear = std::nullopt;
  change_turret(vehicle, turret);
  vehicle.has_turret = is_one_of(cell(row.row, v_mount), {"T", "ST", "RST", "1MT"});
  vehicle.size = signed_number(cell(row.row, v_size)).value_or(0);
  vehicle.open_topped = cell(row.row, v_open).find('o') != std::string_view::npos;
  const std::string_view cs = cell(row.row, v_cs);
  vehicle.crew_survival = digits_in(cs).value_or(5);
  vehicle.burns_easily = cs.find('!') != std::string_view::npos;
  const std::string_view smoke = cell(row.row, v_smoke);
  if (smoke.starts_with("s")) vehicle.smoke_dispenser = digits_in(smoke);
  vehicle.crew_morale = crew_morale_of(row.list);
  vehicle.machine_guns = machine_guns_of(row.row);
  return vehicle;
}

template <class Thing, class Read>
Thing only_one(const std::string& field, const std::string& typed, const Found& found, Read read) {
  const Found first = of_first_list(found);
  Thing thing = read(*first.front());
  for (const Listed* row : first) {  // of two counters that nothing tells apart the first
    if (!(read(*row) == thing) && with_dates(*row) != with_dates(*first.front())) refuse_several(field, typed, first);
  }
  return thing;
}

}  // namespace

bool Firearm::operator==(const Firearm& other) const {
  return gun.gun == other.gun.gun && gun.has_ap == other.gun.has_ap && gun.flamethrower == other.gun.flamethrower &&
         ap_number == other.ap_number && only_apcr == other.only_apcr;
}

bool VehicleTarget::operator==(const VehicleTarget& other) const {
  return hull_front == other.hull_front && hull_side == other.hull_side && hull_rear == other.hull_rear &&
         turret_front == other.turret_front && turret_side == other.turret_side && turret_rear == other.turret_rear && size == other.size &&
         open_topped == other.open_topped && crew_survival == other.crew_survival && burns_easily == other.burns_easily;
}

std::optional<Armament> parse_armament(std::string_view text) {
  Armament gun;
  if (const auto letter = text.find_first_not_of("!*"); letter != std::string_view::npos) text.remove_prefix(letter);
  if (text.size() > 1 && std::string_view("TBRS").find(text.front()) != std::string_view::npos &&
      (std::isdigit(static_cast<unsigned char>(text[1])) || std::string_view("~_FA").find(text[1]) != std::string_view::npos))
    text.remove_prefix(1);
  while (!text.empty() && (text.front() == '~' || text.front() == '_' || text.front() == '*')) {
    if (text.front() == '~') gun.has_ap = false;
    if (text.front() == '_') gun.has_he = false;
    text.remove_prefix(1);
  }
  if (same_word(text, "ATR")) return Armament{.gun = "ATR", .caliber = 15};
  if (text.starts_with('F') || text.starts_with('f')) {
    const auto firepower = digits_in(text);
    if (!firepower) return std::nullopt;
    return Armament{.gun = "FT", .caliber = *firepower, .has_ap = false, .has_he = false, .flamethrower = true};
  }
  const auto digits = std::min(text.find_first_not_of("0123456789."), text.size());
  const auto caliber = real_number(text.substr(0, digits));
  if (!caliber || *caliber < 7 || *caliber > 600) return std::nullopt;
  std::string_view suffix = text.substr(digits);
  if (suffix.size() >= 2 && same_word(suffix.substr(0, 2), "mm")) suffix.remove_prefix(2);
  if (suffix.empty()) {
    gun.barrel = Barrel::normal;
  } else if (suffix == "*") {
    gun.barrel = Barrel::short_one;
  } else if (same_word(suffix, "L")) {
    gun.barrel = Barrel::L;
  } else if (same_word(suffix, "LL")) {
    gun.barrel = Barrel::LL;
  } else {
    return std::nullopt;
  }
  gun.caliber = static_cast<int>(*caliber);
  gun.gun = std::string(text.substr(0, digits)) + (gun.barrel == Barrel::short_one ? "*"
                                                   : gun.barrel == Barrel::L       ? "L"
                                                   : gun.barrel == Barrel::LL      ? "LL"
                                                                                   : "");
  return gun;
}

std::string_view list_of_atr(std::string_view typed) {
  const Wanted atr = wanted(typed);
  return same_word(atr.letters, "atr") || same_word(atr.letters, "minoratr") ? atr.list : std::string_view{};
}

NameAndList name_and_list(std::string_view typed) {
  NameAndList result;
  for (const std::string& word : words_in(std::string(typed))) {
    if (const auto list = list_of_word(word); list.empty()) {
      result.name += (result.name.empty() ? "" : " ") + word;
    } else {
      result.list = list;
    }
  }
  return result;
}

std::string_view list_of(Nationality nation) {
  constexpr std::array<std::string_view, nationality_choices.size()> lists{"german", "russian", "american", "british",  "italian",
                                                                           "french", "finnish", "japanese", "chinese",  "swedish",
                                                                           "axis",   "allied",  "un",       "communist"};
  return lists[static_cast<std::size_t>(nation)];
}

Firearm find_firearm(const std::string& field, const std::string& typed, std::optional<Nationality> of) {
  auto found = look_up((of ? std::string(list_of(*of)) + " " : "") + typed, true, true);
  const bool armed = std::any_of(found.begin(), found.end(), [](const Listed* row) { return !firearm_of(*row).gun.gun.empty(); });
  if (armed) std::erase_if(found, [](const Listed* row) { return firearm_of(*row).gun.gun.empty(); });
  if (found.empty() && of && !look_up(typed, true, true).empty())
    throw BadInput("nation", "{nation " + std::string(name_of(*of, nationality_choices)) + "} has no " + shown(typed),
                   "no list of that nation has a counter of that name", "leave it out");
  if (found.empty()) refuse_unknown(field, typed, true);
  if (!armed)
    throw BadInput(field, "{" + field + "} " + shown(typed) + " has no Gun", "its MA is a MG, or none",
                   "give one that has, or a MG like mg:5-12");
  return only_one<Firearm>(field, typed, found, [](const Listed& row) { return firearm_of(row); });
}

VehicleTarget find_vehicle(const std::string& field, const std::string& typed) {
  const auto found = look_up(typed, true, false);
  if (found.empty()) refuse_unknown(field, typed, false);
  return only_one<VehicleTarget>(field, typed, found, [](const Listed& row) { return vehicle_of(row); });
}

namespace {

// A word of a sentence is not taken for a part of a name.
bool is_long_enough(std::string_view typed) {
  constexpr std::size_t shortest = 4;
  const std::string letters = letters_of_name(typed);
  const bool has_letter = letters.find_first_not_of("0123456789") != std::string::npos;
  if (!has_letter) return false;
  if (letters.size() >= shortest) return true;
  const auto found = by_whole_name({}, as_listed(letters), true, true);
  return !found.empty() ||
         std::any_of(usual_names.begin(), usual_names.end(), [&](const Usual& row) { return row.letters == as_listed(letters); });
}

// Of what was found, those of the first list, each beside the first of them.
template <class Is>
bool are_all_in_first_list(const Found& found, Is is) {
  if (found.empty()) return false;
  const Found first = of_first_list(found);
  return std::all_of(first.begin(), first.end(), [&](const Listed* row) { return is(*row, *first.front()); });
}

}  // namespace

bool names_one_vehicle(std::string_view typed) {
  if (!is_long_enough(typed)) return false;
  return are_all_in_first_list(look_up(typed, true, false, true),
                               [](const Listed& row, const Listed& front) { return vehicle_of(row) == vehicle_of(front); });
}

bool names_one_firearm(std::string_view typed) {
  if (!is_long_enough(typed)) return false;
  auto found = look_up(typed, true, true, true);
  std::erase_if(found, [](const Listed* row) { return firearm_of(*row).gun.gun.empty(); });
  return are_all_in_first_list(found, [](const Listed& row, const Listed& front) { return firearm_of(row) == firearm_of(front); });
}

bool fires_buttoned_up(std::string_view typed) {
  return are_all_in_first_list(look_up(typed, true, false),
                               [](const Listed& row, const Listed&) { return firearm_of(row).fires_buttoned_up; });
}

bool is_vehicle_name(std::string_view typed) { return !look_up(typed, true, false).empty(); }

GunColor gun_color_of(const Firearm& gun, std::optional<int> year) {
  constexpr int us_guns_are_black_from = 1944;
  if (gun.has_black_numbers) return GunColor::black;
  if (gun.list == "american") return year && *year < us_guns_are_black_from ? GunColor::red : GunColor::black;
  if (gun.list == "french") return gun.is_vehicle ? GunColor::red : GunColor::black;
  const bool german_piece = gun.name.ends_with("(g)") || gun.name.ends_with("(t)");
  if (gun.list == "axis" && german_piece) return GunColor::black;
  constexpr auto red = std::to_array<std::string_view>({"russian", "italian", "finnish", "axis", "allied", "chinese", "communist"});
  return std::find(red.begin(), red.end(), gun.list) == red.end() ? GunColor::black : GunColor::red;
}

int crew_morale_of(std::string_view list) {
  constexpr auto seven = std::to_array<std::string_view>({"american", "italian", "chinese", "axis"});
  return std::find(seven.begin(), seven.end(), list) == seven.end() ? 8 : 7;
}

const std::vector<std::string>& vehicle_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Listed& row : everything()) {
      const std::string name(cell(row.row, 0));
      if (row.is_vehicle && !row.is_variant && std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
    }
    return all;
  }();
  return names;
}

const std::vector<std::string>& firearm_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"baz44", "psk", "piat", "pf", "atr", "mol", "ft", "dc", "mg"};
    for (const Listed& row : everything()) {
      const std::string name(cell(row.row, 0));
      if (!row.is_variant && !firearm_of(row).gun.gun.empty() && std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
    }
    return all;
  }();
  return names;
}

bool is_by_numbers(std::string_view typed) {
  const std::string text = in_small_letters(typed);
  return text.starts_with("armor=") || text.starts_with("armour=") || text.starts_with("af=") || text == "unarmored" ||
         text == "unarmoured" || text.starts_with("unarmored,") || text.starts_with("unarmoured,");
}

VehicleTarget parse_vehicle_numbers(const std::string& field, const std::string& typed) {
  const auto refuse = [&](const std::string& why) {
    throw BadInput(field, "{" + field + "} " + shown(typed) + " cannot be read", why,
                   "give it like {" + field + " armor=8/4,turret=11/4,size=1,cs=5}");
  };
  VehicleTarget vehicle{.name = typed};
  std::string turret;
  std::string_view rest = typed;
  bool has_armor = false;
  while (!rest.empty()) {
    const auto comma = std::min(rest.find(','), rest.size());
    const std::string part = in_small_letters(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    const auto equals = part.find('=');
    const std::string key = part.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : part.substr(equals + 1);
    const auto number = signed_number(value);
    const auto require = [&](int low, int high) {
      if (!number || *number < low || *number > high) refuse(key + " is " + std::to_string(low) + " to " + std::to_string(high));
    };
    const bool is_armor = !value.empty() && value.find_first_not_of("0123456789/*") == std::string::npos;
    const auto is_unarmored = [](const std::string& word) { return word == "unarmored" || word == "unarmoured"; };
    const bool says_armor = is_unarmored(key) || key == "armor" || key == "armour" || key == "af";
    if (says_armor && has_armor) refuse("its armor is given twice");
    if (is_unarmored(key) || ((key == "armor" || key == "armour") && is_unarmored(value))) {
      read_armor(vehicle, "*");
      has_armor = true;
    } else if (key == "armor" || key == "armour" || key == "af") {
      if (!is_armor || value.starts_with('/') || value.ends_with('/') || value.size() > 8)
        refuse("armor is front/side, like 8/4, * where there is none");
      read_armor(vehicle, value);
      has_armor = true;
    } else if (key == "turret") {
      turret = value;
      if (turret.empty() || turret.find_first_not_of("0123456789/*+-fsr") != std::string::npos || turret.size() > 12)
        refuse("a turret is front/side, like 11/8, or what is better or worse of it, like +sr or -f");
    } else if (key == "size") {
      require(-3, 2);
      vehicle.size = *number;
    } else if (key == "cs") {
      require(2, 9);
      vehicle.crew_survival = *number;
    } else if (key == "morale" || key == "ml") {
      require(2, 10);
      vehicle.crew_morale = *number;
    } else if (part == "ce") {
      vehicle.crew_exposed = true;
    } else if (part == "ot") {
      vehicle.open_topped = true;
    } else if (part == "red") {
      vehicle.burns_easily = true;
    } else {
      refuse("it is armor=, turret=, size=, cs=, morale=, ot, ce and red, with commas between them");
    }
  }
  if (!has_armor) refuse("it has no armor=");
  const auto armors = {vehicle.hull_front, vehicle.hull_side, vehicle.hull_rear};
  for (const Armor& armor : armors) {
    if (armor && *armor > 40) refuse("armor is at most 40");
  }
  if (turret.find_first_of("+-") != std::string::npos) {
    std::string note;
    for (const char c : turret) note += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    change_turret(vehicle, note);
  } else if (!turret.empty()) {
    VehicleTarget of_turret;
    read_armor(of_turret, turret);
    vehicle.turret_front = of_turret.hull_front;
    vehicle.turret_side = of_turret.hull_side;
    vehicle.turret_rear = of_turret.hull_rear;
    for (const Armor& armor : {vehicle.turret_front, vehicle.turret_side}) {
      if (armor && *armor > 40) refuse("armor is at most 40");
    }
  }
  return vehicle;
}

}  // namespace boxcars::model
