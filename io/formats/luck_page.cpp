#include "io/formats/luck_page.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "io/formats/json_values.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/pictured.hpp"
#include "io/formats/records.hpp"

namespace boxcars::io {
namespace {

using model::Hits;
using model::LuckOfKind;
using model::LuckOfPlayer;
using model::Streak;
using model::Tails;

int number_of(const LuckTold& luck, int dice) {
  int number = 0;
  for (const LuckOfPlayer& player : luck.players) {
    if (const LuckOfKind* all = player.all(dice)) number += all->number;
  }
  return number;
}

// "A rolled 7.32 on average: so high a mean comes up in 9.5%".
std::string verdict_on(const LuckOfPlayer& player) {
  const LuckOfKind* all = player.all(2);
  if (!all) return "";
  const bool high = all->mean() > all->expected();
  const bool even = all->total == 7 * all->number;
  return fmt::format("{}: {} DR, mean {:.2f}; {}", player.player, all->number, all->mean(),
                     even ? "just what is expected"
                          : fmt::format("one so {} or {} comes up {} of the time", high ? "high" : "low", high ? "higher" : "lower",
                                        exact_percent(high ? all->tails.at_least : all->tails.at_most)));
}

std::string streak_of(const Streak& streak, const char* of) {
  return fmt::format("the longest run of DR {} 7: {} (one as long comes up {} of the time)", of, streak.length, exact_percent(streak.odds));
}

std::string hits_in_words(const Hits& hits) {
  const bool fewer = hits.made < hits.expected;
  return fmt::format("of {} DR whose number the log tells {} succeeded, {:.1f} were to be expected; {} comes up {} of the time",
                     hits.number, hits.made, hits.expected, fewer ? "so few" : "so many",
                     exact_percent(fewer ? hits.tails.at_most : hits.tails.at_least));
}

Table table_of(const LuckOfPlayer& player) {
  Table table{.columns = {{"", Table::Column::Align::left}, {"rolls"}, {"mean"}, {"so high"}, {"so low"}, {"2s"}, {"12s"}},
              .instead = "--format csv"};
  bool was_dr = false;
  for (const LuckOfKind& kind : player.rolls) {
    const bool is_dr = kind.dice == 1;
    table.rows.push_back({.cells = {kind.roll, std::to_string(kind.number), fmt::format("{:.2f}", kind.mean()),
                                    exact_percent(kind.tails.at_least), exact_percent(kind.tails.at_most),
                                    is_dr ? "" : std::to_string(kind.counts[2]), is_dr ? "" : std::to_string(kind.counts[12])},
                          .apart = is_dr && !was_dr && &kind != &player.rolls.front()});
    was_dr = is_dr;
  }
  return table;
}

Document luck_document(const LuckTold& luck) {
  const int dr2 = number_of(luck, 2), dr1 = number_of(luck, 1);
  Document document{Said{fmt::format("{} DR and {} dr in {} log{}", grouped(static_cast<std::uint64_t>(dr2)),
                                     grouped(static_cast<std::uint64_t>(dr1)), luck.logs, luck.logs == 1 ? "" : "s"),
                         Said::As::title}};
  for (const LuckOfPlayer& player : luck.players) {
    if (const std::string verdict = verdict_on(player); !verdict.empty()) document.emplace_back(Said{verdict, Said::As::headline});
  }
  for (const LuckOfPlayer& player : luck.players) {
    document.emplace_back(Gap{});
    document.emplace_back(Said{"player " + player.player, Said::As::title});
    document.emplace_back(table_of(player));
    if (player.above.length > 0) document.emplace_back(Said{streak_of(player.above, "above")});
    if (player.below.length > 0) document.emplace_back(Said{streak_of(player.below, "below")});
    if (player.hits) document.emplace_back(Said{hits_in_words(*player.hits)});
  }
  document.emplace_back(Gap{});
  for (const std::string& note : luck.notes) document.emplace_back(Remark{"note: " + note});
  return document;
}

void add_tails(Json& object, const Tails& tails) {
  object["or_higher"] = number(tails.at_least);
  object["or_lower"] = number(tails.at_most);
}

Json json_of(const LuckOfKind& kind) {
  Json object;
  object["roll"] = kind.roll;
  object["dice"] = kind.dice;
  object["number"] = kind.number;
  object["total"] = kind.total;
  object["mean"] = number(kind.mean());
  object["expected"] = number(kind.expected());
  object["or_worse"] = number(kind.tails.at_least);
  add_tails(object, kind.tails);
  Json counts = Json::array();
  for (int value = kind.dice; value <= 6 * kind.dice; ++value)
    counts.push_back({{"value", value}, {"count", kind.counts[model::index(value)]}});
  object["counts"] = std::move(counts);
  return object;
}

Json json_of(const Streak& streak, const char* of) { return {{"of", of}, {"length", streak.length}, {"odds", number(streak.odds)}}; }

Json json_of(const LuckOfPlayer& player) {
  Json object, rolls = Json::array();
  object["player"] = player.player;
  for (const LuckOfKind& kind : player.rolls) rolls.push_back(json_of(kind));
  object["rolls"] = std::move(rolls);
  object["streaks"] = Json::array({json_of(player.above, "DR above 7"), json_of(player.below, "DR below 7")});
  if (player.hits) {
    Json hits;
    hits["number"] = player.hits->number;
    hits["made"] = player.hits->made;
    hits["expected"] = number(player.hits->expected);
    hits["or_more"] = number(player.hits->tails.at_least);
    hits["or_fewer"] = number(player.hits->tails.at_most);
    object["hits"] = std::move(hits);
  } else {
    object["hits"] = nullptr;
  }
  return object;
}

std::string luck_json(const LuckTold& luck) {
  Json root = begun(""), players = Json::array();
  root["logs"] = luck.logs;
  root["rolls"] = {{"DR", number_of(luck, 2)}, {"dr", number_of(luck, 1)}};
  for (const LuckOfPlayer& player : luck.players) players.push_back(json_of(player));
  root["players"] = std::move(players);
  root["notes"] = luck.notes;
  return printed(root);
}

Records luck_records(const LuckTold& luck) {
  Records records{.head = {"player", "kind", "name", "number", "value", "expected", "or_higher", "or_lower"}};
  for (const LuckOfPlayer& player : luck.players) {
    for (const LuckOfKind& kind : player.rolls)
      records.rows.push_back({player.player, "roll", kind.roll, std::to_string(kind.number), plain(kind.mean()), plain(kind.expected()),
                              plain(kind.tails.at_least), plain(kind.tails.at_most)});
    for (const auto& [streak, of] : {std::pair(&player.above, "DR above 7"), std::pair(&player.below, "DR below 7")})
      records.rows.push_back({player.player, "streak", of, "", std::to_string(streak->length), "", plain(streak->odds), ""});
    if (const auto& hits = player.hits)
      records.rows.push_back({player.player, "hits", "DR whose number is known", std::to_string(hits->number), std::to_string(hits->made),
                              plain(hits->expected), plain(hits->tails.at_least), plain(hits->tails.at_most)});
  }
  return records;
}

Json just(double probability) {
  return {{"exact", number(probability)}, {"estimate", nullptr}, {"low", nullptr}, {"high", nullptr}, {"count", nullptr}};
}

// As an answer is drawn: how often such means come up as bars, and what was thrown as columns.
std::string luck_pictured(const LuckTold& luck) {
  Json answer = begun("luck"), events = Json::array(), measures = Json::array();
  answer["trials"] = 0;
  for (const LuckOfPlayer& player : luck.players) {
    for (const LuckOfKind& kind : player.rolls) {
      const bool high = kind.mean() >= kind.expected();
      Json event = just(high ? kind.tails.at_least : kind.tails.at_most);
      event["name"] = fmt::format("{}, {}: a mean of {:.2f} or {}", player.player, kind.roll, kind.mean(), high ? "higher" : "lower");
      events.push_back(std::move(event));
      if (!kind.roll.starts_with("all")) continue;
      Json distribution = Json::array();
      for (int value = kind.dice; value <= 6 * kind.dice; ++value) {
        Json chance = just(static_cast<double>(kind.counts[model::index(value)]) / kind.number);
        std::swap(chance["exact"], chance["estimate"]);
        chance["value"] = value;
        distribution.push_back(std::move(chance));
      }
      measures.push_back({{"name", fmt::format("{}: {} as they came", player.player, kind.roll)},
                          {"exact_mean", nullptr},
                          {"mean", number(kind.mean())},
                          {"standard_error", nullptr},
                          {"distribution", std::move(distribution)}});
    }
  }
  answer["events"] = std::move(events);
  answer["measures"] = std::move(measures);
  return pictured(on_one_line(answer));
}

}  // namespace

Page page_of(const LuckTold& luck) {
  return {.document = [&luck] { return luck_document(luck); },
          .records = [&luck] { return luck_records(luck); },
          .json = [&luck] { return luck_json(luck); },
          .pictured = [&luck] { return luck_pictured(luck); }};
}

}  // namespace boxcars::io
