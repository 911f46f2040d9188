"""From resting carpets to the facts that the rules need."""
