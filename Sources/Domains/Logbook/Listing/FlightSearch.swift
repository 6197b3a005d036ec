public import EventModel

extension Flight {
    /// "KSJC → KRHV", the one place stated, or "Local".
    public var route: String {
        let (first, second) = routeParts
        return second.map { first + Flight.routeArrow + $0 } ?? first
    }

    /// The parts of `route` before and behind the arrow; without an arrow one text alone.
    public var routeParts: (first: String, second: String?) { Flight.routeParts(from, to) }

    /// The parts of the route of a flight between two places.
    public static func routeParts(_ from: String?, _ to: String?) -> (first: String, second: String?) {
        switch (from.nonEmpty, to.nonEmpty) {
        case (let from?, let to?): (from, to)
        case (let place?, nil), (nil, let place?): (place, nil)
        case (nil, nil): ("Local", nil)
        }
    }

    public static let routeArrow = " → "

    /// The words shown beside the route: Solo, Dual, XC, Inst, in this order.
    public var tags: [String] {
        var tags: [String] = []
        if solo == true { tags.append("Solo") }
        if dual == true { tags.append("Dual") }
        if crossCountry == true { tags.append("XC") }
        if instrument == true { tags.append("Inst") }
        return tags
    }

    /// "Duration: 1.5 hrs" from the meter readings, if both are stated.
    public var durationText: String? { hobbsDuration.map { "Duration: \($0.text) hrs" } }
}

/// A search of the logbook: a text in places, route, tags, remarks or the instructor's number, ignoring case.
public struct FlightSearch: Sendable {
    private let query: String
    /// The query in lower case where it is plain ASCII: most texts are too, and are then looked through byte by byte.
    private let plain: [UInt8]?
    /// Whether it is plain and neither begins nor ends with a blank, which stand between two places.
    private let isOfPlaceAlone: Bool

    /// An empty query is found everywhere.
    public init(_ query: String) {
        self.query = query.lowercased()
        let bytes = Array(self.query.utf8)
        plain = bytes.allSatisfy(FlightSearch.isPlain) ? bytes : nil
        isOfPlaceAlone = plain != nil && bytes.first != UInt8(ascii: " ") && bytes.last != UInt8(ascii: " ")
    }

    /// `signedNumber` is the number of a standing signature, which is shown instead of the entry's own.
    public func finds(_ flight: Flight, signedNumber: String? = nil) -> Bool {
        if query.isEmpty { return true }
        if [flight.from, flight.to, flight.remarks, signedNumber ?? flight.cfiNumber].contains(where: {
            $0.map(isIn) ?? false
        }) {
            return true
        }
        // A route is its two places with more between them: what is found in it and in neither place begins or ends
        // there.
        let isRouteSearched = isOfPlaceAlone && (flight.from.nonEmpty != nil || flight.to.nonEmpty != nil)
        return !isRouteSearched && isIn(flight.route) || flight.tags.contains(where: isIn)
    }

    private func isIn(_ text: String) -> Bool {
        if let plain, let found = FlightSearch.find(plain, in: text) { return found }
        return text.lowercased().contains(query)
    }

    /// Nil where the text holds characters that cannot be compared byte by byte.
    private static func find(_ plain: [UInt8], in text: String) -> Bool? {
        let text = text.utf8.span
        var isFound = false
        var start = 0
        while start < text.count {
            guard isPlain(text[start]) else {
                let count = countOfSimple(text, start)
                if count == 0 { return nil }
                start += count
                continue
            }
            if !isFound, plain.count <= text.count - start {
                var length = 0
                while length < plain.count, lowercase(text[start + length]) == plain[length] { length += 1 }
                isFound = length == plain.count
            }
            start += 1
        }
        return isFound
    }

    /// The bytes of a scalar above ASCII that is a character by itself and has no ASCII in lower case; 0 for any other.
    private static func countOfSimple(_ text: Span<UInt8>, _ start: Int) -> Int {
        func byte(_ offset: Int) -> UInt8 { start + offset < text.count ? text[start + offset] : 0 }
        switch (byte(0), byte(1)) {
        // İ becomes two scalars.
        case (0xC4, 0xB0): return 0
        // U+0080 to U+02FF.
        case (0xC2...0xCB, _): return 2
        // U+2010 to U+2027 (dashes, quotes, points), U+2180 to U+21BF (arrows).
        case (0xE2, 0x80): return (0x90...0xA7).contains(byte(2)) ? 3 : 0
        case (0xE2, 0x86): return 3
        default: return 0
        }
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
