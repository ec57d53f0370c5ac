// World: bodies that are put elsewhere than the plant has them.

#include <algorithm>
#include <utility>

#include "clearway/geometry/element_set.h"
#include "clearway/world/unbounded_shapes.h"
#include "clearway/world/world.h"

namespace clearway {
namespace {

using Kind = WorldChange::Kind;

// The body furthest up that a body is fixed to, itself at least.
BodyIndex FindWeldRoot(const KinematicTree& tree, BodyIndex body) {
  while (body != world_index() && tree.node(body).type == JointType::kFixed) {
    body = tree.node(body).parent;
  }
  return body;
}

bool Contains(std::span<const BodyIndex> bodies, BodyIndex body) {
  return std::ranges::find(bodies, body) != bodies.end();
}

}  // namespace

// Moves a fixed body, with what is fixed to it, and says where all of it was.
void World::MoveFixedBody(
    BodyIndex body, const RigidTransform& X_WB,
    std::vector<std::pair<BodyIndex, RigidTransform>>* before) {
  before->push_back({body, fixed_X_WB_[body]});
  fixed_X_WB_[body] = X_WB;
  for (const BodyIndex child : tree_->children(body)) {
    if (tree_->IsMovable(child) || environment_poses_.contains(child)) continue;
    RigidTransform X_WC = tree_->CalcFixedPose(child, X_WB);
    MoveFixedBody(child, X_WC, before);
  }
}

void World::CheckEnvironmentBody(BodyIndex body) const {
  CheckIndex(body, plant_->num_bodies(), "body_index");
  ThrowUnless(body != world_index(), "the world stays where it is");
  ThrowUnless(!roles_->IsRobot(body), "body '", plant_->get_body(body).name,
              "' is part of the robot",
              GetAttachment(body) ? ": it is attached" : "");
}

void World::SetEnvironmentPose(BodyIndex body, const RigidTransform& X_WB) {
  CheckEnvironmentBody(body);
  ThrowUnless(!GetAttachment(body), "body '", plant_->get_body(body).name,
              "' is attached");
  if (!tree_->IsMovable(body)) {
    std::vector<std::pair<BodyIndex, RigidTransform>> before;
    try {
      MoveFixedBody(body, X_WB, &before);
      environment_poses_[body] = X_WB;
    } catch (...) {
      for (const auto& [moved, X] : before) fixed_X_WB_[moved] = X;
      throw;
    }
    for (const auto& [moved, X] : before) {
      log_.Add({.kind = Kind::kPose, .A = moved});
    }
    return;
  }
  auto poses = environment_poses_;
  poses[body] = X_WB;
  SetKinematics(std::move(poses), attachments_,
                [this](BodyIndex A, BodyIndex B) { return GetPair(A, B); });
}

void World::AttachBody(BodyIndex body, BodyIndex parent,
                       const RigidTransform& X_PB,
                       std::span<const BodyIndex> touch_bodies) {
  CheckEnvironmentBody(body);
  CheckIndex(parent, plant_->num_bodies(), "parent");
  for (const BodyIndex touched : touch_bodies) {
    CheckIndex(touched, plant_->num_bodies(), "touch_bodies: body");
  }
  ThrowUnless(!GetAttachment(body), "body '", plant_->get_body(body).name,
              "' is attached already");
  auto attachments = attachments_;
  AttachmentRecord& record = attachments.emplace_back(AttachmentRecord{
      body, {parent, X_PB, {touch_bodies.begin(), touch_bodies.end()}}, {}});
  const auto tree = MakeTree(environment_poses_, attachments);

  std::vector<char> carried(plant_->num_bodies());
  for (int b = 0; b < plant_->num_bodies(); ++b) {
    carried[b] = tree->IsOnPathToWorld(body, BodyIndex(b));
  }
  ForEachRobotPair(*roles_, [&](BodyIndex A, BodyIndex B) {
    if (carried[A] != carried[B]) record.before.push_back(GetPair(A, B));
  });
  const BodyIndex weld_root = FindWeldRoot(*tree, parent);
  const auto moving = tree->positions_moving(parent);
  const bool is_robot_now = std::ranges::any_of(
      moving, [this](int i) { return roles_->IsRobotPosition(i); });
  SetKinematics(environment_poses_, attachments, [&](BodyIndex A, BodyIndex B) {
    if (carried[A] && carried[B]) {
      // Neighbours in what is carried are told as the plant does.
      const bool was_known = roles_->IsRobot(A) || roles_->IsRobot(B);
      if (was_known) return GetPair(A, B);
      return PairRecord{A, B, plant_->IsExcluded(A, B), 0};
    }
    if (!carried[A] && !carried[B]) return GetPair(A, B);
    const BodyIndex C = carried[A] ? A : B;
    const BodyIndex other = carried[A] ? B : A;
    const bool was_robot = roles_->IsRobot(C);
    const bool other_is_robot = roles_->IsRobot(other);
    PairRecord pair{A, B, false, 0};
    if (was_robot || other_is_robot) pair = GetPair(A, B);
    if (was_robot) return pair;
    if (is_robot_now && other != parent) {
      pair.padding = GetPair(parent, other).padding;
    }
    if (Contains(touch_bodies, other) ||
        (other_is_robot && FindWeldRoot(*tree, other) == weld_root)) {
      pair.is_filtered = true;
    }
    return pair;
  });
}

void World::DetachBody(BodyIndex body,
                       const std::optional<RigidTransform>& X_WB) {
  CheckIndex(body, plant_->num_bodies(), "body_index");
  const auto attached =
      std::ranges::find(attachments_, body, &AttachmentRecord::body);
  ThrowUnless(attached != attachments_.end(), "body '",
              plant_->get_body(body).name, "' is not attached");
  auto attachments = attachments_;
  attachments.erase(attachments.begin() + (attached - attachments_.begin()));
  auto poses = environment_poses_;
  if (X_WB.has_value()) poses[body] = *X_WB;

  std::map<std::pair<BodyIndex, BodyIndex>, PairRecord> before;
  for (const PairRecord& pair : attached->before) {
    before.insert({{pair.A, pair.B}, pair});
  }
  SetKinematics(std::move(poses), std::move(attachments),
                [&](BodyIndex A, BodyIndex B) {
                  const auto pair = before.find({A, B});
                  return pair == before.end() ? GetPair(A, B) : pair->second;
                });
}

std::optional<World::Attachment> World::GetAttachment(BodyIndex body) const {
  const auto attached =
      std::ranges::find(attachments_, body, &AttachmentRecord::body);
  if (attached == attachments_.end()) return std::nullopt;
  return attached->attachment;
}

std::vector<BodyIndex> World::attached_bodies() const {
  std::vector<BodyIndex> result;
  for (const AttachmentRecord& record : attachments_) {
    result.push_back(record.body);
  }
  return result;
}

std::shared_ptr<const KinematicTree> World::MakeTree(
    const std::map<BodyIndex, RigidTransform>& environment_poses,
    std::span<const AttachmentRecord> attachments) const {
  std::shared_ptr<const KinematicTree> tree = plant_->shared_tree();
  const auto fix = [&tree](BodyIndex body, BodyIndex parent,
                           const RigidTransform& X_PB) {
    tree = std::make_shared<const KinematicTree>(
        tree->WithBodyFixedTo(body, parent, X_PB));
  };
  for (const auto& [body, X_WB] : environment_poses) {
    // One that is welded to the world keeps its place in the tree: where it is
    // stands in fixed_X_WB_.
    const TreeNode& node = tree->node(body);
    if (node.parent != world_index() || tree->IsMovable(body)) {
      fix(body, world_index(), X_WB);
    }
  }
  for (const AttachmentRecord& record : attachments) {
    fix(record.body, record.attachment.parent, record.attachment.X_PB);
  }
  return tree;
}

World::PairRecord World::GetPair(BodyIndex A, BodyIndex B) const {
  return {A, B, filters_.IsFilteredBetween(A, B), padding_.GetBetween(A, B)};
}

std::vector<RigidTransform> World::CalcFixedPoses(
    const KinematicTree& tree,
    const std::map<BodyIndex, RigidTransform>& environment_poses,
    std::span<const AttachmentRecord> attachments) const {
  std::vector<RigidTransform> X_WB(plant_->num_bodies());
  tree.CalcFixedBodyPoses(X_WB);
  if (environment_poses.empty()) return X_WB;
  // Those that are welded to the world keep their place in the tree, so that
  // the tree does not say where they are.
  std::vector<char> moved(plant_->num_bodies(), 0);
  for (const BodyIndex body : tree.order().subspan(1)) {
    if (tree.IsMovable(body)) continue;
    const BodyIndex parent = tree.node(body).parent;
    const auto pose = environment_poses.find(body);
    const bool is_attached =
        std::ranges::find(attachments, body, &AttachmentRecord::body) !=
        attachments.end();
    if (pose != environment_poses.end() && !is_attached) {
      X_WB[body] = pose->second;
      moved[body] = 1;
    } else if (moved[parent]) {
      X_WB[body] = tree.CalcFixedPose(body, X_WB[parent]);
      moved[body] = 1;
    }
  }
  return X_WB;
}

// Changes where bodies hang, who is robot, and what goes with it; or nothing.
void World::SetKinematics(std::map<BodyIndex, RigidTransform> environment_poses,
                          std::vector<AttachmentRecord> attachments,
                          PairRule rule) {
  auto tree = MakeTree(environment_poses, attachments);
  auto fixed_X_WB = CalcFixedPoses(*tree, environment_poses, attachments);
  const auto instances = roles_->robot_model_instances();
  auto roles = std::make_shared<const BodyRoles>(
      *plant_, *tree,
      std::vector<ModelInstanceIndex>(instances.begin(), instances.end()));
  CollisionFilters filters(roles, [&rule](BodyIndex A, BodyIndex B) {
    return rule(A, B).is_filtered;
  });
  CollisionPadding padding(
      roles, [&rule](BodyIndex A, BodyIndex B) { return rule(A, B).padding; });
  for (const CollisionGeometry& geometry : shapes_) {
    if (IsUnbounded(*geometry.shape)) {
      internal::CheckIsFixed(*plant_, *tree, *geometry.shape, geometry.body);
    }
  }
  internal::CheckUnboundedPairs(*plant_, *roles, filters, shapes_);
  nominal_filters_ = std::make_shared<const CollisionFilters>(*plant_, roles);
  environment_poses_ = std::move(environment_poses);
  attachments_ = std::move(attachments);
  tree_ = std::move(tree);
  fixed_X_WB_ = std::move(fixed_X_WB);
  roles_ = std::move(roles);
  filters_ = std::move(filters);
  padding_ = std::move(padding);
  log_.Add({Kind::kAll});
}

}  // namespace clearway
