#include <algorithm>
#include <cmath>
#include <utility>

#include "clearway/common/check.h"
#include "clearway/geometry/element_set.h"
#include "clearway/multibody/plant.h"

namespace clearway {
namespace {

// Bodies that hang on no joint: first those that carry others, then those that
// are alone (Drake's order of free bodies, so that its scripts' q carry over).
std::vector<BodyIndex> FindRoots(const std::vector<Joint>& joints,
                                 int num_bodies) {
  std::vector<char> is_child(num_bodies, 0), is_parent(num_bodies, 0);
  for (const Joint& joint : joints) {
    is_child[joint.child] = 1;
    is_parent[joint.parent] = 1;
  }
  std::vector<BodyIndex> roots;
  for (const char carries : {1, 0}) {
    for (int b = 1; b < num_bodies; ++b) {
      if (!is_child[b] && is_parent[b] == carries)
        roots.push_back(BodyIndex(b));
    }
  }
  return roots;
}

// Joints in the order in which their positions are numbered: along the
// tree, depth first; outboard joints in the order they were added.
std::vector<JointIndex> OrderDepthFirst(const std::vector<Joint>& joints,
                                        int num_bodies) {
  std::vector<std::vector<JointIndex>> outboard(num_bodies);
  for (const Joint& joint : joints)
    outboard[joint.parent].push_back(joint.index);
  std::vector<JointIndex> order;
  std::vector<JointIndex> stack(outboard[0].rbegin(), outboard[0].rend());
  while (!stack.empty()) {
    const JointIndex joint = stack.back();
    stack.pop_back();
    order.push_back(joint);
    const auto& next = outboard[joints[joint].child];
    stack.insert(stack.end(), next.rbegin(), next.rend());
  }
  return order;
}

// The coordinate of a mimic joint as a function of q, through all leaders.
CoordinateMap ResolveMimic(const std::vector<Joint>& joints,
                           const NameTable& names,
                           std::span<const std::string> instances,
                           const Joint& follower) {
  CoordinateMap map;
  const Joint* joint = &follower;
  for (size_t steps = 0; joint->description.mimic; ++steps) {
    ThrowUnless(steps < joints.size(), "joint \"", follower.description.name,
                "\" mimics joints that mimic each other in a loop");
    const JointDescription::Mimic& mimic = *joint->description.mimic;
    const auto leader = names.Find(mimic.leader, joint->model_instance);
    if (!leader) {
      throw UnknownNameError(
          Concat("joint \"", joint->description.name, "\" mimics \"",
                 mimic.leader, "\": ",
                 names.DescribeUnknown(mimic.leader, joint->model_instance,
                                       instances)));
    }
    map.offset += map.multiplier * mimic.offset;
    map.multiplier *= mimic.multiplier;
    ThrowUnless(std::isfinite(map.multiplier) && std::isfinite(map.offset),
                "joint \"", follower.description.name,
                "\" mimics joints whose multipliers and offsets overflow: "
                "its own would be ",
                map.multiplier, " and ", map.offset);
    joint = &joints[*leader];
    ThrowUnless(num_coordinates(joint->description.type) <= 1, "joint \"",
                follower.description.name, "\" cannot mimic joint \"",
                joint->description.name, "\", which is ",
                to_string(joint->description.type));
  }
  // A fixed leader stays at 0, and so does what is multiplied by 0.
  if (joint->num_positions == 1 && map.multiplier != 0) {
    map.position = joint->position_start;
  }
  return map;
}

// The lowest index among the bodies that are welded to each.
std::vector<int> FindWeldedSubgraphs(const std::vector<Joint>& joints,
                                     int num_bodies) {
  std::vector<int> lowest(num_bodies);
  for (int b = 0; b < num_bodies; ++b) lowest[b] = b;
  const auto find = [&lowest](int b) {
    while (lowest[b] != b) b = lowest[b] = lowest[lowest[b]];
    return b;
  };
  for (const Joint& joint : joints) {
    if (joint.description.type != JointType::kFixed) continue;
    const auto [low, high] =
        std::minmax({find(joint.parent), find(joint.child)});
    lowest[high] = low;
  }
  for (int b = 0; b < num_bodies; ++b) lowest[b] = find(b);
  return lowest;
}

}  // namespace

void MultibodyPlant::Finalize() {
  ThrowIfFinalized("Finalize");
  // All work is done on copies, which take the members' places at the end.
  std::vector<Joint> joints = joints_;
  NameTable joint_names = joint_names_;
  auto inboard_joints = inboard_joints_;

  for (const BodyIndex body : FindRoots(joints, num_bodies())) {
    const ModelInstanceIndex instance = bodies_[body].model_instance;
    const JointIndex index(static_cast<int>(joints.size()));
    std::string name = "$world_" + bodies_[body].name;
    while (joint_names.Find(name, instance)) name = "$" + name;
    joint_names.Add(name, instance, index);
    inboard_joints[body] = index;
    joints.push_back(
        {index, instance, world_index(), body,
         JointDescription{.name = name,
                          .type = JointType::kQuaternionFloating}});
  }

  int num_positions = 0;
  int num_velocities = 0;
  for (const JointIndex index : OrderDepthFirst(joints, num_bodies())) {
    Joint& joint = joints[index];
    joint.position_start = num_positions;
    joint.velocity_start = num_velocities;
    if (joint.description.mimic) continue;
    joint.num_positions = num_coordinates(joint.description.type);
    joint.num_velocities = num_joint_velocities(joint.description.type);
    num_positions += joint.num_positions;
    num_velocities += joint.num_velocities;
  }

  std::vector<CoordinateMap> coordinates;
  std::vector<TreeNode> nodes(bodies_.size());
  for (const Joint& joint : joints) {
    const JointDescription& description = joint.description;
    TreeNode& node = nodes[joint.child];
    node.parent = joint.parent;
    node.type = description.type;
    node.X_PF = description.X_PF;
    node.X_MB = description.X_CM.inverse();
    node.axis = description.axis;
    node.screw_pitch = description.screw_pitch;
    node.first_coordinate = static_cast<int>(coordinates.size());
    if (joint.num_velocities > 0) node.velocity_start = joint.velocity_start;
    for (int i = 0; i < joint.num_positions; ++i) {
      coordinates.push_back({.position = joint.position_start + i});
    }
    if (description.mimic) {
      const CoordinateMap map =
          ResolveMimic(joints, joint_names, model_instances_, joint);
      if (num_coordinates(description.type) == 1) coordinates.push_back(map);
    }
  }
  auto tree = std::make_shared<const KinematicTree>(
      std::move(nodes), std::move(coordinates), num_positions, num_velocities);

  for (const CollisionGeometry& geometry : geometries_) {
    ThrowUnless(
        !IsUnbounded(*geometry.shape) || !tree->IsMovable(geometry.body),
        "geometry \"", geometry.name, "\" of body \"",
        bodies_[geometry.body].name, "\" is a ",
        to_string(geometry.shape->type()),
        ", which goes on without end, but the body is not fixed to the "
        "world");
  }

  auto excluded_pairs = excluded_pairs_;
  for (const Joint& joint : joints) {
    if (joint.parent == world_index() ||
        joint.description.type == JointType::kQuaternionFloating) {
      continue;
    }
    excluded_pairs.push_back(std::minmax({joint.parent, joint.child}));
  }
  std::sort(excluded_pairs.begin(), excluded_pairs.end());
  excluded_pairs.erase(
      std::unique(excluded_pairs.begin(), excluded_pairs.end()),
      excluded_pairs.end());
  std::vector<int> welded_subgraph = FindWeldedSubgraphs(joints, num_bodies());

  joints_ = std::move(joints);
  joint_names_ = std::move(joint_names);
  inboard_joints_ = std::move(inboard_joints);
  excluded_pairs_ = std::move(excluded_pairs);
  welded_subgraph_ = std::move(welded_subgraph);
  tree_ = std::move(tree);
}

}  // namespace clearway
