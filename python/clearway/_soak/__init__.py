"""``clearway soak``: random and adversarial pairs of convex shapes, each answer verified."""
