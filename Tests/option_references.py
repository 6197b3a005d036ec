"""T-B.3: the references of options to others, found a second time; used by practice_plan_test.py."""
import re


def words(text):
    return frozenset(text.split())


LETTERS = words("a b c d")
JOINING = words("and or nor y o u e ni")
NOUNS = words(
    "answer answers option options choice choices statement statements item items response responses "
    "selection selections alternative alternatives respuesta respuestas opcion opciones alternativa "
    "alternativas enunciado enunciados afirmacion afirmaciones inciso incisos")
PLURALS = words(
    "responses answers options choices statements alternatives respuestas opciones alternativas "
    "enunciados afirmaciones incisos")
FIGURES = words("1 2 3 4 i ii iii iv")
NUMBERS = FIGURES | words("one two three four una uno dos tres cuatro")
COUNTS = words("2 3 4 two three four dos tres cuatro")
ORDINALS = words(
    "first second third fourth last 1st 2nd 3rd 4th primera primero primeras primeros segunda segundo "
    "tercera tercero cuarta cuarto ultima ultimo ultimas ultimos 1ª 2ª 3ª 4ª 1º 2º 3º 4º")
PAIRS = words("both either neither ambas ambos")
ALL = words(
    "all none any each every everything anything todas todos toda todo ninguna ninguno cualquiera cada")
ABOVE = words(
    "above aforementioned foregoing preceding previous prior anterior anteriores precedente precedentes "
    "arriba")
BELOW = words("below following siguiente siguientes abajo")
SAME = words("same former latter misma mismo mismas mismos")
THESE = words("these those estas estos esas esos")
OTHERS = words(
    "this these those them others other another rest remaining estas estos esas esos ellas ellos otras otros otra "
    "otro demas")
ARTICLES = words("the la el las los lo")
ONLY = words("only just alone solo solamente unicamente")
CLASSES = words(
    "class classes type types group category vitamin clase clases tipo tipos grupo categoria vitamina "
    "licencia license")
STATED = words(
    "listed named given mentioned stated shown described mencionado mencionada mencionados mencionadas "
    "indicado indicadas indicados dicho dichas nombrados nombradas")
CONDITIONS = words("if when si cuando through thru to")
VERBS = words("is are was were be es son estan")
GLUE = words(
    "of but not except excluding besides plus as in to with than more can may would it they that which "
    "here no apply applies correct right true false wrong incorrect together combined excepto salvo menos "
    "sin de del que se aplica aplican pueden ser son es al por en con igual como tanto mas junto juntas "
    "correcta correctas correcto correctos cierta ciertas cierto ciertos verdadera verdaderas falsa "
    "falsas incorrecta incorrectas nada what choose pick select mark elija escoja vez previously "
    "anteriormente letter letters letra letras if when si cuando through thru middle two next cosas before "
    "well see ver excepcion hay ni given ª º then luego number numero ones") | VERBS
CLOSED = (LETTERS | JOINING | NOUNS | NUMBERS | ORDINALS | PAIRS | ALL | ABOVE | BELOW | SAME | OTHERS | ARTICLES | ONLY
          | STATED | GLUE)
SCALE = NUMBERS | ORDINALS | words(
    "five six seven eight nine ten fifth sixth seventh eighth ninth tenth none cinco seis siete ocho nueve diez quinta "
    "quinto sexta sexto septima septimo octava octavo novena noveno decima decimo ninguna ninguno")
FOLD = str.maketrans("áéíóú", "aeiou")


class Words:
    """The words of an option, small and without the accents of Spanish vowels."""

    def __init__(self, option):
        text = re.sub(r"(?<=[^\W\d_])\.(?=[^\W\d_])", "", option).replace("&", " and ").replace("+", " and ")
        stated = re.findall(r"(?:[^\W_]|')+", text)
        self.words = [word.lower().translate(FOLD) for word in stated]
        small = any(letter.islower() for letter in option)
        self.capitals = {place for place, word in enumerate(stated) if small and word == "A"}

    def at(self, place):
        return self.words[place] if 0 <= place < len(self.words) else None

    def any(self, known):
        return any(word in known for word in self.words)

    @property
    def pure(self):
        return all(word in CLOSED for word in self.words)

    @property
    def number(self):
        rest = [word for word in self.words if word not in ARTICLES]
        return len(rest) == 1 and rest[0] in SCALE

    def label(self, place):
        word, after = self.words[place], self.at(place + 1)
        if word not in LETTERS or self.name(place):
            return False
        if word != "a":
            return place > 0 or after is None or after in CLOSED
        return (after is None or after in JOINING | VERBS | ONLY | CONDITIONS
                or place > 0 and place in self.capitals)

    def name(self, place):
        before = place - 1
        while before >= 0 and self.words[before] in LETTERS | JOINING:
            before -= 1
        return (before >= 0 and self.words[before] not in CLOSED
                and (before == place - 1 or self.words[before] in CLASSES))

    def numbered(self):
        for place, word in enumerate(self.words):
            skipped = self.at(place + 1) in ("number", "numero")
            if word in NOUNS and self.at(place + 1 + skipped) in NUMBERS:
                return True
        if any(word not in NUMBERS | JOINING | PAIRS | ONLY for word in self.words):
            return False
        count = sum(word in NUMBERS for word in self.words)
        joined = self.any(JOINING if self.any(FIGURES) else {"and", "y"})
        return count > 1 and joined or self.any(FIGURES) and self.any(ONLY)

    def ranked(self):
        listed = (self.words[0] in ARTICLES or self.any(ONLY | PAIRS | ALL)
                  or sum(word in ORDINALS for word in self.words) > 1)
        for place, word in enumerate(self.words):
            if word not in ORDINALS:
                continue
            after = self.at(place + 1)
            if self.at(place - 1) in COUNTS and (after is None or after in NOUNS):
                return True
            counted = after in COUNTS
            following = self.at(place + 1 + counted)
            if following in NOUNS or counted and following is None or listed and self.pure:
                return True
        return False

    def points(self, place, direction):
        before, after = self.at(place - 1), self.at(place + 1)
        if self.words[place] not in direction:
            return False
        ended = after is None or after in CLOSED
        if after in NOUNS:
            return True
        if before in PLURALS | STATED:
            return ended
        if before == "as":
            return after is None
        known = ARTICLES | ALL | OTHERS
        if before == "de" and self.words[place] in ("arriba", "abajo"):
            before, known = self.at(place - 2), known | NOUNS
        if before not in known:
            return False
        if ended and not (after and re.fullmatch("[0-9]+", after)):
            return True
        return self.at(place - 2) in ("of", "de") and self.at(place - 3) in ALL | NUMBERS | PAIRS

    def paired(self):
        second = self.at(1)
        return self.words[0] in PAIRS and (
            self.pure or second in NOUNS | VERBS or second in ("of", "de") and self.at(2) in OTHERS)

    def of_all(self):
        following = zip(self.words, self.words[1:])
        if any(word in ("of", "de") and after in THESE - {"those"} for word, after in following):
            return True
        first, second = self.words[0], self.at(1)
        if first not in ALL | {"no", "ningun"}:
            return False
        if second in ("of", "de") and self.at(2) in OTHERS or first in ALL and second in VERBS | THESE:
            return True
        rest = [word for word in self.words[1:] if word not in {"of", "de"} | ARTICLES | OTHERS]
        return bool(rest) and rest[0] in NOUNS

    def doubtful(self):
        if self.any(PLURALS):
            return True
        before = self.at(len(self.words) - 2)
        return (self.words[-1] in ("above", "arriba", "anteriores")
                and before not in ("or", "and", "from", "o", "y", "hacia", "de", "desde"))

    def reference(self):
        places = range(len(self.words))
        if not self.words:
            return None
        if any(self.label(place) for place in places) or self.numbered() or self.ranked():
            return "places"
        above = any(self.points(place, ABOVE) for place in places)
        below = any(self.points(place, BELOW) for place in places)
        if self.paired():
            return "twoAbove" if above else "places"
        if self.pure and (
                not below and self.any(ARTICLES) and self.any(COUNTS)
                or self.any({"number", "numero", "no"}) and self.any(FIGURES) or not above and self.any(SAME)):
            return "places"
        if above or below:
            return "above" if above else "below"
        if self.pure and self.any(ALL | OTHERS | STATED):
            return "others"
        if self.pure and self.any(NOUNS):
            return "others" if self.any({"no", "not"}) else "places"
        if self.of_all():
            return "others"
        return "doubtful" if self.doubtful() else None


def references(options):
    """The reference of each option; of three numbers or more none refers."""
    found = [Words(option) for option in options]
    scale = sum(each.number for each in found) > 2
    return [None if scale and each.number else each.reference() for each in found]
