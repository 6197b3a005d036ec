import DaybookDomains

/// Takes the cells of rows one after another: those of lines of text, or those of a page.
protocol CellWriter {
    /// A text as it stands in an event.
    mutating func text(_ text: String)
    /// Adds the text that the closure appends: printable ASCII without a sign of markup.
    mutating func plain(_ write: (inout [UInt8]) -> Void)
    mutating func id(_ stream: StreamID)
    mutating func ids(_ streams: some Collection<StreamID>)
    mutating func route(_ parts: (first: String, second: String?))
    /// Writes the route from the audit line of an entry; fields that the line lacks come from the flight.
    mutating func route(_ line: EntryLine, of texts: Span<UInt8>, else flight: () -> Flight)
    mutating func endRow()
    /// How much of an id is written.
    var idLength: Int { get }
}

extension CellWriter {
    mutating func route(_ flight: Flight) { route(flight.routeParts) }
    mutating func date(_ date: CivilDate) { plain { date.write(into: &$0) } }
    mutating func count(_ number: Int) { plain { Digits.write(number, into: &$0) } }
    mutating func hours(_ value: Hours, _ form: HoursForm) { plain { value.write(form, into: &$0) } }

    mutating func id(_ line: EntryLine, of texts: Span<UInt8>) {
        let most = idLength
        plain { line.writeID(of: texts, atMost: most, into: &$0) }
    }
}

/// The rows of one section: what a screen and a page both show.
protocol AuditRows: Sendable {
    var columns: [(title: String, alignment: Table.Alignment)] { get }
    var count: Int { get }
    /// The columns, from 0, of what may be long: of ids, and of texts that people wrote, which may be one long word.
    var free: Set<Int> { get }
    /// Writes some rows, by their numbers.
    ///
    /// Two threads do so at once. They read shared data in place: retaining it for each row would make them wait for
    /// each other.
    func fill(_ numbers: Range<Int>, into rows: inout some CellWriter)

    // The same for each kind of writer: one dynamic call for all rows instead of several for each cell.
    func write(_ numbers: Range<Int>, into rows: inout Table.RowWriter)
    func write(_ numbers: Range<Int>, into rows: inout PageRows)
}

extension AuditRows {
    var free: Set<Int> { [] }
    func write(_ numbers: Range<Int>, into rows: inout Table.RowWriter) { fill(numbers, into: &rows) }
    func write(_ numbers: Range<Int>, into rows: inout PageRows) { fill(numbers, into: &rows) }

    /// Some rows as lines; on a terminal long cells are cut, elsewhere nothing is lost.
    func printed(_ numbers: Range<Int>, isCut: Bool) -> Table.Rows {
        var rows = Table.RowWriter(columns: columns.count, cutTo: isCut ? 80 : Int.max, rows: numbers.count)
        write(numbers, into: &rows)
        return rows.rows()
    }

    /// Some rows as lines of a page's table.
    func onPage(idLength: Int, _ numbers: Range<Int>) -> [UInt8] {
        var rows = PageRows(idLength: idLength, rows: numbers.count)
        write(numbers, into: &rows)
        return rows.bytes
    }
}

extension Table.RowWriter: CellWriter {
    mutating func text(_ text: String) { add(text) }
    mutating func plain(_ write: (inout [UInt8]) -> Void) { addPlain(nil, write) }
    mutating func id(_ stream: StreamID) { addPlain { stream.writeID(into: &$0) } }
    mutating func route(_ parts: (first: String, second: String?)) { FlightText.addRoute(parts, to: &self) }
    mutating func route(_ line: EntryLine, of texts: Span<UInt8>, else flight: () -> Flight) {
        if !line.statesRoute || !add(width: line.routeWidth, { line.writeRoute(of: texts, into: &$0) }) {
            route(flight())
        }
    }

    var idLength: Int { Int.max }

    mutating func ids(_ streams: some Collection<StreamID>) {
        addPlain { bytes in
            var isFirst = true
            for stream in streams {
                if !isFirst { bytes.append(contentsOf: ", ".utf8) }
                isFirst = false
                stream.writeID(into: &bytes)
            }
        }
    }
}

/// The rows of a page's table, each text written once and at its place. The ends of rows and cells are left out, as
/// HTML allows.
struct PageRows: CellWriter {
    private(set) var bytes: [UInt8] = []
    /// The length of the shortest id prefix that is unique among all flights.
    let idLength: Int
    private var isFirst = true

    private static let row = Array("<tr><td>".utf8)
    private static let cell = Array("<td>".utf8)

    /// For about so many rows.
    init(idLength: Int, rows: Int) {
        self.idLength = idLength
        bytes.reserveCapacity(rows * 112)
    }

    private mutating func begin() {
        bytes.append(contentsOf: isFirst ? PageRows.row : PageRows.cell)
        isFirst = false
    }

    mutating func endRow() {
        bytes.append(UInt8(ascii: "\n"))
        isFirst = true
    }

    mutating func text(_ text: String) {
        begin()
        PrintedPage.append(text, to: &bytes)
    }

    mutating func plain(_ write: (inout [UInt8]) -> Void) {
        begin()
        write(&bytes)
    }

    mutating func id(_ stream: StreamID) {
        begin()
        stream.writeID(atMost: idLength, into: &bytes)
    }

    mutating func ids(_ streams: some Collection<StreamID>) {
        begin()
        var isFirst = true
        for stream in streams {
            if !isFirst { bytes.append(contentsOf: ", ".utf8) }
            isFirst = false
            stream.writeID(atMost: idLength, into: &bytes)
        }
    }

    mutating func route(_ line: EntryLine, of texts: Span<UInt8>, else flight: () -> Flight) {
        if line.statesRoute { plain { line.writeRoute(of: texts, into: &$0) } } else { route(flight()) }
    }

    mutating func route(_ parts: (first: String, second: String?)) {
        begin()
        let (first, second) = parts
        // Each by itself: whatever the direction of their letters, the arrow goes from the one to the other.
        PrintedPage.append(first, to: &bytes)
        guard let second else { return }
        bytes.append(contentsOf: Flight.routeArrow.utf8)
        PrintedPage.append(second, to: &bytes)
    }
}

/// Rows of which there are few: made beforehand.
struct TextRows: AuditRows {
    enum Cell: Sendable, ExpressibleByStringInterpolation {
        case text(String)
        case flights([StreamID])
        /// Apart: a flight is large, and most cells are none.
        indirect case route(Flight)

        init(stringLiteral text: String) { self = .text(text) }
        static func flight(_ stream: StreamID) -> Cell { .flights([stream]) }
    }

    let columns: [(title: String, alignment: Table.Alignment)]
    let rows: [[Cell]]
    let free: Set<Int>
    var count: Int { rows.count }

    init(_ columns: [(String, Table.Alignment)], free: Set<Int> = [], _ rows: [[Cell]]) {
        self.columns = columns.map { (title: $0.0, alignment: $0.1) }
        self.free = free
        self.rows = rows
    }

    func fill(_ numbers: Range<Int>, into row: inout some CellWriter) {
        for number in numbers {
            for cell in rows[number] {
                switch cell {
                case .text(let text): row.text(text)
                case .flights(let streams): row.ids(streams)
                case .route(let flight): row.route(flight)
                }
            }
            row.endRow()
        }
    }
}

/// Entries that were made late.
struct LateRows: AuditRows {
    let late: [LateEntry]
    let entries: AuditedEntries
    let zone: any ZoneRules
    let columns: [(title: String, alignment: Table.Alignment)] = [
        ("Date", .left), ("Entered", .left), ("Days", .right), ("Flight", .left),
    ]
    var count: Int { late.count }

    func fill(_ numbers: Range<Int>, into row: inout some CellWriter) {
        let late = late.span
        let (lines, texts) = (entries.lines, entries.texts)
        let (line, bytes) = (lines.span, texts.span)
        let zone = zone
        // Entries of one import share a time. Formatting a time in a zone is slow, so it happens once for each second.
        var (second, time): (Int64?, [UInt8]) = (nil, [])
        for number in numbers {
            let entry = late[number]
            if second != entry.recorded.milliseconds / 1000 {
                second = entry.recorded.milliseconds / 1000
                time.removeAll(keepingCapacity: true)
                Text.writeTime(entry.recorded, zone, into: &time)
            }
            row.date(line[entry.entry].date)
            row.plain { $0.append(contentsOf: time) }
            row.count(entry.days)
            row.id(line[entry.entry], of: bytes)
            row.endRow()
        }
    }
}

/// The contradictions between entries.
struct ConflictRows: AuditRows {
    let conflicts: [EntryConflict]
    /// Which of them.
    let places: [Int]
    let entries: AuditedEntries
    let form: HoursForm
    let columns: [(title: String, alignment: Table.Alignment)] = [
        ("Dates", .left), ("Hours", .right), ("Aircraft", .left), ("Flights", .left),
    ]
    let free: Set<Int> = [2, 3]
    var count: Int { places.count }

    func fill(_ numbers: Range<Int>, into row: inout some CellWriter) {
        let conflicts = conflicts.span
        let places = places.span
        let (lines, texts) = (entries.lines, entries.texts)
        let (line, bytes) = (lines.span, texts.span)
        let most = row.idLength
        for number in numbers {
            let conflict = conflicts[places[number]]
            row.plain { cell in
                // A conflict of one day shows the day once, for all of its flights.
                for flight in 0..<(conflict.kind == .dayTooLong ? 1 : conflict.count) {
                    if flight > 0 { cell.append(contentsOf: ", ".utf8) }
                    line[conflict.place(flight)].date.write(into: &cell)
                }
            }
            row.hours(conflict.hours, form)
            row.text(conflict.aircraft ?? "")
            row.plain { cell in
                for flight in 0..<conflict.count {
                    if flight > 0 { cell.append(contentsOf: ", ".utf8) }
                    line[conflict.place(flight)].writeID(of: bytes, atMost: most, into: &cell)
                }
            }
            row.endRow()
        }
    }
}

/// Some of the entries.
struct FlightRows: AuditRows {
    let places: [Int]
    let entries: AuditedEntries
    let form: HoursForm
    let columns: [(title: String, alignment: Table.Alignment)] = [
        ("Date", .left), ("Route", .left), ("Hours", .right), ("Flight", .left),
    ]
    let free: Set<Int> = [1]
    var count: Int { places.count }

    func fill(_ numbers: Range<Int>, into row: inout some CellWriter) {
        let places = places.span
        let (lines, texts) = (entries.lines, entries.texts)
        let (line, bytes) = (lines.span, texts.span)
        for number in numbers {
            let place = places[number]
            row.date(line[place].date)
            row.route(line[place], of: bytes) { entries[place].flight }
            row.hours(line[place].hours, form)
            row.id(line[place], of: bytes)
            row.endRow()
        }
    }
}

/// Flights for which recent experience was lacking.
struct LackingRows: AuditRows {
    let lacking: [LackedExperience]
    let authority: Authority
    let entries: AuditedEntries
    let form: HoursForm
    let columns: [(title: String, alignment: Table.Alignment)] = [
        ("Date", .left), ("Route", .left), ("Hours", .right), ("Flight", .left), ("Lacks", .left),
    ]
    let free: Set<Int> = [1, 4]
    var count: Int { lacking.count }

    func fill(_ numbers: Range<Int>, into row: inout some CellWriter) {
        let (lines, texts) = (entries.lines, entries.texts)
        let (line, bytes) = (lines.span, texts.span)
        for number in numbers {
            let place = lacking[number].entry
            row.date(line[place].date)
            row.route(line[place], of: bytes) { entries[place].flight }
            row.hours(line[place].hours, form)
            row.id(line[place], of: bytes)
            row.text(lacking[number].rules.map { $0.paragraph(authority) }.joined(separator: ", "))
            row.endRow()
        }
    }
}
