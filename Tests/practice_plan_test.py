"""T-7.1g, T-B.1, T-B.2, T-B.3: the plans of practice tests, made a second time from docs/domains.md alone.

The golden plans in schemas/vectors/practice-plans.json never change: the Swift side is held to the same file (PlanTests). To write the file for the
first time, or after a change of the demonstration banks: python3 Tests/practice_plan_test.py write
"""
import json
import pathlib
import re
import sys
import unittest

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent
GOLDEN = CHECKOUT / "schemas" / "vectors" / "practice-plans.json"
WORD = 2**64 - 1
PLANS = [("CA", number, attempt) for number in (1, 2, 3, 4) for attempt in (1, 2)] + [("TX", 1, 1), ("TX", 4, 17)]
# An option that speaks of others: as a plain list of patterns, where the program goes through words.
SPEAKS = re.compile(
    r"\b(the above|of these|the others|the following|the other answers|the other options)\b"
    r"|\b[abcd]\b[^a-z0-9']+(and|or|nor)[^a-z0-9']+[abcd]\b"
    r"|\b(answers?|options?|choices?|both|either|neither)\b[^a-z0-9']+[bcd]\b"
    r"|^[^a-z0-9']*([abcd]|and|or|nor)([^a-z0-9']+([abcd]|and|or|nor))*[^a-z0-9']*$")


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
        stays = any(SPEAKS.search(option.lower()) for option in question["options"])
        places = [0, 1, 2, 3] if stays else Order(f"{seed}/{question['id']}").shuffled([0, 1, 2, 3])
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
    else:
        unittest.main()
