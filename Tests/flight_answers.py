"""Answers about lists, totals and totals brought forward, held against their schemas."""


def ask(case):
    """Asks once for each, and takes the last act back."""
    case.answer("flight-list", "flight", "list", "--search", "KSJC")
    case.answer("flight-list-by-month", "flight", "list", "--by-month")
    case.answer("flight-list", "flight", "list", "--from", "2020-01-01", "--unsigned")
    for by in ("aircraft", "class", "model", "type", "year"):
        case.answer("flight-totals", "flight", "totals", "--by", by)
    stated = ("--date", "2020-12-31", "--total", "312.4", "--sic", "2")
    forward = case.answer("flight-forward", "flight", "forward", *stated)["id"]
    case.answer("flight-forward", "flight", "forward", "amend", forward, "--night", "20")
    case.answer("flight-totals", "flight", "totals")
    case.answer("flight-forward-list", "flight", "forward", "list")
    device = ("--device", "SIM-1", "--kind", "ftd")
    case.answer("flight-write", "flight", "simulator", *device, "--hours", "1.5", "--dual")
    case.answer("flight-write", "flight", "ground", "--hours", "1")
    case.answer("logbook-8710", "logbook", "8710")
    for part in (("--from", "2020-01-01"), ("--from-page", "1")):
        case.answer("logbook", "logbook", "--html", str(case.folder / f"book{part[0]}.html"), *part)
    for command in (("flight-summary", "flight", "summary"), ("audit", "audit")):
        case.assertEqual(case.answer(*command)["broughtForward"][0]["total"], 312.4)
    file = str(case.folder / "forward.csv")
    case.assertEqual(len(case.answer("export", "export", "--format", "foreflight", file)["broughtForward"]), 1)
    case.answer("flight-forward", "flight", "forward", "remove", forward)
    case.assertIn("what", case.answer("undo", "undo"))
    case.answer("flight-forward", "flight", "forward", "remove", forward)
    lessons = [case.answer("flight-write", "flight", "log", "--hobbs", "1.0")["id"] for _ in range(2)]
    case.answer("flight-sign-several", "flight", "sign", *lessons, "--cfi", "1234567")
    removed = case.answer("flight-write", "flight", "log", "--hobbs", "1.0")["id"]
    case.answer("flight-write", "flight", "remove", removed)
    case.answer("flight-list", "flight", "list", "--removed")
    for origin, end in (("KRHV", "KSNS"), ("KSNS", "KPRB"), ("KPRB", "KRHV")):
        leg = ("--from", origin, "--to", end, "--distance", "60", "--date", "2024-03-01", "--aircraft", "N1")
        case.answer("flight-write", "flight", "log", "--hobbs", "1", "--solo", "--xc", *leg)
    items = case.answer("progress", "progress", "--detail", "--explain")["detail"]
    case.assertEqual([trip["distanceNm"] for item in items for trip in item.get("trips", [])], [180.0])
