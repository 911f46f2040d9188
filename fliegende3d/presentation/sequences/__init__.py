"""Rendered sequences: strips of moments of simulated throws that were searched for and checked, never made up."""
