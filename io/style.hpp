#pragma once

namespace boxcars::io {

enum class Color : bool { off, on };
enum class Symbols : bool { ascii, unicode };

/// What the place that text goes to can show.
struct Style {
  int width = 80;  ///< columns
  Color color = Color::off;
  Symbols symbols = Symbols::unicode;
};

}  // namespace boxcars::io
