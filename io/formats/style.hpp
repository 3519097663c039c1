#pragma once

namespace boxcars::io {

enum class Color : bool { off, on };
enum class Symbols : bool { ascii, unicode };
enum class Tales : bool { wrapped, whole };

/// What the place that text goes to can show.
struct Style {
  int width = 80;  ///< columns
  Color color = Color::off;
  Symbols symbols = Symbols::unicode;
  Tales tales = Tales::wrapped;  ///< whole, a throw is one line, for who looks for lines
};

}  // namespace boxcars::io
