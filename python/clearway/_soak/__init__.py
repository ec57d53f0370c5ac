"""``clearway soak``: random and adversarial pairs of shapes, each answer verified."""
