#include "clearway/engine/compiled_scene.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <tuple>

#include "clearway/geometry/element_set.h"
#include "clearway/query/dispatch.h"
#include "clearway/query/tolerance.h"

namespace clearway {
namespace {

using Kind = WorldChange::Kind;

std::uint64_t TakeSerial() {
  static std::atomic<std::uint64_t> next{1};
  return next++;
}

}  // namespace

CompiledScene::CompiledScene(const World& world) { Rebuild(world); }

void CompiledScene::Rebuild(const World& world) {
  tree_ = world.shared_tree();
  fixed_X_WB_.assign(world.fixed_poses().begin(), world.fixed_poses().end());
  geometries_.clear();
  free_slots_.clear();
  slot_of_id_.clear();
  on_body_.assign(num_bodies(), {});
  for (const CollisionGeometry& source : world.shapes()) AddGeometry(source);

  extent_ = 0;
  std::vector<Aabb> boxes;
  std::vector<int> slots;
  for (std::size_t g = 0; g < geometries_.size(); ++g) {
    if (IsMovable(geometries_[g].body)) continue;
    slots.push_back(static_cast<int>(g));
    boxes.push_back(CalcFixedBox(slots.back()));
    GrowExtent(boxes.back());
  }
  fixed_boxes_ = internal::BoxTree(boxes, slots);

  SetAllLimits(world);
  FindMovers();
  FindMovingPairs();
  FindAllFixedCollisions();
  version_ = world.version();
  ++revision_;
}

void CompiledScene::Update(const World& world) {
  if (version_ == world.version()) return;
  const auto changes = world.log().Since(version_);
  const bool is_new = !changes.has_value() ||
                      std::ranges::find(*changes, Kind::kAll,
                                        &WorldChange::kind) != changes->end();
  if (is_new) {
    Rebuild(world);
    return;
  }
  // Limits first: shapes are those of now, and one without end may be checked
  // against another as long as a limit is that of before.
  Todo todo;
  for (const WorldChange& change : *changes) {
    UpdateLimits(change, world, &todo);
  }
  for (const WorldChange& change : *changes) {
    if (change.kind == Kind::kShape) UpdateShape(change.shape, world, &todo);
    if (change.kind == Kind::kPose) UpdatePose(change.A, world, &todo);
  }
  if (todo.movers) FindMovers();
  if (todo.movers || todo.moving_pairs) FindMovingPairs();
  if (todo.all_fixed_pairs) FindAllFixedCollisions();
  for (const WorldChange& change : *changes) {
    if (change.kind == Kind::kPair && !todo.all_fixed_pairs) {
      FindFixedCollisionsBetween(change.A, change.B);
    }
  }
  version_ = world.version();
  ++revision_;
}

void CompiledScene::UpdateLimits(const WorldChange& change, const World& world,
                                 Todo* todo) {
  switch (change.kind) {
    case Kind::kPair:
      SetLimit(change.A, change.B, world);
      UpdateMaxFixedPadding(change.A);
      UpdateMaxFixedPadding(change.B);
      break;
    case Kind::kBody:
      for (int b = 0; b < num_bodies(); ++b) {
        SetLimit(change.A, BodyIndex(b), world);
        UpdateMaxFixedPadding(BodyIndex(b));
      }
      UpdateMaxFixedPadding(change.A);
      todo->all_fixed_pairs = true;
      break;
    case Kind::kPairs:
      SetAllLimits(world);
      todo->all_fixed_pairs = true;
      break;
    default:
      return;
  }
  todo->moving_pairs = true;
}

void CompiledScene::UpdateShape(GeometryId id, const World& world, Todo* todo) {
  const CollisionGeometry* source = world.FindShape(id);
  const auto known = slot_of_id_.find(id);
  if (known != slot_of_id_.end()) {
    SceneGeometry& geometry = geometries_[known->second];
    const bool is_moved = source != nullptr && source->shape == geometry.shape;
    if (is_moved) {
      SetPose(source->X_BG, &geometry);
      if (!IsMovable(geometry.body)) PlaceFixedGeometry(known->second);
      return;
    }
    todo->movers = todo->movers || IsMovable(geometry.body);
    RemoveGeometry(known->second);
  }
  if (source == nullptr) return;
  const int slot = AddGeometry(*source);
  if (slot < 0) return;
  if (IsMovable(source->body)) {
    todo->movers = true;
  } else {
    PlaceFixedGeometry(slot);
    if (IsOnRobot(slot)) fixed_robot_.push_back(slot);
  }
}

void CompiledScene::UpdatePose(BodyIndex body, const World& world, Todo* todo) {
  fixed_X_WB_[body] = world.fixed_poses()[body];
  for (const int g : on_body_[body]) {
    SetPose(RigidTransform(geometries_[g].X_BG), &geometries_[g]);
    PlaceFixedGeometry(g);
  }
  // Contexts have the poses that moving bodies hang on.
  const auto children = tree_->children(body);
  if (std::ranges::any_of(children,
                          [this](BodyIndex b) { return IsMovable(b); })) {
    todo->movers = true;
  }
}

// Geometries.

// Its slot; -1 for an empty one, which is at no distance from anything.
int CompiledScene::AddGeometry(const CollisionGeometry& source) {
  if (IsEmpty(*source.shape)) return -1;
  const BoundingSphere sphere = CalcBoundingSphere(*source.shape);
  SceneGeometry geometry{.id = source.id,
                         .body = source.body,
                         .shape = source.shape,
                         .X_BG = RigidTransform(),
                         .X_WG = RigidTransform(),
                         .p_GoSo = sphere.centre,
                         .p_BoSo = Vector3::Zero(),
                         .p_WoSo = Vector3::Zero(),
                         .radius = sphere.radius,
                         .box = {}};
  if (std::isfinite(sphere.radius)) {
    const Aabb box = CalcAabb(*source.shape, RigidTransform());
    geometry.box.p_GoOo = box.centre();
    geometry.box.half_size = box.half_size();
  } else {
    geometry.box.half_size.setConstant(HUGE_VAL);
  }
  SetPose(source.X_BG, &geometry);
  int slot = static_cast<int>(geometries_.size());
  if (free_slots_.empty()) {
    geometries_.push_back(std::move(geometry));
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
    geometries_[slot] = std::move(geometry);
  }
  slot_of_id_[source.id] = slot;
  on_body_[source.body].push_back(slot);
  return slot;
}

void CompiledScene::SetPose(const RigidTransform& X_BG,
                            SceneGeometry* geometry) {
  geometry->X_BG = X_BG;
  geometry->p_BoSo = X_BG * geometry->p_GoSo;
  if (IsMovable(geometry->body)) return;
  geometry->X_WG = fixed_X_WB_[geometry->body] * X_BG;
  geometry->p_WoSo = fixed_X_WB_[geometry->body] * geometry->p_BoSo;
}

void CompiledScene::RemoveGeometry(int geometry) {
  SceneGeometry& g = geometries_[geometry];
  slot_of_id_.erase(g.id);
  std::erase(on_body_[g.body], geometry);
  std::erase(fixed_robot_, geometry);
  std::erase_if(fixed_collisions_, [geometry](const auto& pair) {
    return pair.first == geometry || pair.second == geometry;
  });
  if (!IsMovable(g.body)) fixed_boxes_.Remove(geometry);
  g.shape = nullptr;
  free_slots_.push_back(geometry);
}

Aabb CompiledScene::CalcFixedBox(int geometry) const {
  return CalcAabb(*geometries_[geometry].shape, geometries_[geometry].X_WG);
}

void CompiledScene::GrowExtent(const Aabb& box) {
  for (const double x :
       {box.lower.cwiseAbs().maxCoeff(), box.upper.cwiseAbs().maxCoeff()}) {
    if (std::isfinite(x)) extent_ = std::max(extent_, x);
  }
}

// Takes a fixed geometry, which may be new, for where it is now.
void CompiledScene::PlaceFixedGeometry(int geometry) {
  const Aabb box = CalcFixedBox(geometry);
  GrowExtent(box);
  fixed_boxes_.Replace(geometry, box);
  std::erase_if(fixed_collisions_, [geometry](const auto& pair) {
    return pair.first == geometry || pair.second == geometry;
  });
  FindFixedCollisions(geometry);
}

void CompiledScene::FindMovers() {
  movers_.clear();
  fixed_robot_.clear();
  for (std::size_t i = 0; i < geometries_.size(); ++i) {
    const int g = static_cast<int>(i);
    geometries_[g].mover = -1;
    if (geometries_[g].shape == nullptr) continue;
    if (IsMovable(geometries_[g].body)) {
      movers_.push_back(g);
    } else if (IsOnRobot(g)) {
      fixed_robot_.push_back(g);
    }
  }
  std::ranges::sort(movers_, {}, [this](int g) { return geometries_[g].id; });
  for (std::size_t m = 0; m < movers_.size(); ++m) {
    geometries_[movers_[m]].mover = static_cast<int>(m);
  }
  serial_ = TakeSerial();
}

// Pairs.

std::optional<ScenePair> CompiledScene::FindPair(int geometry,
                                                 int other) const {
  BodyIndex A = geometries_[geometry].body;
  BodyIndex B = geometries_[other].body;
  const bool is_self = row_[A] >= 0 && row_[B] >= 0;
  if (row_[A] < 0 || (is_self && B < A)) {
    std::swap(A, B);
    std::swap(geometry, other);
  }
  if (row_[A] < 0 || A == B) return std::nullopt;
  const double padding =
      limits_[static_cast<std::size_t>(row_[A]) * num_bodies() + B];
  if (padding == kUnchecked) return std::nullopt;
  return ScenePair{geometry, other, padding, is_self};
}

bool CompiledScene::ComesBefore(const ScenePair& pair,
                                const ScenePair& other) const {
  const auto key = [this](const ScenePair& p) {
    const SceneGeometry& A = geometries_[p.A];
    const SceneGeometry& B = geometries_[p.B];
    return std::tuple(A.body, B.body, A.id, B.id);
  };
  return key(pair) < key(other);
}

std::int64_t CompiledScene::num_pairs() const {
  std::int64_t count = 0;
  for (int a = 0; a < num_bodies(); ++a) {
    if (row_[a] < 0 || on_body_[a].empty()) continue;
    const auto row = std::span(limits_).subspan(
        static_cast<std::size_t>(row_[a]) * num_bodies(), num_bodies());
    for (int b = 0; b < num_bodies(); ++b) {
      if (b == a || (row_[b] >= 0 && b < a) || row[b] == kUnchecked) continue;
      count += static_cast<std::int64_t>(on_body_[a].size()) *
               static_cast<std::int64_t>(on_body_[b].size());
    }
  }
  return count;
}

void CompiledScene::SetLimit(BodyIndex A, BodyIndex B, const World& world) {
  if (A == B || (row_[A] < 0 && row_[B] < 0)) return;
  const double padding = world.IsChecked(A, B)
                             ? world.padding().GetBetweenUnchecked(A, B)
                             : kUnchecked;
  if (row_[A] >= 0) limit(A, B) = padding;
  if (row_[B] >= 0) limit(B, A) = padding;
}

void CompiledScene::SetAllLimits(const World& world) {
  const BodyRoles& roles = world.roles();
  row_.resize(num_bodies());
  for (int b = 0; b < num_bodies(); ++b) row_[b] = roles.row(BodyIndex(b));
  limits_.assign(static_cast<std::size_t>(roles.num_rows()) * num_bodies(),
                 kUnchecked);
  ForEachRobotPair(roles,
                   [&](BodyIndex A, BodyIndex B) { SetLimit(A, B, world); });
  max_fixed_padding_.resize(roles.num_rows());
  for (const BodyIndex body : roles.robot_bodies()) UpdateMaxFixedPadding(body);
}

void CompiledScene::UpdateMaxFixedPadding(BodyIndex robot_body) {
  if (row_[robot_body] < 0) return;
  double& greatest = max_fixed_padding_[row_[robot_body]];
  greatest = kUnchecked;
  for (int b = 0; b < num_bodies(); ++b) {
    const BodyIndex body(b);
    if (IsMovable(body)) continue;
    greatest = std::max(greatest, limit(robot_body, body));
  }
}

void CompiledScene::FindMovingPairs() {
  moving_pairs_.clear();
  for (std::size_t i = 0; i < movers_.size(); ++i) {
    for (std::size_t j = i + 1; j < movers_.size(); ++j) {
      const auto pair = FindPair(movers_[i], movers_[j]);
      if (pair.has_value()) moving_pairs_.push_back(*pair);
    }
  }
}

// Pairs that nothing moves: decided here, once.

void CompiledScene::TestFixedPair(int geometry, int other) {
  const auto pair = FindPair(geometry, other);
  if (!pair.has_value()) return;
  const SceneGeometry& A = geometries_[pair->A];
  const SceneGeometry& B = geometries_[pair->B];
  if (internal::IsWithin(*A.shape, A.X_WG, *B.shape, B.X_WG, pair->padding)) {
    fixed_collisions_.push_back({pair->A, pair->B});
  }
}

// Of a fixed geometry with all others.
void CompiledScene::FindFixedCollisions(int geometry) {
  const SceneGeometry& g = geometries_[geometry];
  if (!IsOnRobot(geometry)) {
    for (const int robot : fixed_robot_) TestFixedPair(robot, geometry);
    return;
  }
  const double padding = max_fixed_padding(geometry);
  if (padding == kUnchecked) return;
  const double scale = std::max(extent_, g.p_WoSo.lpNorm<1>() + g.radius);
  const double reach = g.radius + padding + internal::CalcDecisionMargin(scale);
  fixed_boxes_.VisitNear(g.p_WoSo, reach, [this, geometry](int other) {
    TestFixedPair(geometry, other);
    return false;
  });
}

void CompiledScene::FindFixedCollisionsBetween(BodyIndex A, BodyIndex B) {
  if (IsMovable(A) || IsMovable(B)) return;
  std::erase_if(fixed_collisions_, [&](const std::pair<int, int>& pair) {
    const BodyIndex C = geometries_[pair.first].body;
    const BodyIndex D = geometries_[pair.second].body;
    return (C == A && D == B) || (C == B && D == A);
  });
  for (const int a : on_body_[A]) {
    for (const int b : on_body_[B]) TestFixedPair(a, b);
  }
}

void CompiledScene::FindAllFixedCollisions() {
  fixed_collisions_.clear();
  for (const int robot : fixed_robot_) FindFixedCollisions(robot);
}

}  // namespace clearway
