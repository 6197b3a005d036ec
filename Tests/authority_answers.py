"""The answers of the logbook under the rules of another authority, for cli_schemas_test.py."""


class AuthorityAnswers:
    """The questions of `cli_schemas_test.CliSchemasTest`, repeated under Part-FCL."""

    def answer_by_another_authority(self):
        self.answer("progress", "progress", "--detail")
        self.answer("setting-set", "setting", "set", "logbook.authority", "easa")
        self.answer("currency", "currency")
        self.answer("currency", "currency", "--explain", "--on", "2025-09-20")
        for each in ("currency-periods", "currency-review", "currency-instrument", "progress", "audit", "notices"):
            self.answer(each, *each.split("-"))
        self.answer("setting-set", "setting", "set", "logbook.authority", "faa")
