"""A second, slow implementation of the rules, to check the engine against.

It was written from the rule book and the notation alone, in the plainest way: cards are texts, hands are
sets, and each question of the form "is there a way to …" is answered by trying all ways. It shares no code
with `engine` and must never import it. It is fit for small positions only.
"""
