import DaybookDomains

/// Beside every figure that rests on an entry whose signatures disagree: that it does.
enum DisputedText {
    /// As many are named; "outcomes" lists them all.
    static let named = 10

    /// Nil where there are none.
    static func json(_ flights: [StreamID]) -> JSONValue? {
        flights.isEmpty ? nil : .array(flights.map { .string($0.text) })
    }

    /// Above a table of sums; nil where there are none.
    static func note(_ flights: [StreamID]) -> String? {
        if flights.isEmpty { return nil }
        let named = flights.prefix(named).map(\.id).joined(separator: ", ") + (flights.count > named ? " …" : "")
        return
            "Disputed: these sums rest on \(Text.count(flights.count, "flight")) whose signatures disagree: \(named)."
    }
}

extension Session {
    func printDisputed(_ flights: [StreamID]) throws {
        for flight in flights.prefix(DisputedText.named) {
            try print(style.bad("Disputed:") + " this rests on \(flight.text), whose signatures disagree.")
        }
        if flights.count > DisputedText.named {
            try print(
                "… and on \(Text.count(flights.count - DisputedText.named, "more such flight")). \"daybook outcomes\" lists them."
            )
        }
    }
}
