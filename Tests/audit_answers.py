"""The forms of the audit that `cli_schemas_test.py` holds against its schema: of now, of a day, of a position."""


def ask(case):
    """With a flight that waits, and one that lacks experience and whose signature, by a certificate that had ended, was voided."""
    case.assertEqual(len(case.answer("audit", "audit")["waiting"]), 1)
    flown = case.answer("flight-write", "flight", "log", "--hobbs", "1.0", "--date", "2026-02-01", "--night-hours", "0.5", "--actual-instrument-hours", "0.5")["id"]
    case.answer("flight-write", "flight", "amend", flown, "--approaches", "1")
    case.answer("flight-write", "flight", "sign", flown, "--cfi", "1", "--certificate-through", "2026-01-31")
    case.answer("flight-write", "flight", "void", flown, "--reason", "x")
    now = case.answer("audit", "audit", "--explain")
    case.assertIn("flight", [signature.get("certificateEndedBefore") for signature in now["signatures"]])
    case.assertIn("61.57(c)", next(flight["lacks"] for flight in now["outOfCurrency"] if flight["flight"] == flown))
    of_a_day = case.answer("audit", "audit", "--on", "2026-02-02")
    signature = next(signature for signature in of_a_day["signatures"] if signature["flight"] == flown)
    case.assertTrue(signature["later"] and signature["voided"]["later"] and not signature["stands"])
    case.assertTrue(all(change["later"] for change in of_a_day["changes"]))
    case.assertEqual(case.answer("audit", "audit", "--known-at", "1")["log"]["events"], 1)


def ask_for_a_page(case):
    """Of a logbook with flights that look like one, and one that took the place of another."""
    audit = case.answer("audit", "audit", "--html", case.path("audit.html"))
    case.assertTrue(audit["duplicates"] and audit["superseded"])
