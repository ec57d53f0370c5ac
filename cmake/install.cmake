# What a C++ consumer needs, in one component: the library, its headers, the
# pinned Eigen that they include, and find_package(clearway).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(
  TARGETS clearway clearway_eigen
  EXPORT clearway_targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(
  DIRECTORY cpp/clearway
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  COMPONENT development
  FILES_MATCHING
  PATTERN "*.h")
install(
  DIRECTORY ${CLEARWAY_EIGEN_INCLUDE_DIR}/Eigen
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/clearway/third_party/eigen3
  COMPONENT development)
install(
  EXPORT clearway_targets
  NAMESPACE clearway::
  FILE clearwayTargets.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/clearway
  COMPONENT development)
configure_package_config_file(
  cmake/clearwayConfig.cmake.in clearwayConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/clearway)
write_basic_package_version_file(clearwayConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/clearwayConfig.cmake
        ${PROJECT_BINARY_DIR}/clearwayConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/clearway
  COMPONENT development)
