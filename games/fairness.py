"""What lets anybody check that a deal was fixed before its first move (NOTATION, "Deals")."""

from typing import Any

import engine

ALGORITHM = "sha256-fisher-yates"
ALGORITHM_VERSION = 1


def commitment_fields(deal: engine.Deal) -> dict[str, Any]:
    """What is published while the deal goes on."""
    return {
        "deal_number": deal.table.deal_number,
        "algorithm": ALGORITHM,
        "algorithm_version": ALGORITHM_VERSION,
        "commitment": engine.commitment(deal.seed or b""),
    }
