"""T-7.1g, T-B.1, T-B.2, T-B.3: the plans of practice tests, made a second time from docs/domains.md alone.

The golden plans in schemas/vectors/practice-plans.json never change: the Swift side is held to the same file (PlanTests). To write the file for the
first time, or after a change of the demonstration banks: python3 Tests/practice_plan_test.py write
"""
import json
import pathlib
import random
import sys
import unittest

from option_references import references

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent
GOLDEN = CHECKOUT / "schemas" / "vectors" / "practice-plans.json"
OPTIONS = CHECKOUT / "schemas" / "vectors" / "practice-options.json"
CORPUS = CHECKOUT / "Tests" / "Fixtures" / "corpora" / "options-that-refer.tsv"
WORD = 2**64 - 1
PLANS = [("CA", number, attempt) for number in (1, 2, 3, 4) for attempt in (1, 2)] + [("TX", 1, 1), ("TX", 4, 17)]


def groups(options):
    """Lists of places whose options are shuffled among themselves."""
    found = [[]]
    for place, reference in enumerate(references(options)):
        if reference in ("places", "doubtful") or reference == "twoAbove" and place != 2:
            return []
        if reference in ("above", "twoAbove", "below"):
            found.append([])
        elif reference is None:
            found[-1].append(place)
    return found


def rows_of_options():
    """2,000 questions of random words that matter, with their groups."""
    words = (
        "a A b C d and or nor both Either neither answer options choices item only just alone all None any each every "
        "everything no of the above below these those them others other following listed given first second last two "
        "three 1 2 II one are is stop it's bus ä todas Las anteriores ninguna de ambas solo y primera misma & same "
        "Class except opción").split()
    draw, rows = random.Random(38), []
    while len(rows) < 2_000:
        options = [draw.choice([" ", " ", ", ", "-"]).join(draw.choices(words, k=draw.randint(1, 5))) for _ in range(4)]
        # Most options are ordinary, so that one that refers decides.
        options = [option if draw.random() < 0.4 else f"stop {place}0" for place, option in enumerate(options)]
        rows.append({"options": options, "groups": [group for group in groups(options) if len(group) > 1]})
    return rows


class Order:
    """SplitMix64, started with FNV-1a of the seed's bytes."""

    def __init__(self, seed):
        self.state = 0xCBF29CE484222325
        for byte in seed.encode():
            self.state = (self.state ^ byte) * 0x100000001B3 & WORD

    def draw(self):
        self.state = self.state + 0x9E3779B97F4A7C15 & WORD
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & WORD
        return mixed ^ mixed >> 31

    def shuffled(self, values):
        values = list(values)
        for last in range(len(values) - 1, 0, -1):
            bound = last + 1
            draw = self.draw()
            while draw >= WORD - WORD % bound:
                draw = self.draw()
            other = draw % bound
            values[last], values[other] = values[other], values[last]
        return values


def bank(path):
    return json.loads((CHECKOUT / "schemas" / "bank" / path).read_text("utf-8"))["questions"]


def plan(state, number, attempt):
    seed = f"{state}/{number}/{attempt}"
    questions = bank("universal.json")[(number - 1) * 40 : number * 40] + bank(f"states/{state}.json")[(number - 1) * 10 : number * 10]
    items, permutation, right = [], [], ""
    for question in Order(seed).shuffled(questions):
        places, order = [0, 1, 2, 3], Order(f"{seed}/{question['id']}")
        for group in groups(question["options"]):
            for place, option in zip(group, order.shuffled(group)):
                places[place] = option
        items.append(question["id"])
        permutation.append("".join("ABCD"[place] for place in places))
        right += "ABCD"[places.index(question["correct"])]
    return {"state": state, "test": number, "attempt": attempt, "items": items, "permutation": permutation, "right": right}


class Plans(unittest.TestCase):
    def test_golden_plans_are_these(self):
        golden = json.loads(GOLDEN.read_text("utf-8"))
        self.assertEqual([(each["state"], each["test"], each["attempt"]) for each in golden], PLANS)
        for each in golden:
            self.assertEqual(each, plan(each["state"], each["test"], each["attempt"]))

    def test_groups_of_options_are_these(self):
        self.assertEqual(json.loads(OPTIONS.read_text("utf-8")), rows_of_options())

    def test_options_that_refer_keep_their_places_and_plain_ones_move(self):
        rows = [line.split("\t") for line in CORPUS.read_text("utf-8").splitlines()]
        for language in ("en", "es"):
            self.assertEqual([kind for of, kind, _ in rows if of == language].count("plain"), 75)
        found = [(kind, each, references(["Stop", "Go", "Wait", each])[3]) for _, kind, each in rows]
        self.assertEqual([each for kind, each, reference in found if kind == "refers" and not reference], [])
        kept = [each for kind, each, reference in found if kind == "plain" and reference]
        self.assertLessEqual(len(kept), len(rows) // 2 * 3 // 100)

    def test_a_plan_holds_each_question_once_and_every_order_of_options(self):
        found = plan("CA", 1, 1)
        self.assertEqual(len(set(found["items"])), 50)
        self.assertTrue(all(sorted(letters) == list("ABCD") for letters in found["permutation"]))
        self.assertGreater(len(set(found["permutation"])), 15)

    def test_the_generator_is_the_published_one(self):
        order = Order("")
        order.state = 1234567
        self.assertEqual([order.draw() for _ in range(3)], [6457827717110365317, 3203168211198807973, 9817491932198370423])
        self.assertEqual(Order("a").state, 0xAF63DC4C8601EC8C)


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        lines = ",\n".join(" " + json.dumps(plan(*each)) for each in PLANS)
        GOLDEN.write_text(f"[\n{lines}\n]\n", "utf-8")
        lines = ",\n".join(" " + json.dumps(row, ensure_ascii=False) for row in rows_of_options())
        OPTIONS.write_text(f"[\n{lines}\n]\n", "utf-8")
    else:
        unittest.main()
