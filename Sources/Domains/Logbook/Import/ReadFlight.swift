/// The entry of a row, and the entry that earlier versions of this program read from the same row.
struct ReadFlight {
    let flight: Flight
    /// Nil where it names the same entry.
    let earlier: Flight?

    init(_ flight: Flight, earlier: Flight? = nil) {
        self.flight = flight
        self.earlier = earlier.flatMap { ImportIdentity.isNamedAlike($0, flight) ? nil : $0 }
    }
}

/// A row that became an entry, in the order of the file.
struct ImportedRow {
    let line: Int
    let flight: Flight
    let earlier: Flight?
}

/// A filled column that found no field, with the number of its rows that hold something.
public struct UnusedColumn: Hashable, Sendable {
    public let column: String
    public internal(set) var rows: Int
}
