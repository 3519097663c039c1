#pragma once

#include <string>
#include <string_view>

namespace boxcars::test {

// Only places.cpp is compiled with paths of this machine, so that a compiler's cache knows every other file in any checkout.

/// The path of a file or folder of the project, given from its top; without one the top itself.
std::string source_path(std::string_view from_top = {});

/// The program of this build.
std::string program_path();

/// The program of several ranks; empty if none was built.
std::string mpi_program_path();

/// What is loaded before a program to kill it at a chosen write (killer.cpp); empty if the program is static.
std::string killer_path();

}  // namespace boxcars::test
