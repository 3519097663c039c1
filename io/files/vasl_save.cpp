#include "io/files/vasl_save.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "io/files/board_name.hpp"
#include "io/files/vasl_commands.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/hex_grid.hpp"

namespace boxcars::io {
namespace {

constexpr std::size_t most_pieces = 20'000;  // large games have a thousand
constexpr std::size_t most_boards_of_a_save = 60;
constexpr std::size_t most_traits = 400;    // of a piece; real ones have up to 80
constexpr std::size_t most_in_list = 2000;  // words of a trait, pieces of a stack
constexpr int map_edge = 400;               // pixels around the boards

// The hexes of a geomorphic board, flat on top, with column A's centres on its left edge.
constexpr double hex_width = model::standard_hex_width, hex_height = model::standard_hex_height;
constexpr int board_width = 1800, board_height = 645;
constexpr double off_center = 16;  // a counter so far from a hex's centre lies on a hexside

// The words of a text between signs; one after a backslash is part of a word.
std::vector<std::string> split(std::string_view text, char sign) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < text.size() && words.size() < most_in_list; ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == sign)
      words.back() += text[++i];
    else if (text[i] == sign)
      words.emplace_back();
    else
      words.back() += text[i];
  }
  return words;
}

const std::string& word(const std::vector<std::string>& words, std::size_t at) {
  static const std::string none;
  return at < words.size() ? words[at] : none;
}

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

// A piece's traits, the outermost first: each stands behind a tab with one backslash more than the one before.
std::vector<std::string_view> traits_of(std::string_view text) {
  std::vector<std::string_view> traits;
  std::size_t begin = 0;
  for (std::size_t tab = text.find('\t'); tab != std::string_view::npos && traits.size() < most_traits; tab = text.find('\t', tab + 1)) {
    std::size_t slashes = 0;
    while (tab - slashes > begin && text[tab - slashes - 1] == '\\') ++slashes;
    if (slashes != traits.size()) continue;
    traits.push_back(text.substr(begin, tab - slashes - begin));
    begin = tab + 1;
  }
  std::string_view last = text.substr(begin);
  while (last.ends_with('\\')) last.remove_suffix(1);
  traits.push_back(last);
  return traits;
}

// What one sees of a counter, before anybody is asked whether he may.
struct Piece {
  std::string image{};
  std::string name{};                 // its own
  std::string called{};               // with what its layers add: "1S Foxhole"
  std::vector<std::string> states{};  // that its layers show
  std::optional<Counter> counter{};
  bool is_unit = false;   // VASL calls it one
  std::string letters{};  // of its side
  std::string owner{};
  bool hidden = false, concealed = false;
  bool on_main_map = false;
  int x = 0, y = 0;
};

// VASL's words for what a layer shows, and ours.
std::string state_of(const std::string& label) {
  static const std::map<std::string, std::string, std::less<>> words{{"malf", "malfunctioned"}, {"wnd", "wounded"}, {"dm", "dismantled"}};
  std::string text = label;
  text.erase(std::remove(text.begin(), text.end(), '+'), text.end());
  text = trimmed(text);
  std::string small = text;
  std::transform(small.begin(), small.end(), small.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto found = words.find(small);
  if (found != words.end()) return found->second;
  const bool is_word = small == "broken" || small == "berserk" || small == "fanatic";
  return as_shown(is_word ? small : text, 24);
}

bool is_state(std::string_view label) { return label.ends_with(" +") || label.starts_with("+ "); }
bool hides(std::string_view owner) { return !owner.empty() && owner != "null"; }
bool is_main_map(std::string_view map) { return map == "Main Map" || map == "Map0"; }

// What a layer without a label says of a vehicle: "mimmo 1.svg", "mBMG malf.svg", "mMA X"; empty: nothing.
std::string condition_of(std::string_view image) {
  image = image.substr(0, image.rfind('.'));
  if (image.starts_with("mimmo")) return "Immobilized";
  if (image.starts_with("mBogged")) return "bogged";
  if (image == "mired") return "mired";
  constexpr std::array<std::string_view, 7> weapons{"MA", "SA", "CMG", "BMG", "RMG", "AAMG", "FT"};
  for (const auto& [ending, state] : {std::pair(" malf", " malfunctioned"), std::pair(" X", " disabled")}) {
    if (!image.starts_with('m') || !image.ends_with(ending)) continue;
    const std::string_view weapon = image.substr(1, image.size() - 1 - std::string_view(ending).size());
    if (std::find(weapons.begin(), weapons.end(), weapon) != weapons.end()) return std::string(weapon) + state;
  }
  return "";
}

// An unescaped '+' stands for the name so far; '\+' is a literal plus.
std::size_t place_in(std::string_view label) {
  for (auto at = label.find('+'); at != std::string_view::npos; at = label.find('+', at + 1)) {
    if (at == 0 || label[at - 1] != '\\') return at;
  }
  return std::string_view::npos;
}

std::string with_plain_pluses(std::string label) {
  for (auto at = label.find("\\+"); at != std::string::npos; at = label.find("\\+", at + 1)) label.erase(at, 1);
  return label;
}

// A layer that is shown: its image and its label.
void add_layer(Piece& piece, const std::vector<std::string>& layer, std::string_view state) {
  constexpr std::size_t images_at = 16, labels_at = 17;
  const auto level = model::whole_number(state.substr(0, state.find(';')));
  if (!level || *level < 1) return;
  const auto at = static_cast<std::size_t>(*level - 1);
  const std::string image = trimmed(word(split(word(layer, images_at), ','), at)), label = word(split(word(layer, labels_at), ','), at);
  if (const std::size_t place = place_in(label); place != std::string::npos) {
    std::string called = label;
    called.replace(place, 1, piece.called);
    piece.called = called.size() < 200 ? called : piece.called;
  } else if (!trimmed(label).empty()) {
    piece.called = with_plain_pluses(label);
  }
  if (const std::string condition = trimmed(label).empty() ? condition_of(image) : ""; !condition.empty()) {
    piece.states.push_back(condition);
    return;
  }
  if (is_state(label)) {
    piece.states.push_back(state_of(label));
    return;
  }
  if (image.empty() || image.starts_with("CIDs/") || image.find("BadThings") != std::string::npos) return;
  const auto counter = counter_of(image);
  if (piece.counter && !counter) return;  // what is laid on it: immobilized, in a foxhole
  piece.image = image;
  piece.counter = counter;
  if (counter && !trimmed(label).empty()) piece.name = with_plain_pluses(label);
}

void add_basic(Piece& piece, const std::vector<std::string>& type, const std::vector<std::string>& state) {
  piece.image = trimmed(word(type, 3));
  piece.name = piece.called = word(type, 4);
  piece.counter = counter_of(piece.image);
  piece.on_main_map = is_main_map(word(state, 0));
  piece.x = model::whole_number(word(state, 1)).value_or(0);
  piece.y = model::whole_number(word(state, 2)).value_or(0);
}

// The innermost trait is the counter itself; each further one lies on what is within it.
Piece piece_of(std::string_view types, std::string_view states) {
  const auto type = traits_of(types), state = traits_of(states);
  Piece piece;
  for (std::size_t i = type.size(); i-- > 0;) {
    const std::string_view t = type[i], s = i < state.size() ? state[i] : std::string_view{};
    const auto is = [t](std::string_view kind) { return t.starts_with(kind); };
    if (is("piece;") || is("basicName")) add_basic(piece, split(t, ';'), split(s, ';'));
    if (is("emb2;")) add_layer(piece, split(t, ';'), s);
    if (is("hide;")) piece.hidden = piece.hidden || hides(s);
    if (is("conceal;")) {
      piece.concealed = piece.concealed || hides(s.substr(0, s.find(';')));
      piece.letters = word(split(t, ';'), 3);
    }
    if (is("concealment;")) piece.letters = word(split(t, ';'), 2);
    if (is("mark;DBCounterType")) piece.is_unit = s == "unit";
    if (is("PROP;Owner;")) piece.owner = std::string(s);
  }
  if (side_of(piece.letters).empty()) {
    const std::string_view image = piece.image;
    piece.letters = std::string(image.substr(image.rfind('/') + 1).substr(0, 2));
    if (!piece.counter) piece.letters.clear();
  }
  return piece;
}

// A stack, from its bottom to its top; a piece that is in none is one of its own.
struct Stack {
  bool on_main_map = false;
  int x = 0, y = 0;
  std::vector<std::string> pieces{};
};

struct Everything {
  std::map<std::string, Piece, std::less<>> pieces{};
  std::vector<Stack> stacks{};
  std::vector<SavedBoard> boards{};
  std::size_t stacked = 0;  // pieces that the stacks list
};

void add_piece(Everything& all, std::string_view command, const std::string& file) {
  constexpr std::string_view added = "+/";
  if (!command.starts_with(added)) return;
  const auto parts = split(command.substr(added.size()), '/');
  if (parts.size() < 3) return;
  if (all.pieces.size() + all.stacks.size() >= most_pieces || all.stacked > most_pieces)
    throw model::BadInput("save " + model::shown(file) + " has more than " + model::grouped(most_pieces) +
                          " pieces (no game has); give another");
  if (parts[1] != "stack") {
    all.pieces.insert_or_assign(parts[0], piece_of(parts[1], parts[2]));
    return;
  }
  const auto words = split(parts[2], ';');
  Stack stack{.on_main_map = is_main_map(word(words, 0)),
              .x = model::whole_number(word(words, 1)).value_or(0),
              .y = model::whole_number(word(words, 2)).value_or(0)};
  for (std::size_t i = 3; i < words.size(); ++i) {
    if (!words[i].starts_with("@@")) stack.pieces.push_back(words[i]);
  }
  all.stacked += stack.pieces.size();
  all.stacks.push_back(std::move(stack));
}

// "o5 at H4": an overlay, and the two hexes by which it lies.
void add_overlay(SavedBoard& board, const std::vector<std::string>& words, std::size_t at) {
  const auto first = model::read_hex(word(words, at + 2)), second = model::read_hex(word(words, at + 3));
  std::string hex = as_shown(word(words, at + 2), 6);
  std::transform(hex.begin(), hex.end(), hex.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  board.overlays.push_back(as_shown(word(words, at + 1), 12) + " at " + hex);
  for (const auto& covered : {first, second}) {
    if (covered && board.covered.size() < most_in_list) board.covered.push_back({*covered, first == second, board.overlays.size() - 1});
  }
}

// "0 1 r57 0 0 844 -1 VER 6.5 OVR o5 h4 g4 SSR NoGrain ...", with tabs.
std::optional<SavedBoard> board_of(std::string_view text) {
  const auto words = split(text, '\t');
  const auto column = model::whole_number(word(words, 0)), row = model::whole_number(word(words, 1));
  std::string name = word(words, 2);
  if (!column || !row || *column < 0 || *row < 0 || *column > 99 || *row > 99 || name.empty()) return std::nullopt;
  SavedBoard board;
  board.row = *row;
  board.column = *column;
  board.reversed = name.size() > 1 && name.front() == 'r' && std::isdigit(static_cast<unsigned char>(name[1]));
  if (board.reversed) name.erase(0, 1);
  std::replace(name.begin(), name.end(), '/', '-');  // a name of the save is no path of this machine
  board.name = board_name(as_shown(name, 20));
  const auto number = [&](std::size_t at) {
    const auto value = model::whole_number(word(words, at));
    return value && *value >= 0 && *value <= 20'000 ? value : std::nullopt;
  };
  if (word(words, 3) != "VER") board.left = number(3), board.top = number(4), board.width = number(5), board.height = number(6);
  enum { other, overlays, rules } reading = other;
  for (std::size_t i = 3; i < words.size(); ++i) {
    if (words[i] == "OVR") {
      add_overlay(board, words, i);
      i += 2;
    } else if (words[i] == "SSR") {
      reading = rules;
    } else if (reading == rules && !words[i].empty()) {
      const std::string rule = as_shown(words[i], 40);
      if (std::find(board.rules.begin(), board.rules.end(), rule) == board.rules.end()) board.rules.push_back(rule);
    }
  }
  return board;
}

// Boards stand one after the other in a command, without anything between them.
void add_boards(Everything& all, std::string_view command) {
  constexpr std::string_view begins = "bd\t";
  if (!command.starts_with(begins) || !all.boards.empty()) return;
  const auto is_one = [&](std::size_t at) {
    return at + begins.size() < command.size() && std::isdigit(static_cast<unsigned char>(command[at + begins.size()]));
  };
  for (std::size_t at = 0; at < command.size() && all.boards.size() < most_boards_of_a_save;) {
    std::size_t next = command.find(begins, at + 1);
    while (next != std::string_view::npos && !is_one(next)) next = command.find(begins, next + 1);
    if (const auto board = board_of(command.substr(at + begins.size(), next - at - begins.size()))) all.boards.push_back(*board);
    if (next == std::string_view::npos) break;
    at = next;
  }
}

// Where the boards are on the map: columns are as wide as their widest board, rows as high as their highest.
class TableTop {
 public:
  explicit TableTop(const std::vector<SavedBoard>& boards) : boards_(boards) {
    for (const SavedBoard& board : boards) {
      int& width = widths_[board.column];
      int& height = heights_[board.row];
      width = std::max(width, board.width.value_or(board_width));
      height = std::max(height, board.height.value_or(board_height));
    }
  }

  /// The hex whose centre is nearest, and how far it is away.
  struct Spot {
    std::size_t board = 0;  // in the order of the save
    model::Hex hex{};
    double away = 0;
    auto place() const { return std::tuple(board, hex); }
  };
  std::optional<Spot> at(int x, int y) const {
    for (std::size_t i = 0; i < boards_.size(); ++i) {
      const SavedBoard& board = boards_[i];
      const int left = map_edge + sum_before(widths_, board.column), top = map_edge + sum_before(heights_, board.row);
      const int width = board.width.value_or(board_width), height = board.height.value_or(board_height);
      if (x < left || y < top || x > left + width || y > top + height) continue;
      const double over = board.reversed ? width - (x - left) : x - left, down = board.reversed ? height - (y - top) : y - top;
      return nearest(i, over + board.left.value_or(0), down + board.top.value_or(0));
    }
    return std::nullopt;
  }

 private:
  static int sum_before(const std::map<int, int>& sizes, int end) {
    int sum = 0;
    for (const auto& [at, size] : sizes) sum += at < end ? size : 0;
    return sum;
  }

  // Of the hexes of a geomorphic board.
  static Spot nearest(std::size_t board, double x, double y) {
    const model::HexLayout layout({geomorphic_columns, geomorphic_rows}, hex_width, hex_height, 0, hex_height / 2);
    const auto [column, row] = layout.at(static_cast<int>(x), static_cast<int>(y));
    return {board, layout.hex(column, row), std::hypot(x - layout.center_x(column), y - layout.center_y(column, row))};
  }

  const std::vector<SavedBoard>& boards_;
  std::map<int, int> widths_{}, heights_{};
};

bool has(std::string_view name, std::string_view part) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(name.begin(), name.end(), part.begin(), part.end(), same) != name.end();
}

// What a marker says of the pieces of its stack: of the unit right below it, of all below, or of what lies above.
struct Mark {
  std::string_view name;
  std::string_view state;
  enum class Of { unit_below, all_below } of = Of::all_below;
};
constexpr std::array<Mark, 15> marks{{{"Pin", "pinned", Mark::Of::unit_below},
                                      {"DM", "DM"},
                                      {"CX", "CX"},
                                      {"Disrupt", "disrupted", Mark::Of::unit_below},
                                      {"Prep Fire", "Prep Fire"},
                                      {"First Fire", "First Fire"},
                                      {"Final Fire", "Final Fire"},
                                      {"Bounding Fire", "Bounding Fire"},
                                      {"Opp Fire", "Opportunity Fire"},
                                      {"Intensive Fire", "Intensive Fire"},
                                      {"TI", "TI"},
                                      {"Wall Adv", "Wall Advantage"},
                                      {"Encirc", "encircled"},
                                      {"Motion", "in Motion"},
                                      {"Melee", "in Melee"}}};

void add_state(SavedPiece& piece, std::string_view state) {
  if (std::find(piece.states.begin(), piece.states.end(), state) == piece.states.end()) piece.states.emplace_back(state);
}

// A level that a counter says of what lies above it.
std::optional<int> level_above(std::string_view name) {
  if (!has(name, "building") && !has(name, "bldg") && !has(name, "strongpoint") && !has(name, "climb")) return std::nullopt;
  if (has(name, "ground level")) return 0;
  for (const std::string_view before : {"level ", "climb "}) {
    const auto at = std::search(name.begin(), name.end(), before.begin(), before.end(),
                                [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; }) -
                    name.begin();
    const auto digit = static_cast<std::size_t>(at) + before.size();
    if (digit >= name.size()) continue;
    const bool below = name[digit] == '-' && digit + 1 < name.size();
    const char c = name[digit + (below ? 1 : 0)];
    if (c >= '0' && c <= '9') return below ? '0' - c : c - '0';
  }
  return std::nullopt;
}

// A weapon is of the side of the unit right below it, whoever made it.
void own_weapons(std::vector<SavedPiece>& stack) {
  std::string side;
  for (SavedPiece& piece : stack) {
    const bool may_hold = piece.kind == CounterKind::vehicle || is_man(piece) || piece.counters;
    if (may_hold) {
      side = piece.side;
    } else if (piece.kind == CounterKind::support_weapon && !side.empty() && piece.side != side) {
      piece.made_by = std::exchange(piece.side, side);
      add_state(piece, "captured");
    }
  }
}

// What the markers of a stack say of its pieces, from its bottom to its top.
void mark_stack(std::vector<SavedPiece>& stack) {
  int level = 0;
  for (std::size_t i = 0; i < stack.size(); ++i) {
    SavedPiece& piece = stack[i];
    if (const auto says = level_above(piece.name); says && piece.kind >= CounterKind::fortification) level = *says;
    piece.level = level;
    if (is_unit_counter(piece)) continue;
    for (const Mark& mark : marks) {
      if (!model::same_word(piece.name, mark.name) && !(mark.name.size() > 3 && has(piece.name, mark.name))) continue;
      std::string side;  // of the unit right below: what is laid on it is none of the enemy's, but for a Melee
      for (std::size_t k = i; k-- > 0;) {
        if (stack[k].level != level) break;
        if (side.empty() && is_unit_counter(stack[k])) side = stack[k].side;
        if (!side.empty() && stack[k].side != side && mark.name != "Melee") continue;
        if (!is_unit_counter(stack[k]) && stack[k].kind != CounterKind::support_weapon) continue;
        const bool is_broken = std::find(stack[k].states.begin(), stack[k].states.end(), "broken") != stack[k].states.end();
        if (mark.name == "DM" && !is_broken) continue;
        if (mark.of == Mark::Of::unit_below && !is_man(stack[k])) continue;
        add_state(stack[k], mark.state);
        if (mark.of == Mark::Of::unit_below) break;
      }
    }
    for (const auto& [name, state] : {std::pair("foxhole", "in a foxhole"), std::pair("trench", "in a trench"),
                                      std::pair("pillbox", "in a pillbox"), std::pair("A-T Ditch", "in an A-T Ditch")}) {
      if (piece.kind != CounterKind::fortification || !has(piece.name, name)) continue;
      for (std::size_t k = 0; k < i; ++k) {
        if (is_unit_counter(stack[k])) add_state(stack[k], state);
      }
    }
    // Who lies on it has not got beneath it yet (B26.4).
    if (piece.kind == CounterKind::fortification && has(piece.name, "wire")) {
      for (std::size_t k = i + 1; k < stack.size(); ++k) {
        if (is_unit_counter(stack[k])) add_state(stack[k], "on Wire");
      }
    }
  }
}

SavedPiece told(const Piece& piece) {
  SavedPiece result{.name = as_shown(trimmed(piece.counter ? piece.name : piece.called)), .side = std::string(side_of(piece.letters))};
  for (const std::string& state : piece.states) add_state(result, state);
  if (piece.counter) {
    result.kind = piece.counter->kind;
    result.unit = typed(*piece.counter);
    result.broken_morale = piece.counter->broken_morale;
    result.assault_fire = piece.counter->assault_fire;
    result.breakdown = result.kind < CounterKind::support_weapon ? std::nullopt : piece.counter->breakdown;
    if (result.unit.empty()) result.gun = piece.counter->strengths;
    if (piece.counter->wounded) add_state(result, "wounded");
    const bool smc = result.kind == CounterKind::leader || result.kind == CounterKind::hero;
    if (smc && result.name.find(piece.counter->strengths) == std::string::npos) result.name += " " + std::string(piece.counter->strengths);
    return result;
  }
  const bool dismantled = std::find(result.states.begin(), result.states.end(), "dismantled") != result.states.end();
  result.kind = dismantled ? CounterKind::support_weapon : kind_of_marker(result.name);
  result.known = !piece.is_unit || result.kind != CounterKind::marker || has(result.name, "skis") || piece.name == "?";
  if (!result.known) return result;
  if (piece.name != "?" && !dismantled) result.side.clear();
  if (!dismantled) result.states.clear();  // they are in its name
  return result;
}

bool is_question_mark(const Piece& piece) { return piece.name == "?" && !piece.counter; }

bool may_see(const Piece& piece, const Viewer& viewer) {
  if (viewer.umpire) return true;
  if (!viewer.side.empty() && model::same_word(side_of(piece.letters), viewer.side)) return true;
  return !viewer.player.empty() && piece.owner == viewer.player;
}

// What has been told already.
struct Seen {
  std::set<std::string_view> pieces{};
  std::size_t concealed = 0;
};

// The stack as the viewer sees it. Of what is concealed from him he knows how many counters it is.
// A piece that an earlier stack holds, too, is not told again.
std::vector<SavedPiece> seen(const Stack& stack, const Everything& all, const Viewer& viewer, Seen& so_far) {
  std::vector<SavedPiece> result;
  std::map<std::string, std::size_t> heaps;  // of concealed ones, by side: which piece stands for them
  for (const std::string& id : stack.pieces) {
    const auto found = all.pieces.find(id);
    if (found == all.pieces.end() || !so_far.pieces.insert(found->first).second) continue;
    const Piece& piece = found->second;
    const bool sees = may_see(piece, viewer);
    if (piece.hidden && !sees) continue;
    if ((!piece.concealed && !is_question_mark(piece)) || sees) {
      result.push_back(told(piece));
      if (piece.hidden) add_state(result.back(), "hidden");
      if (piece.concealed) add_state(result.back(), "concealed");
      continue;
    }
    const std::string side(side_of(piece.letters));
    const auto [heap, is_new] = heaps.try_emplace(side, result.size());
    if (is_new) result.push_back({.name = "?", .side = side, .states = {"concealed"}, .counters = 0});
    ++*result[heap->second].counters;
    ++so_far.concealed;
  }
  for (const auto& [side, at] : heaps) {
    const int counters = *result[at].counters;
    result[at].name = "? (" + std::to_string(counters) + (counters == 1 ? " counter)" : " counters)");
  }
  return result;
}

// Pieces that are in no stack lie alone.
std::vector<Stack> stacks_of(const Everything& all) {
  std::vector<Stack> stacks = all.stacks;
  std::set<std::string_view> stacked;
  for (const Stack& stack : all.stacks) stacked.insert(stack.pieces.begin(), stack.pieces.end());
  for (const auto& [id, piece] : all.pieces) {
    if (!stacked.contains(id)) stacks.push_back({piece.on_main_map, piece.x, piece.y, {id}});
  }
  return stacks;
}

void require_side(const Everything& all, const Viewer& viewer) {
  if (viewer.side.empty()) return;
  std::vector<std::string> sides;
  for (const auto& [id, piece] : all.pieces) {
    const std::string side(side_of(piece.letters));
    if (!side.empty() && piece.on_main_map && std::find(sides.begin(), sides.end(), side) == sides.end()) sides.push_back(side);
  }
  if (std::any_of(sides.begin(), sides.end(), [&](const std::string& side) { return model::same_word(side, viewer.side); })) return;
  std::sort(sides.begin(), sides.end());
  throw model::BadInput("--side " + model::shown(viewer.side) + " has nobody in this save (there are " +
                        (sides.empty() ? "no counters" : model::listed(sides)) + "); give one of them");
}

// Owners' names are shown to nobody who does not know them.
void require_player(const Everything& all, const Viewer& viewer) {
  const auto owned = [&](const auto& piece) { return piece.second.owner == viewer.player; };
  if (viewer.player.empty() || std::any_of(all.pieces.begin(), all.pieces.end(), owned)) return;
  // A mistyped name may be a password, so it is not echoed.
  throw model::BadInput(
      "--player owns nothing in this save (a NAME is that of its pieces' Owner, which VASL has from 6.4.3 on); give another, or --side");
}

// VASL versions whose saves have been tested.
bool is_known_version(std::string_view version) {
  constexpr std::array<std::string_view, 4> known{"6.4", "6.5", "6.6", "6.7"};
  return std::any_of(known.begin(), known.end(), [&](std::string_view one) {
    return version.starts_with(one) && (version.size() == one.size() || version[one.size()] == '.');
  });
}

}  // namespace

SavedGame vasl_save_of(const VaslGame& game, const std::string& file, const Viewer& viewer) {
  Everything all;
  bool ends = false;
  for (const std::string_view command : commands_of(game.commands)) {
    ends = command == "end_save";
    if (ends) break;
    add_piece(all, command, file);
    add_boards(all, command);
  }
  require_side(all, viewer);
  require_player(all, viewer);
  SavedGame result{.boards = all.boards, .version = as_shown(game.version, 12)};
  if (!result.version.empty() && !is_known_version(result.version))
    result.notes.push_back("VASL " + result.version + " wrote it: it was read like a save of 6.4 to 6.7");
  if (!ends) result.notes.emplace_back("the save has no end: it may be cut off, and counters missing");
  const TableTop table(result.boards);
  std::vector<std::pair<std::optional<TableTop::Spot>, const Stack*>> places;
  const std::vector<Stack> stacks = stacks_of(all);
  for (const Stack& stack : stacks) {
    if (stack.on_main_map) places.emplace_back(table.at(stack.x, stack.y), &stack);
  }
  const auto earlier = [](const auto& one, const auto& other) {
    return one.first && other.first ? one.first->place() < other.first->place() : one.first.has_value() && !other.first;
  };
  std::stable_sort(places.begin(), places.end(), earlier);
  Seen so_far;
  std::size_t number = 0;
  for (const auto& [spot, stack] : places) {
    ++number;
    auto pieces = seen(*stack, all, viewer, so_far);
    own_weapons(pieces);
    mark_stack(pieces);
    for (SavedPiece& piece : pieces) {
      if (spot) {
        piece.hex = result.boards[spot->board].name + "-" + model::to_string(spot->hex);
        piece.board = spot->board, piece.printed = spot->hex;
      }
      piece.x = stack->x;
      piece.y = stack->y;
      piece.stack = number;
      piece.on_hexside = spot && spot->away > off_center;
      (spot ? result.pieces : result.beside).push_back(std::move(piece));
    }
  }
  result.concealed = so_far.concealed;
  return result;
}

}  // namespace boxcars::io
