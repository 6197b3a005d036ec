import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore

extension Ledger {
    /// The choices of a clock ahead of this ledger's on which an answer rests, by their time: registers, and edits and
    /// removals of records, where the answer would be another without them.
    ///
    /// A record that such a clock made is no choice. Damage that hides a choice stops no answer: `verify` reports it.
    ///
    /// - Parameters:
    ///   - sources: Registers that the answer reads.
    ///   - kinds: The kinds of the records that it reads.
    /// - Complexity: O(1) where no clock was ahead, else O(events of the streams that hold such events).
    package func choicesBehind(_ sources: [ChoiceSource], kinds: Set<String>, _ asOf: AsOf = .now) throws
        -> [ChoiceAhead]
    {
        if sources.isEmpty, kinds.isEmpty { return [] }
        let latest = Instant(milliseconds: now.milliseconds + Ledger.skewMilliseconds)
        let defaults = environment.domains.reduce(into: Set<String>()) { $0.formUnion($1.typesOfDefaults) }
        do {
            return try withView(AsOf(known: asOf.known, supposing: asOf.supposing)) { known, _, transaction in
                var streams: Set<StreamID> = []
                for place in try transaction.events(recordedAfter: latest) {
                    try transaction.withEvent(at: place) { row in
                        if row.position <= known.position { streams.insert(try row.envelopeView().stream) }
                    }
                }
                var found: [ChoiceAhead] = []
                for stream in streams.sorted() {
                    let read = sources.filter { $0.stream == stream }
                    let isRecord = kinds.contains(stream.kind)
                    guard isRecord || !read.isEmpty,
                        let loaded = try engine.stream(stream, knownAt: known, transaction)
                    else { continue }
                    let choices = StandingChoices(loaded.chronicle, after: latest, defaults: defaults) { name, type in
                        isRecord || read.contains { $0.shows(register: name, of: type) }
                    }
                    found += choices.all
                }
                return found.sorted { ($0.at, $0.event) < ($1.at, $1.event) }
            }
        } catch let fault as Fault where fault.code == "store.damaged" { return [] }
    }
}

/// The values of a record that a clock ahead wrote last.
private struct StandingChoices {
    private enum Part: Hashable {
        case field(UInt64)
        case register(String)
        case removal
    }

    private let stream: StreamID
    private let latest: Instant
    /// By part what a clock ahead wrote last, and what it gives.
    private var ahead: [Part: (entry: Chronicle.Entry, value: [UInt8]?)] = [:]
    /// The values that the others gave before it.
    private var earlier: [Part: [UInt8]] = [:]
    /// Types of events that set what holds without any event.
    private let defaults: Set<String>

    /// - Parameter isRead: Whether the answer reads a register, by its name and the type of its event.
    init(
        _ chronicle: Chronicle, after latest: Instant, defaults: Set<String>, isRead: (String, String) -> Bool
    ) {
        (stream, self.latest, self.defaults) = (chronicle.stream, latest, defaults)
        for entry in chronicle.entries {
            let content = entry.content
            switch content.schema.role {
            case .create where entry.happened > latest:
                ahead = [:]
                return
            case .create, .edit:
                for key in RecordFields.keys(ofBody: content.body) {
                    note(.field(key), RecordFields.value(of: key, inBody: content.body), entry)
                }
            case .set:
                let name = KindRules.register(content)
                guard isRead(name, content.type) else { continue }
                note(
                    .register(name), defaults.contains(content.type) ? nil : Array(content.type.utf8) + content.body,
                    entry)
            case .remove: note(.removal, [1], entry)
            case .restore: note(.removal, nil, entry)
            default: continue
            }
        }
    }

    private mutating func note(_ part: Part, _ value: [UInt8]?, _ entry: Chronicle.Entry) {
        if entry.happened > latest {
            ahead[part] = (entry, value)
        } else {
            ahead[part] = nil
            earlier[part] = value
        }
    }

    /// One for each event that changes what the others gave.
    var all: [ChoiceAhead] {
        var events: [EventID: ChoiceAhead] = [:]
        for (part, (entry, value)) in ahead where value != earlier[part] {
            events[entry.id] = ChoiceAhead(
                event: entry.id, stream: stream, type: entry.content.type, at: entry.happened)
        }
        return Array(events.values)
    }
}
