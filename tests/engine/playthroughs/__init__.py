"""Transcripts of seeded deals, one file each: what the table shows, each seat sees and may do, step by step.

`python -m tests.engine.playthroughs --write` writes the files anew; the change is then read like code.
"""
