#include "clearway/geometry/bvh.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace clearway {
namespace {

constexpr int kNumBins = 16;
/* Beyond this depth ranges are halved, and 2^31 triangles are halved to four 29
 times. */
constexpr int kMaxUnbalancedDepth = 32;
static_assert(kMaxUnbalancedDepth + 29 < TriangleBvh::kMaxDepth);

/* A binary tree, in depth-first order: a left child follows its parent. */
struct BinaryNode {
  Aabb box;
  int right;  // -1 for a leaf.
  int begin;  // The triangles are order[begin, end).
  int end;
  bool is_leaf() const { return right < 0; }
};

double HalfArea(const Aabb& box) {
  const Vector3 size = box.upper - box.lower;
  return size.x() * size.y() + size.y() * size.z() + size.z() * size.x();
}

class BinaryBuilder {
 public:
  BinaryBuilder(const TriangleMesh& mesh, std::vector<BinaryNode>* nodes,
                std::vector<int>* order)
      : nodes_(*nodes), order_(*order) {
    const int num_triangles = static_cast<int>(mesh.triangles.rows());
    boxes_.resize(num_triangles);
    centres_.resize(num_triangles);
    for (int t = 0; t < num_triangles; ++t) {
      for (int corner = 0; corner < 3; ++corner) {
        boxes_[t].Include(mesh.vertex(t, corner));
      }
      centres_[t] = boxes_[t].centre();
    }
    order_.resize(num_triangles);
    std::iota(order_.begin(), order_.end(), 0);
    if (num_triangles > 0) Build(0, num_triangles, 0);
  }

 private:
  void Build(int begin, int end, int depth) {
    const int index = static_cast<int>(nodes_.size());
    Aabb box;
    for (int i = begin; i < end; ++i) box.Include(boxes_[order_[i]]);
    nodes_.push_back({box, -1, begin, end});
    if (end - begin <= TriangleBvh::kMaxLeafSize) return;
    const int middle = depth < kMaxUnbalancedDepth ? SplitByArea(begin, end)
                                                   : SplitInHalf(begin, end);
    Build(begin, middle, depth + 1);
    nodes_[index].right = static_cast<int>(nodes_.size());
    Build(middle, end, depth + 1);
  }

  Aabb CalcCentreBox(int begin, int end) const {
    Aabb box;
    for (int i = begin; i < end; ++i) box.Include(centres_[order_[i]]);
    return box;
  }

  /* Splits between bins of triangle centres where the sum over both sides of
   surface area times number of triangles is least. */
  int SplitByArea(int begin, int end) {
    const Aabb centre_box = CalcCentreBox(begin, end);
    double best_cost = HUGE_VAL;
    int best_axis = -1;
    int best_bin = -1;
    for (int axis = 0; axis < 3; ++axis) {
      std::array<Aabb, kNumBins> box;
      std::array<int, kNumBins> count{};
      for (int i = begin; i < end; ++i) {
        const int bin = CalcBin(centre_box, axis, order_[i]);
        box[bin].Include(boxes_[order_[i]]);
        ++count[bin];
      }
      std::array<double, kNumBins> cost_below{};
      Aabb grown;
      int num = 0;
      for (int bin = 0; bin + 1 < kNumBins; ++bin) {
        grown.Include(box[bin]);
        num += count[bin];
        cost_below[bin] = num > 0 ? HalfArea(grown) * num : HUGE_VAL;
      }
      grown = Aabb();
      num = 0;
      for (int bin = kNumBins - 1; bin > 0; --bin) {
        grown.Include(box[bin]);
        num += count[bin];
        const double cost =
            num > 0 ? HalfArea(grown) * num + cost_below[bin - 1] : HUGE_VAL;
        if (cost < best_cost) {
          best_cost = cost;
          best_axis = axis;
          best_bin = bin;
        }
      }
    }
    // All centres in one bin of every axis, or areas that overflow.
    if (best_axis < 0) return SplitInHalf(begin, end);
    const auto middle = std::stable_partition(
        order_.begin() + begin, order_.begin() + end, [&](int triangle) {
          return CalcBin(centre_box, best_axis, triangle) < best_bin;
        });
    return static_cast<int>(middle - order_.begin());
  }

  int CalcBin(const Aabb& centre_box, int axis, int triangle) const {
    const double lower = centre_box.lower[axis];
    const double size = centre_box.upper[axis] - lower;
    if (!(size > 0)) return 0;
    const double fraction = (centres_[triangle][axis] - lower) / size;
    return std::clamp(static_cast<int>(fraction * kNumBins), 0, kNumBins - 1);
  }

  /* Splits at the median along the longest axis; ties by index. */
  int SplitInHalf(int begin, int end) {
    const Aabb centre_box = CalcCentreBox(begin, end);
    int axis = 0;
    (centre_box.upper - centre_box.lower).maxCoeff(&axis);
    const int middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle,
                     order_.begin() + end, [&](int i, int j) {
                       return centres_[i][axis] != centres_[j][axis]
                                  ? centres_[i][axis] < centres_[j][axis]
                                  : i < j;
                     });
    return middle;
  }

  std::vector<BinaryNode>& nodes_;
  std::vector<int>& order_;
  std::vector<Aabb> boxes_;
  std::vector<Vector3> centres_;
};

/* Makes nodes of eight out of the binary tree. */
class WideBuilder {
 public:
  WideBuilder(const TriangleMesh& mesh, const std::vector<BinaryNode>& binary,
              const std::vector<int>& order, const Vector3& origin,
              std::vector<TriangleBvh::Node>* nodes)
      : mesh_(mesh),
        binary_(binary),
        order_(order),
        origin_(origin),
        nodes_(*nodes) {
    if (binary.empty()) return;
    const int root[] = {0};
    AddNode(root);
  }

 private:
  int AddNode(std::span<const int> members) {
    const int index = static_cast<int>(nodes_.size());
    nodes_.emplace_back();
    nodes_[index].size = static_cast<int>(members.size());
    for (int i = 0; i < static_cast<int>(members.size()); ++i) {
      const BinaryNode& member = binary_[members[i]];
      const int count = member.end - member.begin;
      nodes_[index].boxes.Set(
          i,
          FitOrientedBox(mesh_, std::span(order_).subspan(member.begin, count),
                         origin_));
      const TriangleBvh::Child child =
          member.is_leaf() ? TriangleBvh::Child{member.begin, count}
                           : TriangleBvh::Child{AddChildrenOf(members[i]), 0};
      nodes_[index].children[i] = child;
    }
    return index;
  }

  /* Opens the largest of the members until there are eight. */
  int AddChildrenOf(int parent) {
    std::array<int, WideBoxes::kWidth> members{parent + 1,
                                               binary_[parent].right};
    int size = 2;
    while (size < WideBoxes::kWidth) {
      int largest = -1;
      for (int i = 0; i < size; ++i) {
        if (!binary_[members[i]].is_leaf() &&
            (largest < 0 || HalfArea(binary_[members[i]].box) >
                                HalfArea(binary_[members[largest]].box))) {
          largest = i;
        }
      }
      if (largest < 0) break;
      const int opened = members[largest];
      members[largest] = opened + 1;
      members[size++] = binary_[opened].right;
    }
    return AddNode(std::span(members).first(size));
  }

  const TriangleMesh& mesh_;
  const std::vector<BinaryNode>& binary_;
  const std::vector<int>& order_;
  const Vector3& origin_;
  std::vector<TriangleBvh::Node>& nodes_;
};

}  // namespace

void WideBoxes::Set(int i, const OrientedBox& box) {
  for (int row = 0; row < 3; ++row) {
    centre[row][i] = box.centre[row];
    half_size[row][i] = box.half_size[row];
    for (int axis = 0; axis < 3; ++axis)
      axes[row][axis][i] = box.axes(row, axis);
  }
}

OrientedBox WideBoxes::Get(int i) const {
  OrientedBox box;
  for (int row = 0; row < 3; ++row) {
    box.centre[row] = centre[row][i];
    box.half_size[row] = half_size[row][i];
    for (int axis = 0; axis < 3; ++axis)
      box.axes(row, axis) = axes[row][axis][i];
  }
  return box;
}

TriangleBvh::TriangleBvh(const TriangleMesh& mesh) {
  std::vector<BinaryNode> binary;
  BinaryBuilder(mesh, &binary, &order_);
  if (binary.empty()) return;
  bounds_ = binary[0].box;
  origin_ = bounds_.centre();
  WideBuilder(mesh, binary, order_, origin_, &nodes_);
}

}  // namespace clearway
