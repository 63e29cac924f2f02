"""Fills the yardstick's database and prints, as JSON, the requests to send: `… seeding GAMES < {"view": …}`."""

import json
import os
import sys

import django

from benchmarks.load import request

MOVE = {"type": "lay_off", "card": "7H", "meld": 3}


def main(games: int) -> None:
    """Make as many games, players and documents, each with the content that comes in."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.plain.settings")
    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from rest_framework.authtoken.models import Token

    from benchmarks.plain.models import Document, Game
    from benchmarks.plain.snapshots import snapshot

    content = json.load(sys.stdin)["view"]
    call_command("migrate", verbosity=0)
    moves, reads = [], []
    for number in range(games):
        player = User.objects.create(username=f"player {number}")
        says = f"Token {Token.objects.create(user=player).key}"
        game = Game.objects.create(snapshot=snapshot(0))
        document = Document.objects.create(content=content)
        body = {"version": 1, "move": MOVE}
        moves.append([request("POST", f"/games/{game.pk}/moves", says, body, {"Idempotency-Key": f"key-{number}"})])
        reads.append([request("GET", f"/documents/{document.pk}", says)])
    print(json.dumps({"moves": moves, "reads": reads}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
