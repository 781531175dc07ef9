"""The version of the client."""

__version__ = "1.0.0"
