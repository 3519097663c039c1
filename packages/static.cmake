# Of the preset static: libraries are linked into the program. libzip is that of packages/build.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
set(CMAKE_EXE_LINKER_FLAGS "${CMAKE_EXE_LINKER_FLAGS} -static")
set(LIBZIP_INCLUDE_DIR ${PROJECT_SOURCE_DIR}/build/libzip/include CACHE PATH "")
set(LIBZIP_LIBRARY ${PROJECT_SOURCE_DIR}/build/libzip/lib/libzip.a CACHE FILEPATH "")
if(NOT EXISTS ${LIBZIP_LIBRARY})
  message(FATAL_ERROR "LIBZIP_LIBRARY=${LIBZIP_LIBRARY} is not there (packages/build makes it); run packages/build")
endif()

# Those that Debian's own configurations have as shared libraries only.
foreach(package fmt pugixml)
  file(WRITE ${CMAKE_FIND_PACKAGE_REDIRECTS_DIR}/${package}-config.cmake "")
  file(WRITE ${CMAKE_FIND_PACKAGE_REDIRECTS_DIR}/${package}-config-version.cmake "set(PACKAGE_VERSION_COMPATIBLE TRUE)\n")
  add_library(${package}::${package} INTERFACE IMPORTED GLOBAL)
endforeach()
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
find_library(PUGIXML_LIBRARY pugixml REQUIRED)
target_link_libraries(pugixml::pugixml INTERFACE ${PUGIXML_LIBRARY})
