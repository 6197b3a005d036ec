"""When two spellings are one certificate number, written from docs/trust.md section 7 alone."""

import unicodedata
from dataclasses import dataclass

#: Letters that show nothing; every other ignorable character is neither letter nor digit.
UNSEEN = frozenset("\u115f\u1160\u3164\uffa0")


@dataclass(frozen=True)
class CertificateNumber:
    text: str  # ASCII letters in upper case, and digits
    digits: str
    has_other_letters: bool

    def is_same(self, other):
        if self.has_other_letters or other.has_other_letters:
            return self.digits == other.digits
        return self.text == other.text


def read(spelling):
    text, digits, others = [], [], False
    for character in spelling:
        category = unicodedata.category(character)
        if character in UNSEEN:
            continue
        if category[0] == "N":
            value = unicodedata.numeric(character, -1)
            if value >= 0 and value == int(value):
                text.append(str(int(value)))
                digits.append(text[-1])
        elif category[0] == "L":
            wide = 0xFF01 <= ord(character) <= 0xFF5E
            letter = chr(ord(character) - 0xFEE0) if wide else character
            if letter.isascii():
                text.append(letter.upper())
            else:
                others = True
    return CertificateNumber("".join(text), "".join(digits), others)


class Keys:
    """The keys under each certificate number; each call is O(1)."""

    def __init__(self):
        self.plain, self.foreign, self.all = {}, {}, {}

    def other(self, spelling, key, place):
        """The spelling and place of an earlier signature under the same number by another key, or None; then notes this one."""
        number = read(spelling)
        if number.has_other_letters:
            earlier = self.all.get(number.digits, [])
        else:
            earlier = self.plain.get(number.text, [])[:1] + self.foreign.get(number.digits, [])
        found = next(((told, where) for told, known, where in earlier if known != key), None)
        noted = [self.all.setdefault(number.digits, [])]
        noted.append(self.foreign.setdefault(number.digits, []) if number.has_other_letters else self.plain.setdefault(number.text, []))
        for held in noted:
            # Two with different keys show a second key to every later one.
            if len(held) < 2 and all(known != key for _, known, _ in held):
                held.append((spelling, key, place))
        return found
