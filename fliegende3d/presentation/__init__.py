"""Everything one sees, hears and touches. The only package that imports the engine."""
