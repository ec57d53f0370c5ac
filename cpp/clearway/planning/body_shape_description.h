#pragma once

#include <memory>
#include <string>
#include <utility>

#include "clearway/common/check.h"
#include "clearway/geometry/shapes.h"
#include "clearway/math/rigid_transform.h"

namespace clearway {

/// A shape S posed on a body B that is told by its name: what can be added to a
/// checker, and what it says was added.
class BodyShapeDescription {
 public:
  BodyShapeDescription(const Shape& shape, const RigidTransform& X_BS,
                       std::string model_instance_name, std::string body_name)
      : BodyShapeDescription(shape.Clone(), X_BS,
                             std::move(model_instance_name),
                             std::move(body_name)) {}
  /// @throws std::invalid_argument if shape is null.
  BodyShapeDescription(std::shared_ptr<const Shape> shape,
                       const RigidTransform& X_BS,
                       std::string model_instance_name, std::string body_name)
      : shape_(std::move(shape)),
        X_BS_(X_BS),
        model_instance_name_(std::move(model_instance_name)),
        body_name_(std::move(body_name)) {
    ThrowUnless(shape_ != nullptr, "shape must not be null");
  }

  const Shape& shape() const { return *shape_; }
  const std::shared_ptr<const Shape>& shared_shape() const { return shape_; }
  const RigidTransform& pose_in_body() const { return X_BS_; }
  const std::string& model_instance_name() const {
    return model_instance_name_;
  }
  const std::string& body_name() const { return body_name_; }

 private:
  std::shared_ptr<const Shape> shape_;
  RigidTransform X_BS_;
  std::string model_instance_name_;
  std::string body_name_;
};

}  // namespace clearway
