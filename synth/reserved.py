"""Names and networks that standards keep for examples, so that no invented address is anybody's.

Domains: RFC 2606 and RFC 6761 (example.org, *.example, *.test). Networks: RFC 5737.

    >>> is_reserved("mail.example"), is_reserved("gmail.com")
    (True, False)
"""

from __future__ import annotations

DOMAINS = ("example.com", "example.org", "example.net", "mail.example", "post.example")
NETWORKS = ("192.0.2", "198.51.100", "203.0.113")
_TOP = ("example", "test", "invalid", "localhost")
_SECOND = ("example.com", "example.org", "example.net")


def is_reserved(domain: str) -> bool:
    """True for a domain that can't be registered."""
    return domain.rsplit(".", 1)[-1] in _TOP or any(domain == d or domain.endswith("." + d) for d in _SECOND)
