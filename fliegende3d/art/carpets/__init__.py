"""Four carpets, drawn knot by knot like a weaver's cartoon and then woven."""
