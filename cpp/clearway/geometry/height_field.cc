#include "clearway/geometry/height_field.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "clearway/common/check.h"

namespace clearway {
namespace {

/* A node's key: level, row and column. A triangle's level is 0, and its column
 twice its cell's, plus one for the second of the cell. */
constexpr int kBits = 29;

std::uint64_t MakeKey(int level, int row, int column) {
  return (static_cast<std::uint64_t>(level) << (2 * kBits)) |
         (static_cast<std::uint64_t>(row) << kBits) |
         static_cast<std::uint64_t>(column);
}

struct Place {
  int level;
  int row;
  int column;
};

Place PlaceOf(std::uint64_t key) {
  constexpr std::uint64_t kMask = (std::uint64_t{1} << kBits) - 1;
  return {static_cast<int>(key >> (2 * kBits)),
          static_cast<int>((key >> kBits) & kMask),
          static_cast<int>(key & kMask)};
}

float RoundUp(double x) {
  const auto f = static_cast<float>(x);
  return f < x ? std::nextafter(f, std::numeric_limits<float>::infinity()) : f;
}

constexpr double kMaxHeightValue = 1e30;  // So that it fits in a float.

}  // namespace

HeightField::HeightField(const ConstRowMatrixRef& heights, const Vector2& size,
                         std::optional<double> bottom)
    : ElementSet(ShapeType::kHeightField),
      nx_(static_cast<int>(heights.cols())),
      ny_(static_cast<int>(heights.rows())),
      size_(CheckPositive(size.x(), "size"), CheckPositive(size.y(), "size")),
      bottom_(bottom ? CheckFinite(*bottom, "bottom") : -HUGE_VAL) {
  constexpr int kMaxCount = 1 << (kBits - 1);
  ThrowUnless(heights.rows() >= 2 && heights.cols() >= 2 &&
                  heights.rows() <= kMaxCount && heights.cols() <= kMaxCount,
              "heights must be at least (2, 2), got (", heights.rows(), ", ",
              heights.cols(), ")");
  CheckHeights(heights);
  if (!bottom) {
    bottom_ = heights.minCoeff() - size.maxCoeff();
    CheckFinite(bottom_, "bottom");
  }
  for (int row = 0; row < ny_; ++row) {
    for (int column = 0; column < nx_; ++column) {
      heights_.PushBack(heights(row, column));
    }
  }
  int width = nx_ - 1;
  int height = ny_ - 1;
  for (int level = 1; level == 1 || width > 1 || height > 1; ++level) {
    width = (width + 1) / 2;
    height = (height + 1) / 2;
    levels_.push_back({width, height, {}});
    for (int row = 0; row < height; ++row) {
      for (int column = 0; column < width; ++column) {
        levels_.back().greatest.PushBack(
            RoundUp(CalcGreatest(level, row, column)));
      }
    }
  }
}

void HeightField::CheckHeights(const ConstRowMatrixRef& heights) const {
  for (Eigen::Index row = 0; row < heights.rows(); ++row) {
    for (Eigen::Index column = 0; column < heights.cols(); ++column) {
      const double value = heights(row, column);
      // A NaN is not within either.
      ThrowUnless(std::abs(value) <= kMaxHeightValue,
                  "heights must be finite and within 1e30 m, entry (", row,
                  ", ", column, ") is ", value);
      ThrowUnless(value > bottom_, "heights must be above bottom=", bottom_,
                  ", entry (", row, ", ", column, ") is ", value);
    }
  }
}

RowMatrixX HeightField::heights() const {
  RowMatrixX result(ny_, nx_);
  for (int row = 0; row < ny_; ++row) {
    for (int column = 0; column < nx_; ++column) {
      result(row, column) = height(row, column);
    }
  }
  return result;
}

void HeightField::SetHeights(int row, int column,
                             const ConstRowMatrixRef& heights) {
  if (row < 0 || column < 0 || heights.rows() > ny_ - row ||
      heights.cols() > nx_ - column) {
    throw std::out_of_range(Concat(
        "heights of (", heights.rows(), ", ", heights.cols(), ") at row ", row,
        ", column ", column, " are not within (", ny_, ", ", nx_, ")"));
  }
  CheckHeights(heights);
  if (heights.size() == 0) return;
  const int num_rows = static_cast<int>(heights.rows());
  const int num_columns = static_cast<int>(heights.cols());
  for (int j = 0; j < num_rows; ++j) {
    for (int i = 0; i < num_columns; ++i) {
      heights_.Edit(static_cast<std::size_t>(row + j) * nx_ + column + i) =
          heights(j, i);
    }
  }
  // A height belongs to the cells before and after it.
  int first_row = std::max(row - 1, 0);
  int first_column = std::max(column - 1, 0);
  int last_row = std::min(row + num_rows - 1, ny_ - 2);
  int last_column = std::min(column + num_columns - 1, nx_ - 2);
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    first_row /= 2;
    first_column /= 2;
    last_row /= 2;
    last_column /= 2;
    for (int j = first_row; j <= last_row; ++j) {
      for (int i = first_column; i <= last_column; ++i) {
        levels_[l].greatest.Edit(
            static_cast<std::size_t>(j) * levels_[l].width + i) =
            RoundUp(CalcGreatest(static_cast<int>(l) + 1, j, i));
      }
    }
  }
}

double HeightField::CalcGreatest(int level, int row, int column) const {
  double greatest = -HUGE_VAL;
  if (level == 1) {
    // The up to nine heights of two by two cells.
    for (int j = 2 * row; j <= std::min(2 * row + 2, ny_ - 1); ++j) {
      for (int i = 2 * column; i <= std::min(2 * column + 2, nx_ - 1); ++i) {
        greatest = std::max(greatest, height(j, i));
      }
    }
    return greatest;
  }
  const Level& below = levels_[level - 2];
  for (int j = 2 * row; j <= std::min(2 * row + 1, below.height - 1); ++j) {
    for (int i = 2 * column; i <= std::min(2 * column + 1, below.width - 1);
         ++i) {
      const double value =
          below.greatest[static_cast<std::size_t>(j) * below.width + i];
      greatest = std::max(greatest, value);
    }
  }
  return greatest;
}

int HeightField::Compare(const HeightField& a, const HeightField& b) {
  const auto compare = [](double x, double y) {
    return x < y ? -1 : x > y ? 1 : 0;
  };
  int order = compare(a.nx_, b.nx_);
  if (order == 0) order = compare(a.ny_, b.ny_);
  if (order == 0) order = compare(a.size_.x(), b.size_.x());
  if (order == 0) order = compare(a.size_.y(), b.size_.y());
  if (order == 0) order = compare(a.bottom_, b.bottom_);
  if (order != 0 || a.heights_.IsSharedWith(b.heights_)) return order;
  for (std::size_t i = 0; i < a.heights_.size() && order == 0; ++i) {
    order = compare(a.heights_[i], b.heights_[i]);
  }
  return order;
}

std::unique_ptr<Shape> HeightField::Clone() const {
  return std::make_unique<HeightField>(*this);
}

std::string HeightField::to_string() const {
  return Concat("HeightField(", ny_, " x ", nx_, " heights, size=(", size_.x(),
                ", ", size_.y(), "))");
}

Vector3 HeightField::GetPoint(int row, int column) const {
  return Vector3(size_.x() * (static_cast<double>(column) / (nx_ - 1) - 0.5),
                 size_.y() * (static_cast<double>(row) / (ny_ - 1) - 0.5),
                 height(row, column));
}

ElementSet::BoxedNode HeightField::MakeNode(int level, int row,
                                            int column) const {
  const int side = 1 << level;
  const int last_row = std::min((row + 1) * side, ny_ - 1);
  const int last_column = std::min((column + 1) * side, nx_ - 1);
  BoxedNode node{{}, {MakeKey(level, row, column), 0, false}};
  node.box.lower = GetPoint(row * side, column * side);
  node.box.upper = GetPoint(last_row, last_column);
  node.box.lower.z() = bottom_;
  const Level& blocks = levels_[level - 1];
  node.box.upper.z() =
      blocks.greatest[static_cast<std::size_t>(row) * blocks.width + column];
  return node;
}

std::optional<ElementSet::BoxedNode> HeightField::root() const {
  return MakeNode(static_cast<int>(levels_.size()), 0, 0);
}

int HeightField::Expand(const Node& node, BoxedNode* children) const {
  const Place place = PlaceOf(node.key);
  int count = 0;
  for (int j = 2 * place.row; j <= 2 * place.row + 1; ++j) {
    for (int i = 2 * place.column; i <= 2 * place.column + 1; ++i) {
      if (place.level > 1) {
        const Level& below = levels_[place.level - 2];
        if (j < below.height && i < below.width) {
          children[count++] = MakeNode(place.level - 1, j, i);
        }
        continue;
      }
      if (j >= ny_ - 1 || i >= nx_ - 1) continue;
      for (int half = 0; half < 2; ++half) {
        BoxedNode& child = children[count++];
        child = {{}, {MakeKey(0, j, 2 * i + half), 0, true}};
        for (const Vector3& v : GetElement(child.node).top)
          child.box.Include(v);
        child.box.lower.z() = bottom_;
      }
    }
  }
  return count;
}

ConvexElement HeightField::GetElement(const Node& node) const {
  const Place place = PlaceOf(node.key);
  const int row = place.row;
  const int column = place.column / 2;
  const bool is_second = place.column % 2 == 1;
  ConvexElement element{ConvexElement::Kind::kPrism};
  element.top[0] = GetPoint(row, column);
  element.top[1] =
      is_second ? GetPoint(row + 1, column + 1) : GetPoint(row, column + 1);
  element.top[2] =
      is_second ? GetPoint(row + 1, column) : GetPoint(row + 1, column + 1);
  element.bottom = bottom_;
  return element;
}

}  // namespace clearway
