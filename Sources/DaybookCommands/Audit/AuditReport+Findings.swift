import DaybookDomains

/// Contradictions, missing fields and late entries in the report.
extension AuditReport {
    // MARK: - Must be resolved

    static func disputed(_ audit: LogbookAudit) -> Section {
        let rows: [[TextRows.Cell]] = audit.disputed.map {
            [.text(audit.date(of: $0)?.description ?? ""), .flight($0)]
        }
        return section(
            "Flights whose signatures disagree", none: "No flight is signed in two ways.",
            TextRows([("Date", .left), ("Flight", .left)], rows), .settle,
            meaning:
                "Two signatures stand on one flight over different content, and the totals take one of them: void the one that is wrong."
        )
    }

    static func waiting(_ audit: LogbookAudit) -> Section {
        let rows: [[TextRows.Cell]] = audit.waiting.map { waiting in
            [
                .flight(waiting.flight), .text(audit.date(of: waiting.flight)?.description ?? ""),
                waiting.isSigned ? "signed" : "",
                .flights(waiting.because.map { [$0] } ?? []), .text(waiting.reason),
            ]
        }
        let columns: [(String, Table.Alignment)] = [
            ("Flight", .left), ("Date", .left), ("Signed", .left), ("Because of", .left), ("Reason", .left),
        ]
        return section(
            "Flights that wait and are in no total", none: "No flight waits because of another.",
            TextRows(columns, rows), .settle,
            meaning:
                "Two entries were made to take the place of one, or an entry took the place of one that was being signed: decide which of them counts."
        )
    }

    static func overlaps(_ audit: LogbookAudit, _ form: HoursForm) -> Section {
        section(
            overlapsTitle, none: "No overlapping Hobbs readings.", conflicts(audit, .metersOverlap, form), .settle,
            meaning: "Two flights claim the same time of one aircraft's meter.")
    }

    private static let overlapsTitle = "Hobbs readings that overlap"

    static func longDays(_ audit: LogbookAudit, _ form: HoursForm) -> Section {
        section(
            "Days of more than 24 hours", none: "No day exceeds 24 hours.", conflicts(audit, .dayTooLong, form),
            .settle,
            meaning: "The flights of one day add up to more than 24 hours.")
    }

    static func contradictions(_ audit: LogbookAudit) -> Section {
        let rows: [[TextRows.Cell]] = audit.contradictions.flatMap { index, findings -> [[TextRows.Cell]] in
            let entry = audit.entries[index]
            return findings.map { [.text(entry.flight.date.description), .flight(entry.stream), .text($0.message)] }
        }
        return section(
            "Flights that contradict themselves", none: "No contradictory entries.",
            TextRows([("Date", .left), ("Flight", .left), ("What", .left)], free: [2], rows), .settle,
            meaning: "Two values of the entry contradict each other.")
    }

    // MARK: - Ask the pilot

    static func unendorsed(_ audit: LogbookAudit, _ form: HoursForm) -> Section {
        section(
            "Solo flights without a valid solo endorsement, 61.87(n)",
            none: "Every solo flight of a student had a solo endorsement, signed by a key or not.",
            FlightRows(places: audit.unendorsed, entries: audit.entries, form: form), .explain,
            meaning:
                "Before the practical test a solo flight needs an endorsement of the 90 days before it. The ledger holds none for these; one may stand on paper."
        )
    }

    static func unendorsedKinds(_ audit: LogbookAudit) -> Section {
        let rows: [[TextRows.Cell]] = audit.solo.lacking.map { lacked in
            let entry = audit.entries[lacked.entry]
            return [
                .text(entry.flight.date.description), .flight(entry.stream),
                .text(lacked.paragraphs.joined(separator: ", ")),
            ]
        }
        let none = "Every solo flight of a student by night or cross-country had its endorsement."
        let limit = audit.solo.hasSoloFlights ? SoloReview.notJudged : nil
        var section = section(
            "Solo cross-countries and solo flights by night without their endorsement, 61.93, 61.87(o)", none: none,
            TextRows([("Date", .left), ("Flight", .left), ("Lacks", .left)], free: [2], rows), .explain,
            note: [rows.isEmpty ? none : nil, limit].compactMap(\.self).joined(separator: " "),
            meaning:
                "Before the practical test a solo cross-country needs an endorsement of 61.93(c)(1) and (2), "
                    + "and one of its own day by (c)(3); a solo flight by night one of 61.87(o). One may stand on paper."
        )
        section.limit = limit
        return section
    }

    static func outOfCurrency(_ audit: LogbookAudit, _ form: HoursForm) -> Section {
        let (judged, authority) = (audit.experience.judged, audit.experience.authority)
        let rows = LackingRows(
            lacking: audit.experience.lacking, authority: authority, entries: audit.entries, form: form)
        let none =
            rows.count == 0
            ? "No flight without an instructor was made out of currency. "
            : authority == .easa
                ? "Entries do not record passengers. Without passengers, no flight was out of order. "
                : "Entries do not record persons aboard. Without any, in an aircraft of one pilot, only a flight that "
                    + "lacks 61.57(c) was out of order. "
        var left = authority == .easa ? ["61.57(c), a rule of the FAA"] : CurrencyRules.faa.notJudged
        if authority == .faa, !judged.contains(.instrument) {
            left.insert("(c), because no entry records approaches, holds or a proficiency check", at: 0)
        }
        if authority == .faa, !judged.contains(.tailwheel) {
            left.insert("(a)(1)(ii), because no aircraft is described with a tailwheel", at: 0)
        }
        let limit = "Not judged: \(left.joined(separator: "; "))."
        var section = section(
            "Flights made out of currency, \(authority.section)", none: none, rows, .explain,
            note: none + limit + " "
                + "Entries do not record persons aboard or who handled the controls; category and class are those that "
                + "aircraft are described with.",
            meaning: authority == .easa ? heldAgainstPartFCL : heldAgainst61)
        section.limit = limit
        return section
    }

    private static let heldAgainst61 = """
        Held against earlier days are flights without an instructor, but none as second in command: \
        by (a) three landings of 90 days, in an aircraft with a tailwheel to a full stop in one; \
        by (b) three to a full stop by night, where the flight had night time; \
        by (c) six approaches and a hold of six calendar months in the category of aircraft, or a check, \
        where it had actual instrument time. Solo flights are held against (c) alone.
        """

    private static let heldAgainstPartFCL =
        "Held against earlier days are flights without an instructor that were not solo (Regulation (EU) No 1178/2011, "
        + "Annex I): by FCL.060(b)(1) three takeoffs and landings of 90 days in the type or class; by FCL.060(b)(2) "
        + "one by night, or an instrument rating that a proficiency check proves, where the flight had night time. "
        + "Each landing is taken to have had its approach, and the pilot to have flown it; no session counts. Gliders, "
        + "balloons and gyroplanes are not judged."

    static func gaps(_ audit: LogbookAudit, _ form: HoursForm) -> Section {
        let overlapping = audit.conflicts.count { $0.kind == .metersOverlap }
        let none =
            !audit.statesMeters
            ? "No entry has both meter readings."
            : overlapping == 0
                ? "Each reading begins where the one before it ended."
                : "No reading begins after the one before it ended; before it \(overlapping == 1 ? "begins" : "begin") \(overlapping), listed under \"\(overlapsTitle)\"."
        return section(
            "Hobbs chains that do not meet", none: none, conflicts(audit, .metersApart, form), .explain,
            meaning:
                "The meter at the end of one flight differs from the start of the next: someone else flew, or an entry is missing."
        )
    }

    private static func conflicts(_ audit: LogbookAudit, _ kind: EntryConflict.Kind, _ form: HoursForm) -> ConflictRows
    {
        let all = audit.conflicts.span
        return ConflictRows(
            conflicts: audit.conflicts, places: all.indices.filter { all[$0].kind == kind }, entries: audit.entries,
            form: form)
    }

    static func duplicates(_ audit: LogbookAudit, _ form: HoursForm) -> Section {
        let rows: [[TextRows.Cell]] = audit.duplicates.map { group in
            [
                .text(group.first.date.description), .route(group.first), .text(group.first.totalHours.text(form)),
                .flights(group.flights),
                .text(group.differences.isEmpty ? "nothing" : group.differences.joined(separator: ", ")),
            ]
        }
        let columns: [(String, Table.Alignment)] = [
            ("Date", .left), ("Route", .left), ("Hours", .right), ("Flights", .left), ("They differ in", .left),
        ]
        return section(
            "Possible duplicates", none: "No possible duplicates.", TextRows(columns, free: [1, 3, 4], rows), .explain,
            meaning:
                "Entries of one day with the same hours, of which places and aircraft do not contradict each other.")
    }

    /// Nil where no two names are alike.
    static func alikeAircraft(_ audit: LogbookAudit) -> Section? {
        if audit.alikeAircraft.isEmpty { return nil }
        let rows: [[TextRows.Cell]] = audit.alikeAircraft.map { [.text($0.joined(separator: ", "))] }
        return section(
            "Registrations that may be one aircraft", none: "", TextRows([("Aircraft", .left)], free: [0], rows),
            .explain, meaning: "They differ in hyphens and blanks alone. Each counts as an aircraft of its own.")
    }

    static func missing(_ audit: LogbookAudit) -> Section {
        // The instructor's signature first, then what most flights lack.
        let lacks = Dictionary(grouping: audit.missing, by: \.field).map { field, runs in
            (field: field, runs: runs, count: runs.reduce(0) { $0 + $1.count })
        }.sorted { one, other in
            if one.field == .endorsement || other.field == .endorsement { return one.field == .endorsement }
            return (other.count, one.field.rawValue) < (one.count, other.field.rawValue)
        }
        let rows: [[TextRows.Cell]] = lacks.map { lack in
            let places = lack.runs.flatMap { [$0.first, $0.last] }
            let (first, last) = (audit.entries[places.min() ?? 0], audit.entries[places.max() ?? 0])
            return [
                .text(lack.field.title), .text(lack.field.paragraph), .text(String(lack.count)),
                .text(first.flight.date.description),
                .text(last.flight.date.description),
                .flights(lack.count == 1 ? [first.stream] : [first.stream, last.stream]),
            ]
        }
        let columns: [(String, Table.Alignment)] = [
            ("Missing", .left), ("Asked for by", .left), ("Flights", .right), ("From", .left), ("Through", .left),
            ("First and last", .left),
        ]
        var section = section(
            "Missing: required by 14 CFR 61.51", none: "Every entry has all that is required.",
            TextRows(columns, free: [0, 5], rows), .explain,
            meaning:
                "Each line counts the flights that lack it. Remarks count for what has no field of its own: read them."
        )
        section.found = audit.incomplete
        section.summary = lacks.map { "\($0.field.title): \(Text.count($0.count, "flight"))" }.joined(separator: "; ")
        return section
    }

    // MARK: - For information

    static func late(_ audit: LogbookAudit, _ zone: any ZoneRules) -> Section {
        let imported =
            audit.lateImported > 0 ? "\(Text.count(audit.lateImported, "flight")) came late with imports." : nil
        var section = section(
            "Late entries", none: "No flight was entered late.",
            LateRows(late: audit.late, entries: audit.entries, zone: zone), .know, note: imported,
            meaning:
                "Entered more than \(LogbookAudit.lateDays) days after the flight, by the clock of the device that recorded it."
        )
        section.isNoted = imported != nil
        return section
    }
}
