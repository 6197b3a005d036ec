/// The designators of places and aircraft: entries keep them in upper case, and comparisons ignore case.
public enum Designator {
    /// A place as an entry keeps it. A location identifier has at most four letters and digits and gets upper case;
    /// a longer text is a name and stays.
    public static func place(_ text: String) -> String {
        let text = text.trimmed
        return text.utf8.count <= 4 && text.utf8.allSatisfy(isLetterOrDigit) ? text.uppercased() : text
    }

    /// An aircraft as an entry keeps it. A registration has letters, digits and hyphens, and at least one of the latter
    /// two; it gets upper case. Any other text is a name and stays.
    public static func aircraft(_ text: String) -> String {
        let text = text.trimmed
        let isRegistration =
            text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == hyphen }
            && text.utf8.contains { isDigit($0) || $0 == hyphen }
        return isRegistration ? text.uppercased() : text
    }

    /// The text by which designators are compared: two that differ in case alone name one place or aircraft.
    public static func folded(_ text: String) -> String {
        // Most are in upper case already.
        let isFolded = text.utf8.allSatisfy { $0 < 0x80 && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        return isFolded ? text : text.uppercased()
    }

    public static func isSame(_ one: String, _ other: String) -> Bool { one == other || folded(one) == folded(other) }

    /// The names that may stand for one aircraft: they differ in hyphens, blanks and case alone, as N-1AA and N1AA do.
    /// Each list is in order. O(names · log names).
    public static func alike(_ names: some Sequence<String>) -> [[String]] {
        var found: [String: Set<String>] = [:]
        for stated in Set(names) {
            let name = folded(stated)
            let bare = name.filter { $0 != "-" && $0 != " " }
            if !bare.isEmpty { found[bare, default: []].insert(name) }
        }
        return found.sorted { $0.key < $1.key }.map { $0.value.sorted() }.filter { $0.count > 1 }
    }

    private static let hyphen = UInt8(ascii: "-")

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
    }
}

extension Flight {
    /// The entry with its places and its aircraft as a new event keeps them.
    public func withDesignators() -> Flight {
        var flight = self
        flight.from = from.map(Designator.place)
        flight.to = to.map(Designator.place)
        flight.aircraft = aircraft.map(Designator.aircraft)
        return flight
    }

    /// The entry with its places and its aircraft as they are compared.
    func withFoldedDesignators() -> Flight {
        var flight = self
        flight.from = from.map(Designator.folded)
        flight.to = to.map(Designator.folded)
        flight.aircraft = aircraft.map(Designator.folded)
        return flight
    }

    /// Whether two entries state the same places and the same aircraft, byte by byte.
    func statesDesignators(of other: Flight) -> Bool {
        from == other.from && to == other.to && aircraft == other.aircraft
    }
}
