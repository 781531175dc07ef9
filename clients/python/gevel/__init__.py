"""Client of gevel, which values homes in the Netherlands: one home, or a whole data frame.

    import gevel

    client = gevel.Client("https://homes.example", "the key")
    client.home("2511CV", 12).data.weighted_value
    valued = client.value(frame)  # a pandas data frame
"""

from .answer import Answer
from .client import Client
from .errors import (
    BatchEnded,
    Error,
    Forbidden,
    Interrupted,
    Invalid,
    NotFound,
    RateLimited,
    Reason,
    Unauthorized,
    Unavailable,
)
from .record import Record
from .version import __version__

__all__ = [
    "Answer",
    "BatchEnded",
    "Client",
    "Error",
    "Forbidden",
    "Interrupted",
    "Invalid",
    "NotFound",
    "RateLimited",
    "Reason",
    "Record",
    "Unauthorized",
    "Unavailable",
    "__version__",
]
