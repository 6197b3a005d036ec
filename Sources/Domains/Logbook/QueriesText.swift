public import EventModel

extension Flight {
    /// "KSJC → KRHV", the one place told, or "Local".
    public var route: String {
        switch (from.nonEmpty, to.nonEmpty) {
        case (let from?, let to?): from + " → " + to
        case (let place?, nil), (nil, let place?): place
        case (nil, nil): "Local"
        }
    }

    /// The words shown beside the route: Solo, Dual, XC, Inst, in this order.
    public var tags: [String] {
        var tags: [String] = []
        if solo == true { tags.append("Solo") }
        if dual == true { tags.append("Dual") }
        if crossCountry == true { tags.append("XC") }
        if instrument == true { tags.append("Inst") }
        return tags
    }

    /// "Duration: 1.5 hrs" from the meter readings, where they tell one.
    public var durationText: String? { hobbsDuration.map { "Duration: \(Digits.tenths($0)) hrs" } }
}

/// What a search of the logbook looks for: a text in places, route, tags, remarks or the instructor's number, ignoring case.
public struct FlightSearch: Sendable {
    private let query: String
    /// The query in lower case where it is plain ASCII: most texts are too, and are then looked through byte by byte.
    private let plain: [UInt8]?

    /// An empty query is found everywhere.
    public init(_ query: String) {
        self.query = query.lowercased()
        let bytes = Array(self.query.utf8)
        plain = bytes.allSatisfy(FlightSearch.isPlain) ? bytes : nil
    }

    /// `signedNumber` is the number of a standing signature, which is shown instead of the entry's own.
    public func finds(_ flight: Flight, signedNumber: String? = nil) -> Bool {
        if query.isEmpty { return true }
        if [flight.from, flight.to, flight.remarks, signedNumber ?? flight.cfiNumber].contains(where: { $0.map(isIn) ?? false }) { return true }
        return isIn(flight.route) || flight.tags.contains(where: isIn)
    }

    private func isIn(_ text: String) -> Bool {
        if let plain, let found = FlightSearch.find(plain, in: text) { return found }
        return text.lowercased().contains(query)
    }

    /// Nil where the text is not plain.
    private static func find(_ plain: [UInt8], in text: String) -> Bool? {
        let text = text.utf8.span
        var isFound = false
        for start in 0..<text.count {
            guard isPlain(text[start]) else { return nil }
            if isFound || plain.count > text.count - start { continue }
            var length = 0
            while length < plain.count, lowercase(text[start + length]) == plain[length] { length += 1 }
            isFound = length == plain.count
        }
        return isFound
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    /// ASCII without control characters, of which two can be one character.
    private static func isPlain(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }
}

extension CivilDate {
    /// The heading of the date's month in the logbook: "February 2026".
    public var monthHeading: String {
        let names = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let (year, month, _) = components
        return "\(names[month - 1]) \(year)"
    }
}

extension String? {
    fileprivate var nonEmpty: String? { self?.isEmpty == false ? self : nil }
}
