"""How much better one level of computer opponents plays than another."""
