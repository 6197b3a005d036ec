import DaybookKit

/// What does not fit, is missing or was late, in the report.
extension AuditReport {
    // MARK: - To be settled

    static func disputed(_ audit: LogbookAudit) -> Section {
        let rows: [[TextRows.Cell]] = audit.disputed.map { [.text(audit.dates[$0]?.description ?? ""), .flight($0)] }
        return section(
            "Flights whose signatures disagree", none: "No flight is signed in two ways.", TextRows([("Date", .left), ("Flight", .left)], rows), .settle,
            meaning: "Two signatures stand on one flight over different content, and the totals take one of them: void the one that is wrong.")
    }

    static func waiting(_ audit: LogbookAudit) -> Section {
        let rows: [[TextRows.Cell]] = audit.waiting.map { waiting in
            [
                .flight(waiting.flight), .text(audit.dates[waiting.flight]?.description ?? ""), waiting.isSigned ? "signed" : "",
                .flights(waiting.because.map { [$0] } ?? []), .text(waiting.reason),
            ]
        }
        let columns: [(String, Table.Alignment)] = [("Flight", .left), ("Date", .left), ("Signed", .left), ("Because of", .left), ("Reason", .left)]
        return section(
            "Flights that wait and are in no total", none: "No flight waits because of another.", TextRows(columns, rows), .settle,
            meaning: "Two entries were made to take the place of one, or an entry took the place of one that was being signed: decide which of them counts.")
    }

    static func overlaps(_ audit: LogbookAudit) -> Section {
        section(
            "Flights that overlap", none: "No two flights overlap, as far as Hobbs readings tell.", conflicts(audit) { $0 != .metersApart }, .settle,
            meaning: "Two flights claim the same time of one aircraft's meter, or the flights of one day are longer than a day.")
    }

    static func contradictions(_ audit: LogbookAudit) -> Section {
        let rows: [[TextRows.Cell]] = audit.contradictions.flatMap { index, findings -> [[TextRows.Cell]] in
            let entry = audit.entries[index]
            return findings.map { [.text(entry.flight.date.description), .flight(entry.stream), .text($0.message)] }
        }
        return section(
            "Flights that contradict themselves", none: "No part is longer than its flight.", TextRows([("Date", .left), ("Flight", .left), ("What", .left)], free: [2], rows), .settle,
            meaning: "One figure of the entry cannot be right beside another of the same entry.")
    }

    // MARK: - To be explained

    static func unendorsed(_ audit: LogbookAudit) -> Section {
        section(
            "Solo flights without a valid solo endorsement, 61.87(n)", none: "Every solo flight of a student had a solo endorsement.",
            FlightRows(places: audit.unendorsed, entries: audit.entries), .explain,
            meaning: "Before the practical test a solo flight needs an endorsement of the 90 days before it. The ledger holds none for these; one may stand on paper.")
    }

    static func outOfCurrency(_ audit: LogbookAudit) -> Section {
        let rows = FlightRows(places: audit.outOfCurrency, entries: audit.entries)
        return section(
            "Flights made out of currency, 61.57(a)", none: "No flight without an instructor was made out of currency.", rows, .explain,
            note: rows.count == 0 ? nil : "In order only without passengers, of whom no entry tells.",
            meaning: "The 90 days before these flights hold fewer than three landings.")
    }

    static func gaps(_ audit: LogbookAudit) -> Section {
        section(
            "Hobbs chains that do not meet", none: "Each reading begins where the one before it ended, as far as they are told.",
            conflicts(audit, isNamed: false) { $0 == .metersApart }, .explain,
            meaning: "The meter at the end of one flight is not what it is at the start of the next: somebody else flew, or an entry is not there.")
    }

    private static func conflicts(_ audit: LogbookAudit, isNamed: Bool = true, _ isShown: (EntryConflict.Kind) -> Bool) -> ConflictRows {
        let all = audit.conflicts.span
        return ConflictRows(conflicts: audit.conflicts, places: all.indices.filter { isShown(all[$0].kind) }, entries: audit.entries, isNamed: isNamed)
    }

    static func duplicates(_ audit: LogbookAudit) -> Section {
        let rows: [[TextRows.Cell]] = audit.duplicates.map { group in
            [
                .text(group.first.date.description), .route(group.first), .text(Digits.tenths(group.first.totalHours)), .flights(group.flights),
                .text(group.differences.isEmpty ? "nothing" : group.differences.joined(separator: ", ")),
            ]
        }
        let columns: [(String, Table.Alignment)] = [("Date", .left), ("Route", .left), ("Hours", .right), ("Flights", .left), ("They differ in", .left)]
        return section(
            "Possible duplicates", none: "No two flights look like one.", TextRows(columns, free: [1, 3, 4], rows), .explain,
            meaning: "Entries of one day with the same hours, of which places and aircraft do not contradict each other.")
    }

    static func missing(_ audit: LogbookAudit) -> Section {
        let rows: [[TextRows.Cell]] = audit.missing.map { run in
            let (first, last) = (audit.entries[run.first], audit.entries[run.last])
            return [
                .text(run.field.title), .text(run.field.paragraph), .text(String(run.count)), .text(first.flight.date.description),
                .text(last.flight.date.description), .flights(run.count == 1 ? [first.stream] : [first.stream, last.stream]),
            ]
        }
        let columns: [(String, Table.Alignment)] = [
            ("Not told", .left), ("Asked for by", .left), ("Flights", .right), ("From", .left), ("Through", .left), ("First and last", .left),
        ]
        return section(
            "What 14 CFR 61.51 asks for and entries do not tell", none: "Every entry tells all that is asked for.", TextRows(columns, free: [0, 5], rows), .explain,
            meaning: "Each line is a run of entries, none between which tells it. Remarks count as telling what has no field of its own: whether they do, read them.")
    }

    // MARK: - To be known

    static func late(_ audit: LogbookAudit, _ zone: any ZoneRules) -> Section {
        let imported = audit.lateImported > 0 ? "\(Text.count(audit.lateImported, "flight")) came late with imports." : nil
        var section = section(
            "Late entries", none: "No flight was entered late.", LateRows(late: audit.late, entries: audit.entries, zone: zone), .know, note: imported,
            meaning: "Entered more than \(LogbookAudit.lateDays) days after the flight, by the clock of the device that recorded it.")
        section.isNoted = imported != nil
        return section
    }
}
