#include "clearway/multibody/plant.h"

#include <algorithm>
#include <utility>

#include "clearway/common/check.h"

namespace clearway {
namespace {

std::pair<BodyIndex, BodyIndex> MakePair(BodyIndex bodyA, BodyIndex bodyB) {
  return std::minmax({bodyA, bodyB});
}

}  // namespace

MultibodyPlant::MultibodyPlant()
    : model_instances_{"WorldModelInstance", "DefaultModelInstance"} {
  const ModelInstanceIndex instance = world_model_instance();
  bodies_.push_back({world_index(), "world", instance});
  frames_.push_back(
      {FrameIndex(0), "world", world_index(), RigidTransform(), instance});
  body_names_.Add("world", instance, 0);
  frame_names_.Add("world", instance, 0);
  body_frames_.push_back(FrameIndex(0));
  inboard_joints_.push_back(std::nullopt);
}

// Building.

void MultibodyPlant::ThrowIfFinalized(const char* function) const {
  if (is_finalized()) {
    throw std::logic_error(
        Concat(function, "() must be called before Finalize()"));
  }
}

const ModelInstanceIndex& MultibodyPlant::CheckInstance(
    const ModelInstanceIndex& instance) const {
  CheckIndex(instance, num_model_instances(), "model instance");
  return instance;
}

BodyIndex MultibodyPlant::FindRoot(BodyIndex body) const {
  while (inboard_joints_[body]) body = joints_[*inboard_joints_[body]].parent;
  return body;
}

std::string MultibodyPlant::AdviseOnSecondParent(BodyIndex parent,
                                                 BodyIndex child) const {
  const BodyIndex parent_root = FindRoot(parent);
  const BodyIndex child_root = FindRoot(child);
  if (parent_root == child_root) return "leave one of the two joints out";
  if (parent_root == parent && parent != world_index()) {
    return "exchange parent and child";
  }
  // One of them is not the world, which no joint moves.
  const bool move_child = child_root != world_index();
  return Concat("join \"", bodies_[move_child ? parent : child].name,
                "\" to \"", bodies_[move_child ? child_root : parent_root].name,
                "\", which carries the ", move_child ? "child" : "parent");
}

ModelInstanceIndex MultibodyPlant::AddModelInstance(const std::string& name) {
  ThrowIfFinalized("AddModelInstance");
  ThrowUnless(!name.empty(), "a model instance's name must not be empty");
  ThrowUnless(!HasModelInstanceNamed(name),
              "there is a model instance named \"", name, "\" already");
  model_instances_.push_back(name);
  return ModelInstanceIndex(num_model_instances() - 1);
}

BodyIndex MultibodyPlant::AddRigidBody(const std::string& name,
                                       ModelInstanceIndex model_instance) {
  ThrowIfFinalized("AddRigidBody");
  CheckInstance(model_instance);
  ThrowUnless(model_instance != world_model_instance(), "body \"", name,
              "\" cannot be added to the world's model instance");
  body_names_.CheckFree(name, model_instance, model_instances_);
  frame_names_.CheckFree(name, model_instance, model_instances_);

  const BodyIndex body(num_bodies());
  const FrameIndex frame(num_frames());
  bodies_.push_back({body, name, model_instance});
  frames_.push_back({frame, name, body, RigidTransform(), model_instance});
  body_names_.Add(name, model_instance, body);
  frame_names_.Add(name, model_instance, frame);
  body_frames_.push_back(frame);
  inboard_joints_.push_back(std::nullopt);
  return body;
}

FrameIndex MultibodyPlant::AddFrame(const std::string& name, BodyIndex body,
                                    const RigidTransform& X_BF) {
  ThrowIfFinalized("AddFrame");
  const ModelInstanceIndex instance = get_body(body).model_instance;
  frame_names_.CheckFree(name, instance, model_instances_);
  const FrameIndex frame(num_frames());
  frames_.push_back({frame, name, body, X_BF, instance});
  frame_names_.Add(name, instance, frame);
  return frame;
}

JointIndex MultibodyPlant::AddJoint(const JointDescription& description,
                                    BodyIndex parent, BodyIndex child) {
  ThrowIfFinalized("AddJoint");
  CheckJointDescription(description);
  const std::string& parent_name = get_body(parent).name;
  const std::string& child_name = get_body(child).name;
  const ModelInstanceIndex instance = bodies_[child].model_instance;
  joint_names_.CheckFree(description.name, instance, model_instances_);
  const std::string here = Concat("joint \"", description.name, "\" from \"",
                                  parent_name, "\" to \"", child_name, "\"");
  ThrowUnless(child != world_index(), here, ": the world cannot be a child");
  if (inboard_joints_[child]) {
    throw std::invalid_argument(
        Concat(here, ": the child already hangs on joint \"",
               joints_[*inboard_joints_[child]].description.name, "\"; ",
               AdviseOnSecondParent(parent, child)));
  }
  ThrowUnless(FindRoot(parent) != child, here,
              " closes a loop: the parent hangs on the child");

  const JointIndex index(num_joints());
  joints_.push_back({index, instance, parent, child, description});
  joints_.back().description.axis.normalize();
  joint_names_.Add(description.name, instance, index);
  inboard_joints_[child] = index;
  return index;
}

JointIndex MultibodyPlant::WeldFrames(FrameIndex frame_on_parent_F,
                                      FrameIndex frame_on_child_M,
                                      const RigidTransform& X_FM) {
  const Frame& frame_F = get_frame(frame_on_parent_F);
  const Frame& frame_M = get_frame(frame_on_child_M);
  return AddJoint({.name = frame_F.name + "_welds_to_" + frame_M.name,
                   .X_PF = frame_F.X_BF * X_FM,
                   .X_CM = frame_M.X_BF},
                  frame_F.body, frame_M.body);
}

GeometryId MultibodyPlant::RegisterCollisionGeometry(BodyIndex body,
                                                     const RigidTransform& X_BG,
                                                     const Shape& shape,
                                                     const std::string& name) {
  ThrowIfFinalized("RegisterCollisionGeometry");
  const std::string& body_name = get_body(body).name;
  ThrowUnless(!name.empty(), "a geometry's name must not be empty");
  ThrowUnless(!geometry_names_.contains({body, name}), "body \"", body_name,
              "\" already has a geometry named \"", name, "\"");
  const GeometryId id(num_collision_geometries());
  geometries_.push_back({id, body, name, X_BG, shape.Clone()});
  geometry_names_.emplace(body, name);
  return id;
}

void MultibodyPlant::ExcludeCollisionsBetween(BodyIndex bodyA,
                                              BodyIndex bodyB) {
  ThrowIfFinalized("ExcludeCollisionsBetween");
  const std::string& name = get_body(bodyA).name;
  get_body(bodyB);
  ThrowUnless(bodyA != bodyB, "bodyA and bodyB are both \"", name,
              "\": a body never collides with itself");
  const auto pair = MakePair(bodyA, bodyB);
  const auto place =
      std::lower_bound(excluded_pairs_.begin(), excluded_pairs_.end(), pair);
  if (place != excluded_pairs_.end() && *place == pair) return;
  excluded_pairs_.insert(place, pair);
}

// What is there.

const RigidBody& MultibodyPlant::get_body(BodyIndex body) const {
  return bodies_[CheckIndex(body, num_bodies(), "body index")];
}

const Frame& MultibodyPlant::get_frame(FrameIndex frame) const {
  return frames_[CheckIndex(frame, num_frames(), "frame index")];
}

const Joint& MultibodyPlant::get_joint(JointIndex joint) const {
  return joints_[CheckIndex(joint, num_joints(), "joint index")];
}

const std::string& MultibodyPlant::GetModelInstanceName(
    ModelInstanceIndex instance) const {
  return model_instances_[CheckInstance(instance)];
}

const RigidBody& MultibodyPlant::GetBodyByName(
    const std::string& name, std::optional<ModelInstanceIndex> instance) const {
  if (instance) CheckInstance(*instance);
  return bodies_[body_names_.Get(name, instance, model_instances_)];
}

const Frame& MultibodyPlant::GetFrameByName(
    const std::string& name, std::optional<ModelInstanceIndex> instance) const {
  if (instance) CheckInstance(*instance);
  return frames_[frame_names_.Get(name, instance, model_instances_)];
}

const Joint& MultibodyPlant::GetJointByName(
    const std::string& name, std::optional<ModelInstanceIndex> instance) const {
  if (instance) CheckInstance(*instance);
  return joints_[joint_names_.Get(name, instance, model_instances_)];
}

ModelInstanceIndex MultibodyPlant::GetModelInstanceByName(
    const std::string& name) const {
  NameTable names("model instance");
  for (int i = 0; i < num_model_instances(); ++i) {
    names.Add(model_instances_[i], ModelInstanceIndex(0), i);
  }
  return ModelInstanceIndex(names.Get(name, std::nullopt, model_instances_));
}

bool MultibodyPlant::HasBodyNamed(
    const std::string& name, std::optional<ModelInstanceIndex> instance) const {
  return body_names_.Has(name, instance);
}

bool MultibodyPlant::HasFrameNamed(
    const std::string& name, std::optional<ModelInstanceIndex> instance) const {
  return frame_names_.Has(name, instance);
}

bool MultibodyPlant::HasJointNamed(
    const std::string& name, std::optional<ModelInstanceIndex> instance) const {
  return joint_names_.Has(name, instance);
}

bool MultibodyPlant::HasModelInstanceNamed(const std::string& name) const {
  return std::find(model_instances_.begin(), model_instances_.end(), name) !=
         model_instances_.end();
}

std::vector<BodyIndex> MultibodyPlant::GetBodyIndices(
    ModelInstanceIndex instance) const {
  CheckInstance(instance);
  std::vector<BodyIndex> result;
  for (const RigidBody& body : bodies_) {
    if (body.model_instance == instance) result.push_back(body.index);
  }
  return result;
}

std::vector<JointIndex> MultibodyPlant::GetJointIndices(
    ModelInstanceIndex instance) const {
  CheckInstance(instance);
  std::vector<JointIndex> result;
  for (const Joint& joint : joints_) {
    if (joint.model_instance == instance) result.push_back(joint.index);
  }
  return result;
}

const Frame& MultibodyPlant::body_frame(BodyIndex body) const {
  CheckIndex(body, num_bodies(), "body index");
  return frames_[body_frames_[body]];
}

bool MultibodyPlant::IsExcluded(BodyIndex bodyA, BodyIndex bodyB) const {
  CheckIndex(bodyA, num_bodies(), "body index");
  CheckIndex(bodyB, num_bodies(), "body index");
  if (is_finalized() && bodyA != bodyB &&
      welded_subgraph_[bodyA] == welded_subgraph_[bodyB]) {
    return true;
  }
  return std::binary_search(excluded_pairs_.begin(), excluded_pairs_.end(),
                            MakePair(bodyA, bodyB));
}

std::span<const int> MultibodyPlant::welded_subgraph() const {
  tree();
  return welded_subgraph_;
}

// Positions.

const KinematicTree& MultibodyPlant::tree() const {
  if (!is_finalized()) {
    throw std::logic_error("the plant must be finalized first: Finalize()");
  }
  return *tree_;
}

std::vector<std::string> MultibodyPlant::GetPositionNames(
    bool add_model_instance_prefix) const {
  std::vector<std::string> names(num_positions());
  for (const Joint& joint : joints_) {
    std::string prefix = joint.description.name + "_";
    if (add_model_instance_prefix) {
      prefix = model_instances_[joint.model_instance] + "_" + prefix;
    }
    const auto suffixes = position_suffixes(joint.description.type);
    for (int i = 0; i < joint.num_positions; ++i) {
      names[joint.position_start + i] = prefix + std::string(suffixes[i]);
    }
  }
  return names;
}

VectorX MultibodyPlant::GetPositionLowerLimits() const {
  VectorX limits = VectorX::Constant(num_positions(),
                                     -std::numeric_limits<double>::infinity());
  for (const Joint& joint : joints_) {
    if (joint.description.lower_limits.size() == 0) continue;
    limits.segment(joint.position_start, joint.num_positions) =
        joint.description.lower_limits.head(joint.num_positions);
  }
  return limits;
}

VectorX MultibodyPlant::GetPositionUpperLimits() const {
  VectorX limits = VectorX::Constant(num_positions(),
                                     std::numeric_limits<double>::infinity());
  for (const Joint& joint : joints_) {
    if (joint.description.upper_limits.size() == 0) continue;
    limits.segment(joint.position_start, joint.num_positions) =
        joint.description.upper_limits.head(joint.num_positions);
  }
  return limits;
}

VectorX MultibodyPlant::GetDefaultPositions() const {
  VectorX q = VectorX::Zero(num_positions());
  for (const int start : tree().quaternion_starts()) q[start] = 1;
  return q.cwiseMax(GetPositionLowerLimits())
      .cwiseMin(GetPositionUpperLimits());
}

}  // namespace clearway
