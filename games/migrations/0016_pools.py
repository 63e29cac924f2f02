from django.db import migrations

import engine
from games.pools import pool_of


def note_pools(apps, schema_editor):
    """Of rated games that have started before: where they count, and that those that are over are still to be rated."""
    Game, Seat = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    for game in Game.objects.filter(rated=True, imported=False, started_at__isnull=False).iterator(chunk_size=500):
        seats = Seat.objects.filter(game=game)
        with_bots = seats.filter(player=None).exists() or seats.filter(player__kind="bot").exists()
        pool = pool_of(engine.options_from(game.options), game.clock, with_bots=with_bots)
        if pool:
            Game.objects.filter(pk=game.pk).update(pool=pool, unscored_at=game.finished_at)


class Migration(migrations.Migration):

    dependencies = [("games", "0015_ratings")]

    operations = [migrations.RunPython(note_pools, migrations.RunPython.noop)]
