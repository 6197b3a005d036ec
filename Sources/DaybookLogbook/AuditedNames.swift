import DaybookKit
public import EventModel
public import Logbook

/// The name of an entry, or of one that was removed: its day and its places; an endorsement has its day and kind.
public struct AuditedName: Sendable {
    public let date: CivilDate
    package let from, to: String?
    /// Of an endorsement.
    public let endorsement: Endorsement.Kind?

    init(date: CivilDate, from: String?, to: String?) {
        (self.date, self.from, self.to, endorsement) = (date, from, to, nil)
    }

    init(date: CivilDate, endorsement: Endorsement.Kind) {
        (self.date, from, to, self.endorsement) = (date, nil, nil, endorsement)
    }

    init(_ flight: Flight) { self.init(date: flight.date, from: flight.from, to: flight.to) }

    /// As of its flight.
    public var routeParts: (first: String, second: String?) { Flight.routeParts(from, to) }
}

/// The names of entries, in the order of their streams: such lists are built and searched without a table.
public struct AuditedNames: Sendable {
    private var streams: [StreamID] = []
    private var names: [AuditedName] = []

    init() {}

    /// Nil for an entry without a name here. O(log n).
    public subscript(stream: StreamID) -> AuditedName? {
        var (low, high) = (0, streams.count)
        while low < high {
            let middle = (low + high) / 2
            if streams[middle] < stream { low = middle + 1 } else { high = middle }
        }
        return low < streams.count && streams[low] == stream ? names[low] : nil
    }

    /// Adds an entry whose name comes after those of all others (a `precondition`).
    mutating func add(_ stream: StreamID, _ name: AuditedName) {
        precondition(streams.last.map { $0 < stream } ?? true, "entries come in the order of their streams")
        streams.append(stream)
        names.append(name)
    }

    /// Adds those of another; none is in both (a `precondition`). O(n).
    mutating func join(_ other: AuditedNames) {
        if other.streams.isEmpty { return }
        if streams.isEmpty { return self = other }
        var (joined, next) = (AuditedNames(), 0)
        joined.streams.reserveCapacity(streams.count + other.streams.count)
        joined.names.reserveCapacity(streams.count + other.streams.count)
        for index in streams.indices {
            while next < other.streams.count, other.streams[next] < streams[index] {
                joined.add(other.streams[next], other.names[next])
                next += 1
            }
            joined.add(streams[index], names[index])
        }
        while next < other.streams.count {
            joined.add(other.streams[next], other.names[next])
            next += 1
        }
        self = joined
    }
}
