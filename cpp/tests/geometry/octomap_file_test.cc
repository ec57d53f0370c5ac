#include "clearway/geometry/octomap_file.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace clearway {
namespace {

constexpr std::int64_t kMax = 1 << 20;

std::string Header(const std::string& first, const std::string& type,
                   int num_nodes, const std::string& resolution = "0.5") {
  return first + "\n# a comment\nid " + type + "\nsize " +
         std::to_string(num_nodes) + "\nres " + resolution + "\ndata\n";
}

std::string BinaryHeader(int num_nodes) {
  return Header("# Octomap OcTree binary file", "OcTree", num_nodes);
}

std::string FullHeader(int num_nodes, const std::string& type = "OcTree") {
  return Header("# Octomap OcTree file", type, num_nodes);
}

std::string FullNode(float log_odds, unsigned char has_child,
                     int num_colour_bytes = 0) {
  std::string node(sizeof(float), '\0');
  std::memcpy(node.data(), &log_odds, sizeof(float));
  return node + std::string(num_colour_bytes, 'c') +
         static_cast<char>(has_child);
}

class OctomapFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = (std::filesystem::temp_directory_path() /
             (std::string("clearway_octomap_") + info->name()))
                .string();
  }
  void TearDown() override { std::filesystem::remove(path_); }

  OctomapFile Read(const std::string& content, std::int64_t max = kMax) {
    std::ofstream(path_, std::ios::binary) << content;
    return ReadOctomapFile(path_, max);
  }

  void ExpectRefused(const std::string& content, const std::string& why) {
    try {
      Read(content);
      ADD_FAILURE() << "read, but should have: " << why;
    } catch (const std::runtime_error& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with(path_)) << message;
      EXPECT_NE(message.find(why), std::string::npos) << message;
    }
  }

  std::string path_;
};

TEST_F(OctomapFileTest, Binary) {
  // The root's children: 0 free, 5 occupied, 7 with one occupied child, 2.
  std::string content = BinaryHeader(5);
  content += static_cast<char>(1);
  content += static_cast<char>(2 << 2 | 3 << 6);
  content += static_cast<char>(2 << 4);
  content += '\0';
  const OctomapFile dut = Read(content);
  EXPECT_EQ(dut.resolution, 0.5);
  EXPECT_EQ(dut.octree.height(), 16);
  const int half = 1 << 15, quarter = 1 << 14;
  EXPECT_EQ(dut.octree.GetState({0, 0, 0}), CellState::kFree);
  EXPECT_EQ(dut.octree.GetState({half, 0, half}), CellState::kOccupied);
  EXPECT_EQ(dut.octree.GetState({0, half, 0}), CellState::kUnknown);
  EXPECT_EQ(dut.octree.GetState({half, half + quarter, half}),
            CellState::kOccupied);
  EXPECT_EQ(dut.octree.GetState({half, half, half}), CellState::kUnknown);
}

TEST_F(OctomapFileTest, FullWithAndWithoutColour) {
  for (const int colour : {0, 3}) {
    const OctomapFile dut =
        Read(FullHeader(4, colour ? "ColorOcTree" : "OcTree") +
             FullNode(1, 0b10000011, colour) + FullNode(0, 0, colour) +
             FullNode(-0.1f, 0, colour) + FullNode(2, 0, colour));
    const int half = 1 << 15;
    EXPECT_EQ(dut.octree.GetState({0, 0, 0}), CellState::kOccupied);
    EXPECT_EQ(dut.octree.GetState({half, 0, 0}), CellState::kFree);
    EXPECT_EQ(dut.octree.GetState({half, half, half}), CellState::kOccupied);
    EXPECT_EQ(dut.octree.GetState({0, half, 0}), CellState::kUnknown);
  }
}

TEST_F(OctomapFileTest, EmptyTreesAreUnknown) {
  for (const std::string& content : {BinaryHeader(0), FullHeader(0)}) {
    EXPECT_EQ(Read(content).octree.GetState({7, 7, 7}), CellState::kUnknown);
  }
}

TEST_F(OctomapFileTest, RefusesWhatIsDamaged) {
  EXPECT_THROW(ReadOctomapFile(path_ + "_none", kMax), std::runtime_error);
  ExpectRefused("", "header");
  ExpectRefused("solid cube\n", "first line");
  ExpectRefused("# Octomap OcTree file\nid OcTree\n", "no end");
  ExpectRefused("# Octomap OcTree file\nsize 1\nres 1\ndata\n", "no id");
  ExpectRefused("# Octomap OcTree file\nid OcTree\nres 1\ndata\n", "no size");
  ExpectRefused("# Octomap OcTree file\nid OcTree\nsize -3\nres 1\ndata\n",
                "no size");
  ExpectRefused("# Octomap OcTree file\nid OcTree\nsize x\nres 1\ndata\n",
                "no value for 'size'");
  for (const std::string resolution : {"0", "-1", "1e999"}) {
    EXPECT_THROW(Read(Header("# Octomap OcTree file", "OcTree", 0, resolution)),
                 std::runtime_error);
  }
  ExpectRefused(FullHeader(1, "CountingOcTree") + FullNode(1, 0),
                "'CountingOcTree'");
  ExpectRefused(FullHeader(2) + FullNode(1, 1), "end too soon");
  ExpectRefused(FullHeader(1) + FullNode(1, 0) + "x", "more after");
  ExpectRefused(FullHeader(7) + FullNode(1, 0), "7 nodes");
  ExpectRefused(FullHeader(1) + FullNode(std::nanf(""), 0), "not finite");
  ExpectRefused(BinaryHeader(1) + std::string(2, '\0'), "no children");
  // One child, all the way down and further.
  std::string deep = FullHeader(18), deep_binary = BinaryHeader(18);
  for (int i = 0; i < 17; ++i) {
    deep += FullNode(1, 1);
    deep_binary += std::string("\3\0", 2);
  }
  ExpectRefused(deep + FullNode(1, 0), "below the smallest cell");
  ExpectRefused(deep_binary, "below the smallest cell");
}

// Whatever a file of random bytes is, it is refused or read, and no more.
TEST_F(OctomapFileTest, TakesAnyBytes) {
  unsigned state = 1;
  for (int trial = 0; trial < 300; ++trial) {
    std::string content = trial % 2 ? BinaryHeader(50) : FullHeader(50);
    for (int i = 0; i < 200; ++i) {
      state = state * 1664525u + 1013904223u;
      content += static_cast<char>(state >> 24);
    }
    try {
      Read(content);
    } catch (const std::runtime_error&) {
    }
  }
}

TEST_F(OctomapFileTest, RefusesLargeFilesByName) {
  const std::string content = FullHeader(1) + FullNode(1, 0);
  try {
    Read(content, 10);
    ADD_FAILURE();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("max_file_size=10"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace clearway
