"""Client of gevel, which values homes in the Netherlands: one home, or a whole data frame.

    import gevel

    client = gevel.Client("https://homes.example", "the key")
    client.home(postalCode="2511CV", houseNumber=12)["weightedValue"]
    valued = client.value(frame)  # a pandas data frame
"""

from .answer import Answer
from .client import Client
from .errors import (
    BatchEnded,
    Error,
    Forbidden,
    Invalid,
    NotFound,
    RateLimited,
    Reason,
    Unauthorized,
    Unavailable,
)

__all__ = [
    "Answer",
    "BatchEnded",
    "Client",
    "Error",
    "Forbidden",
    "Invalid",
    "NotFound",
    "RateLimited",
    "Reason",
    "Unauthorized",
    "Unavailable",
]
