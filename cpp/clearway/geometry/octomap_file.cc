#include "clearway/geometry/octomap_file.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "clearway/common/check.h"

namespace clearway {
namespace {

using Block = CellOctree::Block;

constexpr int kTreeHeight = 16;
constexpr std::string_view kBinaryFirstLine = "# Octomap OcTree binary file";
constexpr std::string_view kFullFirstLine = "# Octomap OcTree file";

struct Header {
  std::string type;
  std::int64_t num_nodes{-1};
  double resolution{0};
};

class Reader {
 public:
  Reader(std::string path, std::string content)
      : path_(std::move(path)), content_(std::move(content)) {}

  OctomapFile Read() {
    const std::string first = TakeLine();
    const bool is_binary = first.starts_with(kBinaryFirstLine);
    if (!is_binary && !first.starts_with(kFullFirstLine)) {
      Fail("its first line is not that of an OctoMap octree");
    }
    const Header header = ReadHeader();
    if (header.type == "ColorOcTree") {
      num_colour_bytes_ = 3;
    } else if (header.type != "OcTree" && header.type != "OcTreeStamped") {
      Fail("trees of type '" + header.type + "' are not supported");
    }
    OctomapFile file{header.resolution, CellOctree(kTreeHeight)};
    octree_ = &file.octree;
    Block root = CellOctree::MakeUniform(CellState::kUnknown);
    if (header.num_nodes > 0) {
      root =
          is_binary ? ReadBinaryNode(kTreeHeight) : ReadFullNode(kTreeHeight);
    }
    if (position_ != content_.size()) Fail("there is more after its data");
    if (num_nodes_ != header.num_nodes) {
      Fail(Concat("its header says ", header.num_nodes,
                  " nodes, and there are ", num_nodes_));
    }
    file.octree.SetRoot(root);
    return file;
  }

 private:
  [[noreturn]] void Fail(const std::string& what) const {
    throw std::runtime_error(path_ + ": " + what);
  }

  std::string TakeLine() {
    const std::size_t end = content_.find('\n', position_);
    if (end == std::string::npos) Fail("its header has no end");
    std::string line = content_.substr(position_, end - position_);
    position_ = end + 1;
    if (line.ends_with('\r')) line.pop_back();
    return line;
  }

  Header ReadHeader() {
    Header header;
    while (true) {
      std::istringstream line(TakeLine());
      std::string word;
      if (!(line >> word) || word.starts_with('#')) continue;
      if (word == "data") break;
      bool is_read = true;
      if (word == "id") is_read = static_cast<bool>(line >> header.type);
      if (word == "size") is_read = static_cast<bool>(line >> header.num_nodes);
      if (word == "res") is_read = static_cast<bool>(line >> header.resolution);
      if (!is_read) Fail("its header has no value for '" + word + "'");
    }
    if (header.type.empty()) Fail("its header has no id");
    if (header.num_nodes < 0) Fail("its header has no size");
    if (!(header.resolution > 0 && std::isfinite(header.resolution))) {
      Fail("its header has no resolution > 0");
    }
    return header;
  }

  template <class T>
  T Take() {
    if (content_.size() - position_ < sizeof(T)) Fail("its data end too soon");
    T value;
    std::memcpy(&value, content_.data() + position_, sizeof(T));
    position_ += sizeof(T);
    return value;
  }

  /* Two bits a child: unknown, free, occupied, or a node that follows. */
  Block ReadBinaryNode(int level) {
    if (level == 0) Fail("a node is below the smallest cell");
    ++num_nodes_;
    const int low = Take<std::uint8_t>();
    const int codes = low | Take<std::uint8_t>() << 8;
    if (codes == 0) Fail("a node has no children");
    Block children[8];
    for (int i = 0; i < 8; ++i) {
      const int code = (codes >> (2 * i)) & 3;
      if (code == 3) {
        children[i] = {CellOctree::kMixed, 0, 0};
        continue;
      }
      children[i] = CellOctree::MakeUniform(code == 0   ? CellState::kUnknown
                                            : code == 1 ? CellState::kFree
                                                        : CellState::kOccupied);
      if (code != 0) ++num_nodes_;
    }
    for (Block& child : children) {
      if (child.is_mixed()) child = ReadBinaryNode(level - 1);
    }
    return octree_->Join(level, children);
  }

  /* Log odds, a colour in trees that have one, a bit a child; the children. */
  Block ReadFullNode(int level) {
    ++num_nodes_;
    const auto log_odds = Take<float>();
    if (!std::isfinite(log_odds)) Fail("a node's log odds are not finite");
    for (int i = 0; i < num_colour_bytes_; ++i) Take<std::uint8_t>();
    const auto has_child = Take<std::uint8_t>();
    if (has_child == 0) {
      return CellOctree::MakeUniform(log_odds >= 0 ? CellState::kOccupied
                                                   : CellState::kFree);
    }
    if (level == 0) Fail("a node is below the smallest cell");
    Block children[8];
    for (int i = 0; i < 8; ++i) {
      children[i] = (has_child >> i) & 1
                        ? ReadFullNode(level - 1)
                        : CellOctree::MakeUniform(CellState::kUnknown);
    }
    return octree_->Join(level, children);
  }

  const std::string path_;
  const std::string content_;
  std::size_t position_{0};
  int num_colour_bytes_{0};
  std::int64_t num_nodes_{0};
  CellOctree* octree_{nullptr};
};

std::string ReadContent(const std::string& path, std::int64_t max_file_size) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw std::runtime_error(path + ": cannot be opened");
  const auto size = static_cast<std::int64_t>(file.tellg());
  if (size > max_file_size) {
    throw std::runtime_error(
        Concat(path, ": has ", size,
               " bytes, more than max_file_size=", max_file_size));
  }
  std::string content(size < 0 ? 0 : static_cast<std::size_t>(size), '\0');
  file.seekg(0);
  if (size < 0 || !file.read(content.data(), size)) {
    throw std::runtime_error(path + ": cannot be read");
  }
  return content;
}

}  // namespace

OctomapFile ReadOctomapFile(const std::string& path,
                            std::int64_t max_file_size) {
  return Reader(path, ReadContent(path, max_file_size)).Read();
}

}  // namespace clearway
