#pragma once

#include <string_view>

namespace boxcars::io {

/// The script that draws the pictures of a page of HTML: pictures.js, which `npm run pictures` makes of web/src/pictures.
std::string_view pictures_script();

}  // namespace boxcars::io
