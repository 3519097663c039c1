# What a .deb has beside what is installed: its copyright and its changelogs.
set(debian ${PROJECT_BINARY_DIR}/debian)
set(release 0boxcars1)  # below any of Debian's own
file(READ ../LICENSE licence)
string(REGEX MATCH "Copyright \\(c\\) ([^\n]*)" copyright "${licence}")
set(copyright ${CMAKE_MATCH_1})
string(REGEX REPLACE "^MIT License\n\nCopyright[^\n]*\n\n" "" licence "${licence}")
string(STRIP "${licence}" licence)
string(REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REPLACE "\n" "\n " licence "${licence}")
file(WRITE ${debian}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: boxcars

Files: *
Copyright: ${copyright}
License: Expat
 ${licence}
")

execute_process(COMMAND date -u -R -d ${BOXCARS_RELEASED} OUTPUT_VARIABLE released OUTPUT_STRIP_TRAILING_WHITESPACE)
file(WRITE ${debian}/changelog.Debian "boxcars (${PROJECT_VERSION}-${release}) stable; urgency=low

  * Version ${PROJECT_VERSION}; changelog.gz says what has changed.

 -- ${BOXCARS_MAINTAINER}  ${released}
")
configure_file(../CHANGELOG.md ${debian}/changelog COPYONLY)
foreach(file changelog changelog.Debian)
  execute_process(COMMAND ${GZIP} -9nf ${debian}/${file})
  install(FILES ${debian}/${file}.gz DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT debian)
endforeach()
install(FILES ${debian}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT debian)

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program libraries debian)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${release})
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# dpkg-shlibdeps looks at symbols, and finds 2.34: that addresses are packed (cli/CMakeLists.txt) asks for more, and is none.
set(CPACK_DEBIAN_PACKAGE_BREAKS "libc6 (<< 2.36)")
string(REGEX REPLACE "^The " "" CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "What will this attack do? Every question is answered twice from one set of
rules: by millions of simulated trials on all cores and, beside them, by the
exact odds. It knows attacks on the Infantry Fire Table, HE at buildings,
falling rubble, Close Combat, fires, huts, Clearance, AFV in buildings, and
assaults of many turns.")
