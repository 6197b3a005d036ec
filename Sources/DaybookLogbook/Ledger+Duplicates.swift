public import DaybookKit
import EventCodec
public import EventModel
public import Logbook

/// Entries that may record one flight twice; a proposal, nothing is taken away.
public struct PossibleDuplicate: Sendable {
    /// As they arrived.
    public let flights: [StreamID]
    /// The first of them.
    public let first: Flight
    /// The names of the fields in which they differ, as in `flight.logged`; empty: they say the same.
    public let differences: [String]
}

extension Ledger {
    /// Entries of one day with the same hours to a tenth, places and aircraft, newest day first; a missing field
    /// matches any. O(n log n).
    public func possibleDuplicates(_ asOf: AsOf = .now) throws -> Answer<[PossibleDuplicate]> {
        let answer = try flights(asOf)
        return Answer(asOf: answer.asOf, value: Ledger.possibleDuplicates(among: answer.value))
    }

    static func possibleDuplicates(among entries: [FlightEntry]) -> [PossibleDuplicate] {
        // Nearly always all of them count.
        possibleDuplicates(
            in: DuplicateSearch.groups(
                among: entries.allSatisfy { $0.mask == nil } ? entries : entries.filter { $0.mask == nil }))
    }

    static func possibleDuplicates(in groups: [[FlightEntry]]) -> [PossibleDuplicate] {
        groups.sorted { ($1[0].flight.date, $0[0].position) < ($0[0].flight.date, $1[0].position) }
            .map {
                PossibleDuplicate(
                    flights: $0.map(\.stream), first: $0[0].flight, differences: differences($0.map(\.flight)))
            }
    }

    static func differences(_ flights: [Flight]) -> [String] {
        let stated = flights.map { flight in
            guard case .object(let members) = flight.data else { return [String: JSONValue]() }
            // The origin of an entry states nothing about the flight, and a zero or a no as much as a blank field.
            let origins = ["batch", "copiedFrom"]
            return Dictionary(
                uniqueKeysWithValues: members.filter { !origins.contains($0.name) && !isNothing($0.value) }.map {
                    ($0.name, $0.value)
                })
        }
        return Set(stated.flatMap(\.keys)).filter { name in Set(stated.map { $0[name] }).count > 1 }.sorted()
    }

    private static func isNothing(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool(false): true
        case .number(let text): text.allSatisfy { $0 == "0" || $0 == "." }
        case .string(let text): text.isEmpty
        default: false
        }
    }
}
