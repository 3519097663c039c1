#include <algorithm>
#include <memory>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "io/files/map_file.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/pictures.hpp"
#include "io/formats/report_page.hpp"
#include "model/core/bad_input.hpp"

using namespace boxcars;
using Catch::Matchers::Contains;

namespace {

sim::Chance chance(double exact, std::uint64_t count, std::uint64_t trials) { return {exact, sim::wilson(count, trials), count}; }

io::Report made() {
  io::Report report{.name = "toy", .method = sim::Method::both};
  report.answer.trials = 10'000;
  report.answer.events = {{"certain", chance(1, 10'000, 10'000)},
                          {"often", chance(0.5, 5'100, 10'000)},
                          {"rare", chance(1e-9, 0, 10'000)},
                          {"never", chance(0, 0, 10'000)}};
  report.answer.measures = {{.name = "always two", .exact_mean = 2, .mean = {}, .distribution = {{2, chance(1, 10'000, 10'000)}}}};
  return report;
}

// A format is a name and a function of a page.
std::string to_toy(const io::Page& page, const io::Style&) {
  std::string text;
  for (const auto& row : page.records().rows) text += row.at(1) + ";";
  return text;
}

}  // namespace

TEST_CASE("how far estimates are from the exact odds, in standard errors") {
  sim::Answer answer{.trials = 100};
  CHECK_FALSE(sim::agreement(answer));
  answer.events = {{"certain", chance(1, 100, 100)}, {"too rare", chance(0.01, 9, 100)}, {"unknown", {.exact = 0.5}}};
  CHECK_FALSE(sim::agreement(answer));
  answer.events.push_back({"half", chance(0.5, 60, 100)});  // 10 off, and sqrt(25) is 5
  answer.measures = {{.name = "m", .distribution = {{0, chance(0.2, 17, 100)}, {1, chance(0.8, 83, 100)}}}};
  const auto found = sim::agreement(answer);
  REQUIRE(found);
  CHECK(found->largest == Approx(2));
  CHECK(found->odds == 3);
}

TEST_CASE("people are told what can be otherwise and is not too rare, with --verbose everything, programs always") {
  const io::Report report = made();
  const std::string brief = io::to_text(io::page_of(report).document(), {.width = 120});
  CHECK_THAT(brief,
             Contains("often") && !Contains("certain") && !Contains("never") && !Contains("always two") && !Contains("95% interval"));
  CHECK_THAT(brief, Contains("and 1 rarer event: --verbose\n"));
  CHECK_THAT(brief, Contains("seed 1, the largest difference is 2.0 standard errors of 1 odds"));
  const std::string all = io::to_text(io::page_of(report, io::Detail::all).document(), {});
  CHECK_THAT(all, Contains("certain") && Contains("never") && Contains("rare ") && Contains("always two: ") && Contains("95% interval"));
  CHECK_THAT(io::page_of(report, io::Detail::all).repeat, Catch::Matchers::EndsWith(" --verbose"));
  for (const std::string& text : {io::to_csv(io::page_of(report).records()), io::page_of(report).json()})
    CHECK_THAT(text, Contains("certain") && Contains("never") && Contains("rare") && Contains("always two"));
}

TEST_CASE("what nothing can be left out of is told") {
  io::Report report = made();
  report.answer.events.resize(1);
  CHECK_THAT(io::to_text(io::page_of(report).document(), {}), Contains("certain"));
}

TEST_CASE("a new format is a function of a page") {
  const io::Format toy{"toy", to_toy};
  const io::Report report = made();
  CHECK(toy.rendered(io::page_of(report), {}) == "certain;often;rare;never;always two;");
  for (const io::Format& format : io::formats()) CHECK(&io::format_of(format.name) == &format);
}

TEST_CASE("a page of HTML needs nothing else, and what users type does nothing to it") {
  io::Report report = made();
  report.question.notes = {"<script>alert(\"1 & 2\")</script>"};
  const std::string page = io::to_html(io::page_of(report, io::Detail::all).document());
  CHECK_THAT(page, Catch::Matchers::StartsWith("<!DOCTYPE html>\n") && Catch::Matchers::EndsWith("</html>\n"));
  CHECK_THAT(page, Contains("&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;") && !Contains("<script"));
  CHECK_THAT(page, !Contains("http") && !Contains("src=") && !Contains("href="));
  CHECK_THAT(page, Contains("<td>often</td><td class=\"n\">50.00%</td>") && Contains("<span style=\"width:50.00%\">"));
  for (const std::string name : {"table", "tbody", "tr", "ul", "html", "body", "head", "style", "title"}) {  // what is begun ends
    INFO(name);
    const auto count = [&](const std::string& text) {
      std::size_t found = 0;
      for (auto at = page.find(text); at != std::string::npos; at = page.find(text, at + 1)) ++found;
      return found;
    };
    CHECK(count("</" + name + ">") >= 1);
    CHECK(count("</" + name + ">") == count("<" + name + ">") + count("<" + name + " "));
  }
}

TEST_CASE("what names have is letters: to a terminal, to who reads Markdown, and to spreadsheets") {
  io::Report report = made();
  report.answer.events[1].name = "<img/src=x/onerror=alert(1)>|[a](b)`\\";
  report.answer.events[2].name = "=HYPERLINK(1)\xc2\x9b\x1b\xe2\x80\xae";
  report.question.notes = {"<script>", "3 < 4 and <5", "=1+1"};
  report.question.typed = "attack 'a`b``c'";
  const io::Page page = io::page_of(report, io::Detail::all);
  const auto in = [&](const char* format) { return io::format_of(format).rendered(page, {.width = 200}); };
  const std::string markdown = in("markdown"), text = in("text"), csv = in("csv");
  CHECK_THAT(markdown, Contains("&lt;img/src=x/onerror=alert(1)>\\|[a\\](b)\\`\\\\ |") && Contains("&lt;script>\n"));
  CHECK_THAT(markdown, Contains("3 < 4 and <5\n") && !Contains("<img") && !Contains("<script"));
  for (const std::string& told : {markdown, text}) {
    CHECK_THAT(told, Contains("=HYPERLINK(1)???"));
    for (std::size_t i = 0; i < told.size(); ++i) CHECK((told[i] == '\n' || model::control_at(std::string_view(told).substr(i)) == 0));
  }
  CHECK_THAT(csv, Contains(",'=HYPERLINK(1)") && !Contains(",=HYPERLINK"));
  CHECK(io::to_csv({{"a", "b"}, {{"=1+1", "@x"}, {"-1", "+2,5"}, {"-1,0", "+cmd|x"}, {"-1e-3", "a\rb"}}}) ==
        "a,b\n'=1+1,'@x\n-1,\"+2,5\"\n\"-1,0\",'+cmd|x\n-1e-3,\"a\rb\"\n");
  io::Page repeated;
  repeated.document = [] { return io::Document{}; };
  repeated.repeat = "boxcars 'a`b``c'";
  CHECK(io::format_of("markdown").rendered(repeated, {}) == "- repeat: ``` boxcars 'a`b``c' ```\n");
}

TEST_CASE("a page of HTML has what its pictures are drawn from, and the script that draws them") {
  io::Report report = made();
  report.question.notes = {"</script><script>alert(1)</script>"};
  const io::Page page = io::page_of(report);
  const std::string html = io::to_html(page.document(), page.pictured());
  const std::string before = "<script type=\"application/json\" id=\"pictured\">";
  const auto from = html.find(before) + before.size();
  const auto data = nlohmann::json::parse(html.substr(from, html.find("</script>", from) - from));
  CHECK(data.at("answer") == nlohmann::json::parse(page.json()));
  CHECK_FALSE(data.contains("maps"));
  CHECK(html.find("<div id=\"pictures\">") < html.find("<table"));
  CHECK_THAT(html, !Contains("http") && !Contains("src=") && !Contains("href="));
  const auto first = html.find("<script");
  CHECK(html.find("<script", html.find("<script", first + 1) + 1) == std::string::npos);
  CHECK(html.find(io::pictures_script()) != std::string::npos);

  report.map = std::make_shared<const ask::AskedMap>(
      ask::AskedMap{{.file = "here.toml", .map = io::parse_map("columns = 3\nrows = 2\n", "here.toml"), .set = {"B1=stone:2"}},
                    {"B1"},
                    {"A2"},
                    {"B1", "C1"}});
  const auto maps = nlohmann::json::parse(io::page_of(report).pictured()).at("maps");
  REQUIRE(maps.size() == 1);
  CHECK(maps[0].at("title") == "map here.toml");
  CHECK(maps[0].at("board").at("columns") == 3);
  CHECK(maps[0].at("hexes") == nlohmann::json{"B1"});
  CHECK(maps[0].at("own") == nlohmann::json{"A2"});
  CHECK(maps[0].at("afvs") == nlohmann::json{"B1", "C1"});
  const auto& hexes = maps[0].at("board").at("hexes");
  const auto b1 = std::find_if(hexes.begin(), hexes.end(), [](const auto& hex) { return hex.at("hex") == "B1"; });
  REQUIRE(b1 != hexes.end());
  CHECK(b1->at("building") == "stone");
}

TEST_CASE("a table in a narrow place loses what is extra, then names have lines of their own") {
  using Align = io::Table::Column::Align;
  io::Table table{.columns = {{"", Align::left}, {"exact"}, {"interval"}},
                  .rows = {{.cells = {"a long name of an event", "1%", "0 to 2%"}}}};
  const auto text = [&](int width) { return io::to_text({table}, {.width = width}); };
  CHECK(text(80) == "                         exact  interval\na long name of an event     1%   0 to 2%\n");
  table.rows[0].cells[0] = "a name that is longer than there is room";
  CHECK(text(40) ==
        "                         exact  interval\n"
        "a name that is longer than there is room\n"
        "                            1%   0 to 2%\n");
  table.extra = 1;
  CHECK(text(47) ==
        "                                          exact\n"
        "a name that is longer than there is room     1%\n");
  table.instead = "--event NAME";  // of others: nobody is told of what is extra
  CHECK_THAT(text(47), Contains("1%") && !Contains("interval") && !Contains("more column"));
}
