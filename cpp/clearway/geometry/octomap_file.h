#pragma once

#include <cstdint>
#include <string>

#include "clearway/geometry/cell_octree.h"

namespace clearway {

/// What an OctoMap file holds: 65536 cells a side, the middle at the origin.
struct OctomapFile {
  double resolution{};  ///< [m]
  CellOctree octree;
};

/// Reads an octree that OctoMap wrote, in either of its formats: `.bt` (two
/// bits a child) and `.ot` (trees of type OcTree, ColorOcTree and
/// OcTreeStamped). The format is told by the first line, not by the name.
///
/// @throws std::runtime_error naming the file and what is wrong with it: it
/// cannot be read, the header is not one, the type is another, the data end too
/// soon, go on, do not have as many nodes as the header says, or hold a value
/// that is not finite or a node where no cell is left to split; or it is larger
/// than max_file_size: a tree takes up to 24 times the file's size in memory.
/// @source https://github.com/OctoMap/octomap, which has no other description.
OctomapFile ReadOctomapFile(const std::string& path,
                            std::int64_t max_file_size);

}  // namespace clearway
