# Run by CPack (ScrumpPackage.cmake) on what it is about to pack: what Debian wants otherwise than other systems. Manual
# pages are compressed, the licence is named and not repeated, and a changelog says which version it is.
set(root "${CMAKE_CURRENT_LIST_DIR}/..")
set(components command development)
set(packages scrump libscrump-dev)

file(STRINGS "${root}/CHANGELOG.md" heading REGEX "^## ${CPACK_PACKAGE_VERSION}, " LIMIT_COUNT 1)
string(REGEX REPLACE "^.*, " "" released "${heading}")
string(SUBSTRING "${released}" 0 4 year)
execute_process(COMMAND date --utc --rfc-email --date ${released} OUTPUT_VARIABLE date
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

foreach(component package IN ZIP_LISTS components packages)
  set(share "${CPACK_TEMPORARY_DIRECTORY}/${component}${CPACK_PACKAGING_INSTALL_PREFIX}/share")
  file(WRITE "${share}/doc/${package}/changelog" "scrump (${CPACK_PACKAGE_VERSION}) stable; urgency=medium

  * ${CPACK_PACKAGE_HOMEPAGE_URL}/blob/main/CHANGELOG.md has what changed.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
  file(WRITE "${share}/doc/${package}/copyright"
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Scrump
Source: ${CPACK_PACKAGE_HOMEPAGE_URL}

Files: *
Copyright: ${year} The Scrump developers
License: Apache-2.0
 On Debian systems, the full text of the Apache License, Version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
")
  file(GLOB pages "${share}/man/man1/*.1")
  execute_process(COMMAND gzip --best --no-name --force "${share}/doc/${package}/changelog" ${pages}
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
