#pragma once

#include <string>
#include <vector>

namespace boxcars::test {

/// Words that are wrong, or nearly right, wherever they are typed.
inline const std::vector<std::string>& garbage_words() {
  static const std::vector<std::string> words{"",
                                              "-",
                                              "--",
                                              "+",
                                              "0x10",
                                              "1e400",
                                              "-1",
                                              "9999999999999999999999",
                                              "4-4-7,",
                                              ",,,",
                                              "::",
                                              "x4-4-7",
                                              "hs:",
                                              "4-4-7,elr=",
                                              "crew:2-2-8,gun=",
                                              "0=crew:2-2-8,gun=99999999999AT-small-",
                                              "until",
                                              "rooftop",
                                              "\xff\xfe",
                                              "st\none",
                                              "\x1b[31m",
                                              "[1,2]",
                                              "{}",
                                              "%%",
                                              "%s%n",
                                              "a=b",
                                              "9-1-",
                                              "-9-1",
                                              "1x",
                                              "0=",
                                              "=4-4-7",
                                              "J8=",
                                              "99999999999x4-4-7",
                                              "\u2013"
                                              "1",
                                              "nan",
                                              "inf",
                                              "1e3",
                                              "woods",
                                              "help",
                                              "true",
                                              "0.1",
                                              "'",
                                              "\"",
                                              "\\",
                                              std::string(300, '9'),
                                              std::string(1, '\0')};
  return words;
}

}  // namespace boxcars::test
