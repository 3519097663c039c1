#include <atomic>
#include <cstddef>
#include <exception>
#include <istream>
#include <memory>
#include <new>
#include <ostream>
#include <sstream>
#include <string>

#include "ask/answer.hpp"
#include "ask/failed.hpp"
#include "ask/line.hpp"
#include "cli/bind_question.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/instruction_set.hpp"
#include "cli/messages.hpp"
#include "io/formats/json.hpp"
#include "model/core/bad_input.hpp"
#include "sim/exact/solve.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* ask_description =
    "Questions as lines of JSON, an answer a line.\n\n"
    "  boxcars ask questions.jsonl\n"
    "  echo '{\"question\": \"attack\", \"inputs\": {\"fp\": 8, \"target\": [\"4-4-7\"]}}' | boxcars ask -\n";

struct LineAnswered {
  std::string text;
  ExitStatus status;
};

LineAnswered answer_line(const std::string& text, const Environment& environment) {
  try {
    const ask::Line line = ask::parse_line(text);
    const sim::Settings settings = ask::settings_of(line.common, {instruction_set_of(environment), environment.budget});
    const ask::Question asked = line.kind->ask(line.inputs, map_reader(environment));
    ask::Answered found = ask::answer(asked, settings, line.common.show, environment.stop);
    found.report.explain = line.common.explain;
    return {io::to_json_line(found.report), found.interrupted ? interrupted : found.out_of_memory ? failed : answered};
  } catch (const model::BadInput& bad) {
    return {io::to_json_line(bad.fault()), bad_input};
  } catch (const ask::Failed& failed) {
    return {io::to_json_line(failed.fault()), bad_input};
  } catch (const sim::NeverEnds& error) {
    return {io::to_json_line({.problem = "the question never ends", .why = error.what(), .instead = "ask it with a limit"}), bad_input};
  } catch (const std::bad_alloc&) {
    return {io::to_json_line({.problem = "failed", .why = "there is too little memory for it", .instead = "ask for less"}), bad_input};
  } catch (const std::exception& error) {
    return {io::to_json_line({.problem = "failed", .why = model::printable(error.what()), .instead = "please report it with the line"}),
            bad_input};
  }
}

// The next line; of one that is too long as much as shows it. False: there is none, or who asks has had enough.
bool next_line(std::istream& lines, std::string& line, const std::atomic<bool>& stop) {
  constexpr std::size_t longest = 1 << 20;
  line.clear();
  for (char c; !stop.load(std::memory_order_relaxed) && lines.get(c);) {
    if (c == '\n') return true;
    if (line.size() <= longest) line += c;
  }
  return !line.empty() && !stop;
}

// Each line as soon as it is there: who asks may wait for its answer before the next question.
ExitStatus answer_lines(std::istream& lines, const Environment& environment) {
  ExitStatus status = answered;
  for (std::string line; !environment.stop && next_line(lines, line, environment.stop);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const LineAnswered answer = answer_line(line, environment);
    if (!(environment.out << answer.text << std::flush)) {
      tell(environment, MessageKind::failed, "the answers could not be written (is the disk full?); give them another place");
      return failed;
    }
    if (answer.status == interrupted) return interrupted;
    if (answer.status != answered) status = answer.status;
  }
  return environment.stop ? interrupted : status;
}

}  // namespace

Command add_ask(const Form& root) {
  const Form app = root.add_command("ask", ask_description);
  const auto file = std::make_shared<std::string>();
  add_text(app, "file", "FILE|-", *file, "the lines; - is standard input, which is the default");
  app.set_footer(
      "Each line is an object with question and inputs and, optionally, trials,\n"
      "precision, seed, threads, method, show and explain; boxcars describe lists all\n"
      "inputs. Each answer is the object of --format json on one line, or\n"
      "{\"error\": ...} if the question cannot be answered; the exit status is then 2.");
  return {app, [file](const Environment& environment) {
            if (environment.in && (file->empty() || *file == "-")) return answer_lines(*environment.in, environment);
            std::istringstream lines(read_file(*file, "questions", environment, "JSON, one object a line"));
            return answer_lines(lines, environment);
          }};
}

}  // namespace boxcars::cli
