"""What the commands do, one module each; `fliegende3d.cli` gives them names and options."""
