import DaybookDomains

/// The part behind the pages of a printed logbook: endorsements, reviews, progress, and the check of the signatures.
struct BookEnd {
    let ledger: Ledger
    let asOf: AsOf
    let form: HoursForm
    let idLength: Int
    /// Whether the ledger holds no event that this program does not understand.
    let isWhole: Bool

    func html(_ logs: AuditedLogs, keys: [String: BookPages.Key]) throws -> String {
        let endorsements = try endorsements()
        var keys = keys
        for signature in endorsements.signatures { signature.add(to: &keys) }
        return try endorsements.html + reviews() + progress() + PrintedPage.proof(logs, keys: BookEnd.rows(keys))
    }

    /// The table, and the signatures in it.
    func endorsements() throws -> (html: String, signatures: [BookSignature]) {
        let given = try ledger.endorsements(asOf).value
        let rows = given.map { given in
            let one = given.endorsement
            return [
                "\(one.date)", BookEnd.title(one.kind), one.cfiNumber, one.makeModel ?? "", one.remarks ?? "",
                one.goodThrough.map { "\($0)" } ?? "no end\(one.end.paragraph.map { "; see \($0)" } ?? "")",
                BookEnd.signed(given),
            ]
        }
        let signatures = given.flatMap(\.signatures)
        let columns = ["Date", "Kind", "Instructor's number", "Make and model", "Words", "Good through", "Signed"]
        let html = table(
            "Endorsements", columns, rows,
            note: signatures.contains { $0.key != nil }
                ? "Entered by the owner. \"Signed\" states who vouches for a signature."
                : "Entered by the owner; no key signed them.", none: "No endorsement is recorded.")
        return (html, signatures)
    }

    /// The signatures of an endorsement: those that stand, those that were voided, and withdrawals that wait for them.
    private static func signed(_ given: GivenEndorsement) -> String {
        let standing = given.signatures.map { "\($0.signedOn): \($0.signer)" }
        let voided = given.voided.map {
            "\($0.signedOn): \(Text.signer($0.signerName, $0.cfiNumber)), voided \($0.voidedOn): \($0.reason)"
        }
        let waits = given.waiting.isEmpty ? [] : ["\(Text.count(given.waiting.count, "withdrawal")) waiting"]
        return (standing + voided + waits).joined(separator: "; ")
    }

    func reviews() throws -> String {
        let rows = try ledger.reviews(asOf).value.map { taken in
            [
                "\(taken.review.date)", BookEnd.title(taken.review.kind), taken.review.cfiNumber ?? "",
                taken.review.remarks ?? "",
                taken.stream.kind == "flight"
                    ? "the flight \(taken.stream.id.prefix(idLength))" : "an entry of its own",
            ]
        }
        return table(
            "Reviews and practical tests", ["Date", "Kind", "Instructor's number", "Words", "Recorded by"], rows,
            note: nil, none: "No review or practical test is recorded.")
    }

    private func progress() throws -> String {
        let whole = try ledger.progressDetail(asOf).value
        let items = whole.items
        let foreign = try ledger.authority(asOf).note(on: "14 CFR 61.109(a)").map { " \($0)" } ?? ""
        let forward = try ForwardText.progressNote(ledger, asOf).map { " \($0)" } ?? ""
        let rows = items.map { each in
            func figure(_ value: Int) -> String {
                each.item.isHours ? "\(Hours(seconds: value).text(form)) h" : String(value)
            }
            let word =
                switch each.state {
                case .met: "met"
                case .unmet: "not yet"
                case .notRecorded: "not recorded"
                }
            return [
                each.item.paragraph, each.title, each.state == .notRecorded ? "" : figure(each.value),
                figure(each.item.goal), word,
            ]
        }
        return table(
            "Aeronautical experience, 14 CFR 61.109(a)", ["61.109", "Requirement", "Done", "Needed", ""], rows,
            note:
                "By night and by instruments only hours of training count. Entries give the number of full stops, not "
                + "the places: three count as full stops at three points." + forward + aircraft(whole) + trips(items)
                + credit(items) + short(items) + foreign, none: "")
    }

    /// The aircraft that the figures rest on, as the end of a note.
    private func aircraft(_ whole: ProgressDetail) -> String { whole.notes(form).map { " \($0)" }.joined() }

    /// The trips that count as one flight, as the end of a note.
    private func trips(_ items: [ItemProgress]) -> String {
        let lines = items.flatMap { item in item.trips.map { "\(item.item.paragraph): \(TripText.line($0))" } }
        if lines.isEmpty { return "" }
        var bytes: [UInt8] = []
        PrintedPage.append(lines.joined(separator: "; "), to: &bytes)
        return " \(Trip.assumption) \(String(decoding: bytes, as: UTF8.self))."
    }

    /// The cross-country time that is too short, as the end of a note.
    private func short(_ items: [ItemProgress]) -> String {
        let short = items.shortCrossCountries
        if short.isEmpty { return "" }
        let lines = short.map { ShortCrossCountryText.line($0, form) }.joined(separator: "; ")
        return " " + PrintedPage.escaped("\(ShortCrossCountry.rule) \(lines).")
    }

    /// The credit for training in devices, as the end of a note.
    private func credit(_ items: [ItemProgress]) -> String {
        guard let credit = items.compactMap(\.credit).first else { return "" }
        let lines = CreditText.lines(credit, form, isAdded: true).joined(separator: " ")
        return " " + PrintedPage.escaped(lines)
    }

    /// The keys as rows of their digits, their numbers, their names and how many entries each signed.
    static func rows(_ keys: [String: BookPages.Key]) -> [[String]] {
        keys.sorted { $0.key < $1.key }.map { digits, key in
            [
                digits, key.certificates.sorted().joined(separator: ", "), key.names.sorted().joined(separator: ", "),
                String(key.entries),
            ]
        }
    }

    private func table(_ title: String, _ columns: [String], _ rows: [[String]], note: String?, none: String) -> String
    {
        if rows.isEmpty {
            return
                "<h2>\(title)</h2>\n<p>\(isWhole ? none : AuditReport.Section.without + none)</p>\n"
        }
        return "<h2>\(title)</h2>\n" + (note.map { "<p>\($0)</p>\n" } ?? "") + PrintedPage.list(columns, rows)
    }

    static func title(_ kind: Endorsement.Kind) -> String {
        switch kind {
        case .solo: "Solo"
        case .soloCrossCountry: "Solo cross-country"
        case .complex: "Complex airplane"
        case .highPerformance: "High-performance airplane"
        case .tailwheel: "Tailwheel airplane"
        case .pressurized: "Pressurized aircraft"
        case .knowledgeTest: "Knowledge test"
        case .practicalTest: "Practical test"
        case .other: "Other"
        }
    }

    private static func title(_ kind: PassedReview.Kind) -> String {
        switch kind {
        case .flightReview: "Flight review"
        case .ipc: "Instrument proficiency check"
        case .checkride: "Practical test"
        }
    }
}
