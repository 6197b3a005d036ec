import DaybookDomains

/// Flights that wait because of others, in words and as JSON.
enum WaitingText {
    /// Why a flight waits, as JSON. The flight itself stands beside it.
    static func json(_ waiting: WaitingFlight) -> JSONValue {
        .object(pairs: [
            "reason": .string(waiting.reason), "because": .textOrNull(waiting.because?.id),
            "text": .string(why(waiting)),
        ])
    }

    static func why(_ waiting: WaitingFlight) -> String {
        "It waits and is in no total: \(waiting.why)"
    }

    /// The flights that wait because of the command, one sentence for each.
    static func warnings(_ waiting: [WaitingFlight]) -> [String] {
        waiting.map {
            "Flight \($0.flight.id)\($0.isSigned ? ", which is signed," : "") waits now and is in no total: \($0.why)"
        }
    }
}

/// Flights that count again because the one that took their place was removed.
enum ReturnText {
    static func warnings(_ flights: [StreamID]) -> [String] {
        flights.map { "Flight \($0.id), whose place it took, counts again." }
    }
}

extension Session {
    /// Further notes, a line each.
    func printNotes(_ notes: [String]) throws {
        for note in notes { try print(style.warning("Note: ") + note) }
    }
}
