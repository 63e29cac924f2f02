"""How names look to the eye: whether a text mixes scripts, and which names could be taken for each other.

No library is needed for this much: a name is reduced to what it looks like in Latin letters, and two names that
come to the same are the same to a hurried reader.
"""

import unicodedata

LONGEST_LOOK = 120
_ASIAN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"})
# Letters of other scripts, and digits, beside the Latin letter that they look like; all in lower case.
_LOOKS_LIKE = {
    "a": "аα",
    "b": "вьβ",
    "c": "сϲ",
    "d": "ԁ",
    "e": "еє",
    "g": "ց",
    "h": "һհн",
    "j": "јϳ",
    "k": "кκ",
    "l": "1iıіιӏ",
    "m": "м",
    "n": "пηո",
    "o": "0оοօσ",
    "p": "рρ",
    "q": "ԛ",
    "s": "5ѕտ",
    "t": "тτ",
    "u": "υս",
    "v": "νѵ",
    "w": "ԝωш",
    "x": "хχ",
    "y": "уγү",
}
_LATIN = {ord(other): letter for letter, others in _LOOKS_LIKE.items() for other in others}
_PAIRS = (("rn", "m"), ("vv", "w"))


def look_of(name: str) -> str:
    """What the name looks like: case, marks, spaces and punctuation aside, look-alikes as Latin letters.

    >>> look_of("Paypal") == look_of("Раураl")  # the latter mostly Cyrillic
    True
    >>> look_of("Modern_Ada")
    'modemada'
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(character for character in folded if unicodedata.category(character)[0] in "LN")
    look = letters.translate(_LATIN)
    for pair, letter in _PAIRS:
        look = look.replace(pair, letter)
    return look[:LONGEST_LOOK]


def mixes_scripts(name: str) -> bool:
    """Whether letters of different scripts stand in the name; Latin beside Chinese, Japanese or Korean is usual.

    >>> mixes_scripts("Adа")  # its last letter is Cyrillic
    True
    """
    scripts = {_script(character) for character in name if unicodedata.category(character)[0] == "L"}
    if scripts <= _ASIAN | {"LATIN"}:
        return False
    return len(scripts) > 1


def _script(letter: str) -> str:
    """The first word of the character's name says it, for all scripts that matter here."""
    return unicodedata.name(letter, "UNKNOWN").split()[0]
