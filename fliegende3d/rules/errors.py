"""The one base of everything the rules raise for malformed input; refused actions are values, not errors."""


class RulesError(ValueError):
    """Malformed input; the message says what, where and what would be right."""
