"""Answers about lists and totals of flights, held against their schemas."""


def ask(case):
    """Asks once for each, and takes the last act back."""
    case.answer("flight-list", "flight", "list", "--search", "KSJC")
    case.answer("flight-list-by-month", "flight", "list", "--by-month")
    case.answer("flight-list", "flight", "list", "--from", "2020-01-01", "--unsigned")
    for by in ("aircraft", "class", "year"):
        case.answer("flight-totals", "flight", "totals", "--by", by)
    case.answer("logbook-8710", "logbook", "8710")
    removed = case.answer("flight-write", "flight", "log", "--hobbs", "1.0")["id"]
    case.answer("flight-write", "flight", "remove", removed)
    case.answer("flight-list", "flight", "list", "--removed")
    case.assertIn("what", case.answer("undo", "undo"))
    case.answer("flight-write", "flight", "remove", removed)
