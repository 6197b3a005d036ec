"""What assistive technology is given of each page: its tree of roles, names and states, compared with a golden file.

The files are Tests/Fixtures/page/*.yaml, one for each page. A difference is printed. Where it is meant, write the files
anew with DAYBOOK_WRITE_PAGES=1 in the environment, and read the difference that Git shows.
"""

import difflib
import json
import os
import re
import unittest

from browser_case import BrowserCase
from page_case import ROOT

FOLDER = ROOT / "Tests/Fixtures/page"
WRITES = os.environ.get("DAYBOOK_WRITE_PAGES") == "1"
EARLIER = "2026-02-01T13:00:00Z"


class Snapshots(BrowserCase):
    """One ledger with something of everything, at a fixed clock."""

    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh", clock=EARLIER)
        flights = (
            ("2026-01-03", "KSJC", "KPAO", "1.2", ("--dual", "--cfi", "1234567")),
            ("2026-01-20", "KPAO", "KSJC", "1.5", ("--solo", "--xc")),
            ("2026-02-01", "KSJC", "KRHV", "0.9", ("--night-landings", "3")),
        )
        made = [
            cls.log("--date", date, "--from", start, "--to", end, "--hobbs", hours, "--day-landings", "3", *more,
                    clock=EARLIER)
            for date, start, end, hours, more in flights
        ]
        cls.signed, _, cls.flight = made
        cls.daybook("flight", "sign", cls.signed, "--cfi", "1234567", "--name", "Jane Doe", clock=EARLIER)
        cls.daybook("flight", "amend", cls.flight, "--hobbs", "1.0", "--remarks", "Calm <b>air")
        cls.daybook("onboard", "skip", "--domain", "alarms", clock=EARLIER)
        cls.daybook("alarm", "tier", "plus", "--plan", "annual", "--through", "2027-02-10", clock=EARLIER)
        cls.alarm = cls.add("Rent", "6", "09:00", EARLIER)
        cls.waiting = cls.add("Filter", "3", "07:00", EARLIER)
        cls.daybook("water", "profile", "--age", "30", "--weight", "70", "--activity", "moderately", clock=EARLIER)
        cls.daybook("water", "add", "water", "500")
        cls.daybook("quiz", "state", "CA", clock=EARLIER)
        cls.event = json.loads(cls.daybook("log", "--json", "--type", "flight.amended").splitlines()[0])["id"]

    @classmethod
    def add(cls, title, days, time, clock):
        told = cls.daybook("alarm", "add", "--title", title, "--days", days, "--time", time, "--json", clock=clock)
        return json.loads(told)["id"]

    def pages(self):
        return {
            "alarm": f"/alarm/{self.alarm}",
            "alarm-edit": f"/alarm/{self.alarm}/edit",
            "alarm-new": "/alarm/new",
            "alarm-remove": f"/alarm/{self.alarm}/remove",
            "alarms": "/alarms",
            "alarms-backup": "/alarms/backup",
            "alarms-pending": "/alarms/pending",
            "alarms-plan": "/alarms/plan",
            "alarms-settings": "/alarms/settings",
            "alarms-sound": "/alarms/sound",
            "bands": "/bands",
            "changes": "/changes",
            "currency": "/",
            "currency-past": "/?known=1",
            "design": "/design",
            "endorsements": "/endorsements",
            "error": "/none",
            "event": f"/event/{self.event}",
            "events": "/ledger/events",
            "export": "/logbook/export",
            "firing": f"/alarm/{self.waiting}/firing",
            "flight": f"/flight/{self.flight}",
            "flight-edit": f"/flight/{self.flight}/edit",
            "flight-new": "/flight/new",
            "flight-quick": "/flight/quick",
            "flight-remove": f"/flight/{self.flight}/remove",
            "flight-sign": f"/flight/{self.flight}/sign",
            "flight-signed": f"/flight/{self.signed}",
            "flight-supersede": f"/flight/{self.flight}/supersede",
            "flight-void": f"/flight/{self.signed}/void",
            "import": "/import",
            "keys": "/help",
            "ledger": "/ledger",
            "logbook": "/logbook",
            "months": "/months",
            "notices": "/notices",
            "outcomes": "/ledger/outcomes",
            "practice": "/practice",
            "practice-settings": "/practice/settings",
            "practice-train": "/practice/train?set=1",
            "progress": "/progress",
            "water": "/water",
            "water-settings": "/water/settings",
            "water-welcome": "/water/welcome",
        }

    def masked(self, text):
        """Ids, digests and names of devices differ in each ledger; the version differs in each release."""
        version = self.daybook("--version").split()[1]
        text = text.replace(self.page, "PAGE").replace(version, "VERSION")
        text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID", text)
        return re.sub(r"(?<![0-9A-Za-z])[0-9a-f]{12,}(?![0-9A-Za-z])", "ID", text) + "\n"

    def compare(self, name, text):
        file = FOLDER / f"{name}.yaml"
        if WRITES:
            FOLDER.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        golden = file.read_text(encoding="utf-8") if file.exists() else ""
        lines = difflib.unified_diff(golden.splitlines(), text.splitlines(), str(file.name), "the page", lineterm="")
        return "\n".join(lines)

    def test_trees(self):
        """S-TC-078: each page gives roles, names and states as its golden file has them."""
        tab = self.open("/help")
        for name, target in self.pages().items():
            tab.goto(self.page + target)
            with self.subTest(name):
                difference = self.compare(name, self.masked(tab.locator("body").aria_snapshot()))
                self.assertEqual(difference, "", f"{target}\n{difference}\n{__doc__}")

    def test_files(self):
        """Each golden file is of a page, and each page has one."""
        pages = {*self.pages(), *(f"welcome-{each}" for each in FIRST)}
        self.assertEqual({file.stem for file in FOLDER.glob("*.yaml")}, pages)


FIRST = ("alarms", "logbook", "logbook-intent")


class FirstSnapshots(Snapshots):
    """The first pages of an empty ledger."""

    @classmethod
    def fill(cls):
        """Nothing was ever done."""

    def pages(self):
        return {
            "welcome-alarms": "/alarms",
            "welcome-logbook": "/",
            "welcome-logbook-intent": "/welcome?stage=pre_solo",
        }

    def test_files(self):
        """Where each file belongs stands with the other pages."""


if __name__ == "__main__":
    unittest.main()
