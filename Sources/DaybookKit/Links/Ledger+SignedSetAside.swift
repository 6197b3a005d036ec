import Engine
package import EventModel
import EventSourcing
import EventStore

/// The signed records and the signatures that a link sets aside.
package struct SignedSetAside: Hashable, Sendable {
    package fileprivate(set) var records = 0
    package fileprivate(set) var signatures = 0

    package var isEmpty: Bool { signatures == 0 }

    /// A part of a sentence, such as "2 signed records with 3 signatures are set aside".
    package var words: String {
        let (record, signature) = (records == 1 ? "record" : "records", signatures == 1 ? "signature" : "signatures")
        let verb = records == 1 && signatures == 1 ? "is" : "are"
        return "\(records) signed \(record) with \(signatures) \(signature) \(verb) set aside"
    }
}

extension Ledger {
    /// Counts the signed records and signatures that links set aside, by the links: those that would stand if all
    /// counted. O(events) where a person is set aside.
    package func signedSetAside(_ asOf: AsOf = .now) throws -> [EventID: SignedSetAside] {
        try withView(asOf) { known, _, transaction in
            if try engine.shadows(knownAt: known.limit, transaction).all.isEmpty { return [:] }
            var found: [EventID: SignedSetAside] = [:]
            try engine.forEachStream(kind: nil, knownAt: known, transaction) { loaded in
                let links = loaded.signaturesSetAside
                for link in links { found[link, default: SignedSetAside()].signatures += 1 }
                for link in Set(links) { found[link, default: SignedSetAside()].records += 1 }
                return true
            }
            return found
        }
    }
}

extension LoadedStream {
    /// Of each signature that a link sets aside, and that would stand without that: the link.
    fileprivate var signaturesSetAside: [EventID] {
        let masked = events.indices.filter { events[$0].role == .lock && fold.outcomes[$0].status == .masked }
        if masked.isEmpty { return [] }
        let standing = EventSourcing.fold(events, rules: rules).standing
        return masked.filter { standing.contains(events[$0].id) }.compactMap { fold.outcomes[$0].because }
    }
}
