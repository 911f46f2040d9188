"""Pictures of a few small scenes as they should look, and their comparison."""
