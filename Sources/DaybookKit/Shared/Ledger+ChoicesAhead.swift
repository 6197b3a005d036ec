import Engine
import EventModel
import EventSourcing

/// The registers that an answer shows.
package struct ChoiceSource: Hashable, Sendable {
    package let stream: StreamID
    /// The names of the registers, or the types of the events that write them; nil for all.
    package let names: Set<String>?

    package init(_ stream: StreamID, _ names: Set<String>? = nil) { (self.stream, self.names) = (stream, names) }

    /// Whether a register is one of these.
    func shows(register name: String, of type: String) -> Bool {
        guard let names else { return true }
        return names.contains(name) || names.contains(type)
    }
}

/// A choice in force that a clock made which was ahead of the ledger's: a register, or a change of a record.
///
/// The last one counts, whatever its clock was.
package struct ChoiceAhead: Hashable, Sendable {
    package let event: EventID
    package let stream: StreamID
    /// Such as setting.changed.
    package let type: String
    /// Its author's clock.
    package let at: Instant
}

extension Ledger {
    /// The choices in force that a clock ahead of this ledger's made, by their time. O(events of these streams).
    package func choicesAhead(_ sources: [ChoiceSource], _ asOf: AsOf = .now) throws -> [ChoiceAhead] {
        let latest = now.milliseconds + Ledger.skewMilliseconds
        var found: [ChoiceAhead] = []
        for source in sources {
            guard let chronicle = try chronicle(source.stream, asOf: asOf) else { continue }
            for register in chronicle.state?.registers ?? []
            where source.shows(register: register.name, of: register.type) {
                let writer = chronicle.entries.last {
                    $0.content.type == register.type && $0.content.body == register.body
                }
                guard let writer, writer.happened.milliseconds > latest else { continue }
                found.append(
                    ChoiceAhead(event: writer.id, stream: source.stream, type: register.type, at: writer.happened))
            }
        }
        return found.sorted { ($0.at, $0.event) < ($1.at, $1.event) }
    }

    /// Clocks that agree differ by seconds.
    static let skewMilliseconds: Int64 = 60_000
}
