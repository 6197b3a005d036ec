import ArgumentParser
import DaybookDomains

/// `--explain`: what the figures of an answer rest on.
struct ExplainOption: ParsableArguments {
    @Flag(help: "List the events behind each figure, and those left out, with the reason.") var explain = false

    /// The evidence of each figure, up to the limit of the output; nil without `--explain`.
    func evidence(
        _ figures: @autoclosure () -> [Figure], _ ledger: Ledger, _ asOf: AsOf, _ answered: AnsweredAsOf,
        _ session: Session
    ) throws -> [Evidence]? {
        guard explain else { return nil }
        return try ledger.evidence(
            figures(), asOf.pinned(to: answered.position).about(answered), limit: EvidenceText.limit(session))
    }
}

extension AsOf {
    /// The same question with the day that the answer was about.
    fileprivate func about(_ answered: AnsweredAsOf) -> AsOf {
        var result = self
        result.on = answered.on
        return result
    }
}

extension JSONValue {
    /// The object with the evidence of its figures behind its members, by the names of the figures; nil: as it is.
    func explained(_ figures: @autoclosure () -> [Figure], _ evidence: [Evidence]?) -> JSONValue {
        guard let evidence, case .object(let members) = self else { return self }
        return .object(members + [Member("evidence", .object(zip(figures(), evidence).map { .init($0.id, $1.json) }))])
    }
}

extension JSONValue {
    /// A list whose elements are figures, each with its own evidence; nil: as they are.
    static func explained(_ elements: [JSONValue], _ evidence: [Evidence]?) -> JSONValue {
        guard let evidence else { return .array(elements) }
        return .array(
            zip(elements, evidence).map { element, evidence in
                guard case .object(let members) = element else { return element }
                return .object(members + [Member("evidence", evidence.json)])
            })
    }
}

extension JSONValue {
    /// A list; with evidence an object: the list under the name of its first figure, and what its figures rest on.
    static func explainedList(
        _ elements: [JSONValue], _ asOf: AnsweredAsOf, _ figures: [Figure], _ evidence: [Evidence]?
    ) -> JSONValue {
        guard let evidence, let name = figures.first?.id else { return .array(elements) }
        return JSONValue.object([Member("asOf", asOf.json), Member(name, .array(elements))]).explained(
            figures, evidence)
    }
}

/// Evidence of many figures as members of a JSON object.
enum EvidenceJSON {
    /// Writes the members, by the names of the figures.
    static func write(_ figures: [Figure], written: [[UInt8]], to console: Console) throws {
        for (number, evidence) in written.enumerated() {
            try console.write { bytes in
                if number > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONBytes.write(to: &bytes) { document in
                    document.name(figures[number].id)
                    document.value(written: evidence[...])
                }
            }
        }
    }

    /// The evidence of one figure as JSON bytes.
    @Sendable static func bytes(_ evidence: Evidence) -> [UInt8] {
        var document = JSONBytes()
        evidence.write(to: &document)
        return document.bytes
    }
}

/// Evidence in words, below an answer.
enum EvidenceText {
    /// As many stand below a figure; `--json` names more.
    static let shown = 10

    /// The number of events that are listed for a figure.
    static func limit(_ session: Session) -> Int { session.isJSON ? Evidence.limit : shown }

    /// Of many figures the lines are made on two threads.
    static func print(_ figures: [Figure], _ evidence: [Evidence]?, _ session: Session) throws {
        guard let evidence, !session.isJSON else { return }
        let style = session.style
        try print(figures, written: evidence.written { lines($0, style) }, session)
    }

    /// Prints evidence whose lines were written before.
    static func print(_ figures: [Figure], written: [[UInt8]], _ session: Session) throws {
        let style = session.style
        for (figure, lines) in zip(figures, written) {
            try session.console.write { bytes in
                bytes.append(UInt8(ascii: "\n"))
                bytes.append(
                    contentsOf: (style.strong(Text.shown(figure.title)) + ": " + Text.shown(figure.words)).utf8)
                bytes.append(UInt8(ascii: "\n"))
                bytes.append(contentsOf: lines)
            }
        }
    }

    static func print(_ figure: Figure, _ evidence: Evidence, _ session: Session) throws {
        try print([figure], [evidence], session)
    }

    private static let countedTable = Table([("", .left), ("", .right), ("", .left), ("", .left)])
    private static let leftOutTable = Table([("", .left), ("", .left), ("", .left), ("", .left)])

    private static func rows<Part>(of parts: ArraySlice<Part>, _ add: (Part, inout Table.RowWriter) -> Void)
        -> Table.Rows
    {
        var rows = Table.RowWriter(columns: 4, cutTo: Int.max, rows: parts.count)
        for part in parts {
            add(part, &rows)
            rows.endRow()
        }
        return rows.rows()
    }

    private static func write(_ day: CivilDate, into bytes: inout [UInt8]) {
        bytes.append(contentsOf: "    ".utf8)
        day.write(into: &bytes)
    }

    /// The lines below that of a figure. `jsonListsMore`: whether the same in JSON names more than what is shown.
    static func lines(_ evidence: Evidence, _ style: Style, jsonListsMore: Bool = true) -> [UInt8] {
        var bytes: [UInt8] = []
        func line(_ text: String) {
            bytes.append(contentsOf: text.utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
        func more(_ total: Int, adding rest: String? = nil) {
            let adding = rest.map { ", which come to \($0)" } ?? ""
            let more = jsonListsMore ? "; --json names the newest \(Evidence.limit)" : ""
            if total > shown { line("    and \(total - shown) more\(adding)\(more).") }
        }
        line(evidence.counted.isEmpty ? "  It rests on nothing." : "  It rests on")
        var table = countedTable
        table.add(
            rows(of: evidence.counted.prefix(shown)) { counted, row in
                row.addPlain { write(counted.day, into: &$0) }
                row.add(counted.amountText ?? "")
                row.add(counted.amendedBy == nil ? counted.text : counted.text + ", amended")
                row.addPlain(.faint) { counted.event.writeShort(into: &$0) }
            })
        table.write(style, into: &bytes)
        more(evidence.countedTotal, adding: evidence.restText(beside: shown))
        if evidence.leftOut.isEmpty { return bytes }
        line("  Left out")
        table = leftOutTable
        table.add(
            rows(of: evidence.leftOut.prefix(shown)) { left, row in
                row.addPlain { write(left.day, into: &$0) }
                row.add(left.text)
                row.add(left.reason.text, .warning)
                row.addPlain(.faint) { left.event.writeShort(into: &$0) }
            })
        table.write(style, into: &bytes)
        more(evidence.leftOutTotal)
        return bytes
    }
}
