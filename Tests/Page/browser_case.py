"""The common part of the browser tests of the page: Chromium, and a context that was let in."""

import functools
import os

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, sync_playwright

from page_case import PageCase

# Neighbours on one line of a list of links that are less than four pixels apart.
TOUCHING = """[...document.querySelectorAll('nav')].flatMap(nav => [...nav.querySelectorAll('a, button')])
    .filter(link => link.checkVisibility() && link.nextElementSibling?.checkVisibility()
        && link.nextElementSibling.matches('a, button'))
    .filter(link => {
        const [mine, next] = [link.getBoundingClientRect(), link.nextElementSibling.getBoundingClientRect()];
        return Math.abs(mine.top - next.top) < 4 && next.left - mine.right < 4;
    }).map(link => link.textContent + '|' + link.nextElementSibling.textContent)"""

CHROMIUM = os.environ.get("DAYBOOK_CHROMIUM", "/usr/bin/chromium-headless-shell")


def waits_for_load(action):
    """The action; it ends when the page it leads to is loaded and its deferred script ran."""

    @functools.wraps(action)
    def acted(locator, *arguments, **options):
        result = action(locator, *arguments, **options)
        locator.page.wait_for_load_state()
        return result

    return acted


# An action ends as soon as the next page begins. Its script enables and fills fields, which tests read at once.
for name in ["click", "press", "check", "uncheck", "select_option", "tap", "wait_for"]:
    setattr(Locator, name, waits_for_load(getattr(Locator, name)))


class BrowserCase(PageCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.playwright = sync_playwright().start()
        cls.addClassCleanup(cls.playwright.stop)
        cls.browser = cls.playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        cls.addClassCleanup(cls.browser.close)
        cls.let_in()

    def open(self, target="/", **options):
        """A tab of a browser that was let in; its console must stay silent."""
        options.setdefault("viewport", {"width": 1280, "height": 900})
        context = self.browser.new_context(**options)
        self.addCleanup(context.close)
        name, value = self.cookie.split("=", 1)
        context.add_cookies(
            [{"name": name, "value": value, "url": self.page, "httpOnly": True, "sameSite": "Strict"}]
        )
        tab = context.new_page()
        tab.complaints = []
        tab.on(
            "console",
            lambda message: tab.complaints.append(message.text) if message.type in ("error", "warning") else None,
        )
        tab.on("pageerror", lambda error: tab.complaints.append(str(error)))
        # Kinds of dialogs of the browser that a test expects; it accepts them.
        tab.expected, tab.asked = set(), []
        tab.on("dialog", lambda dialog: self.answer_dialog(tab, dialog))
        self.addCleanup(lambda: self.assertEqual([each for each in tab.complaints if "status of" not in each], []))
        tab.goto(self.page + target)
        return tab

    def answer_dialog(self, tab, dialog):
        if dialog.type in tab.expected:
            tab.asked.append(dialog.type)
            dialog.accept()
        else:
            tab.complaints.append(f"dialog {dialog.type} {dialog.message}")
            dialog.dismiss()

    def assert_fits(self, tab, what):
        overflow = tab.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.assertLessEqual(overflow, 0, f"{what} is {overflow} px too wide")
        touching = tab.evaluate(TOUCHING)
        self.assertEqual(touching, [], f"{what}: links without room between them")

    def assert_accessible(self, tab, what):
        found = Axe().run(tab).response["violations"]
        told = [
            f"{each['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
            for each in found
            for node in each["nodes"]
        ]
        self.assertEqual(told, [], what)
