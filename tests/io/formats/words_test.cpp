#include "io/formats/words.hpp"

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"

using namespace boxcars;
using namespace boxcars::io;
using Words = std::vector<std::string>;

TEST_CASE("a line is split into words as a shell splits it") {
  CHECK(words_of("").empty());
  CHECK(words_of(" \t\n").empty());
  CHECK(words_of("attack  8\t--target\n4-4-7 ") == Words{"attack", "8", "--target", "4-4-7"});
  CHECK(words_of("--target '9-1 4-4-7' x") == Words{"--target", "9-1 4-4-7", "x"});
  CHECK(words_of("--target=\"9-1 4-4-7\"x") == Words{"--target=9-1 4-4-7x"});
  CHECK(words_of("a '' \"\"") == Words{"a", "", ""});
  CHECK(words_of("a\\ b c\\'d") == Words{"a b", "c'd"});
  CHECK(words_of("'a\\b' \"a\\b\" \"a\\\"b\" \"a\\\\b\" \"\\$\\`\"") == Words{"a\\b", "a\\b", "a\"b", "a\\b", "$`"});
  CHECK(words_of("x$'a\\x1b\\'b\\\\'y $''") == Words{"xa\x1b'b\\y", ""});
  CHECK(words_of("\"$'a'\"") == Words{"$'a'"});
  CHECK(words_of("\"it's\" 'say \"it\"'") == Words{"it's", "say \"it\""});
  for (const char* open : {"a 'b", "a \"b", "'", "a \"b\\\"", "'a\\'b'", "$'", "$'a", "$'a\\'", "$'\\x4"}) {
    INFO(open);
    CHECK_THROWS_AS(words_of(open), model::BadInput);
  }
  CHECK_THROWS_WITH(words_of("a\\"), "a backslash at the end of 'a\\' (nothing follows it); leave it out");
  CHECK_THROWS_WITH(words_of("a 'b"), "a quote is not closed in 'a 'b' (where does it end?); give it another '");
}

TEST_CASE("a quoted word is one word again, whatever is in it") {
  CHECK(quoted("4-4-7,elr=3") == "4-4-7,elr=3");
  CHECK(quoted("") == "''");
  CHECK(quoted("=ls.toml") == "'=ls.toml'");
  CHECK(quoted("--set=J8=stone:3") == "--set=J8=stone:3");
  CHECK(quoted("my maps/it's one.toml") == "'my maps/it'\\''s one.toml'");
  CHECK(quoted("x\x1b[31m'\\\xc2\x9b") == "$'x\\x1b[31m\\'\\\\\\xc2\\x9b'");
  for (const char* word : {"\x1b", "a\x1b'b", "\x1b\\x41", "\x7f$'", "\xc2\x80",
                           "\x01"
                           "2",
                           "$'a'", "", "a b", "it's", "\"", "\\", "a\\'b", "$HOME", "!x", "a\nb", "--", "'", "''"}) {
    CHECK(words_of(quoted(word)) == Words{word});
    CHECK(words_of("x " + quoted(word) + " " + quoted(quoted(word))) == Words{"x", word, quoted(word)});
  }
}
