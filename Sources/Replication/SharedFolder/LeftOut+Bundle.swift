import Engine
import EventCodec
import EventModel
import SyncProtocol
import TransparencyLog

/// The part of a bundle that a ledger leaves there, because no link admits whose it is. It takes a few bytes, however
/// much it is.
struct LeftOut: Equatable {
    /// An event of a link stream, and the head behind which it stands.
    struct Link: Equatable {
        let head: SignedHead
        let event: BundleContents.LinkEvent
    }

    /// Persons and logs that are listed; of more there is their number.
    static let listedMaximum = 64

    /// Events by the person whom their tails name; of many persons those with the least ids.
    private(set) var events: [PrincipalID: UInt64] = [:]
    /// Further persons, and their events.
    private(set) var furtherPersons = 0
    private(set) var furtherEvents: UInt64 = 0
    /// Logs that may be taken later.
    private(set) var origins: Set<OriginID> = []
    /// Events of linked persons whose log does not begin here or in the ledger.
    private(set) var waiting: UInt64 = 0
    /// Whether a person certified the head of another person's log.
    private(set) var hasForeignHead = false
    /// Whether a log begins without the certificate of the person whom it names.
    private(set) var lacksCertificate = false
    /// Whether there are attachments.
    private(set) var holdsBlobs = false
    /// Events of links that the own person or their author may have signed, of many the last ones.
    private(set) var links: [Link] = []
    /// The digests of the admission that left it out, where not all is listed; else empty.
    var under: [Bytes32] = []

    init() {}

    /// - Parameter contents: The whole bundle.
    init(of contents: BundleContents, _ admission: FolderAdmission, holdsBlobs: Bool) {
        self.holdsBlobs = holdsBlobs
        var (all, forged): (Set<OriginID>, Set<OriginID>) = ([], [])
        for (entry, part) in zip(contents.header.list.tails, contents.parts) where entry.start == 0 {
            if let author = part.author, admission.linked.contains(author) { forged.insert(entry.head.head.origin) }
        }
        for (entry, part) in zip(contents.header.list.tails, contents.parts) where !admission.admits(entry.head) {
            guard let author = part.author else { continue }
            let origin = entry.head.head.origin
            if admission.persons[origin] != nil {
                hasForeignHead = true
                continue
            }
            all.insert(origin)
            if !admission.linked.contains(author) {
                events[author, default: 0] += entry.count
            } else if entry.start == 0 {
                lacksCertificate = true
            } else if !forged.contains(origin) {
                waiting += entry.count
            }
            let own = part.links.filter { $0.mayLink(admission.own) }.map { Link(head: entry.head, event: $0) }
            if !own.isEmpty { links = (links + own).suffix(LeftOut.listedMaximum) }
        }
        let listed = events.keys.sorted().prefix(LeftOut.listedMaximum)
        furtherPersons = events.count - listed.count
        furtherEvents = events.values.reduce(0, &+)
        events = Dictionary(uniqueKeysWithValues: listed.map { ($0, events[$0, default: 0]) })
        furtherEvents &-= events.values.reduce(0, &+)
        origins = Set(all.sorted().prefix(LeftOut.listedMaximum))
        if furtherPersons > 0 || all.count > origins.count { under = admission.digests }
    }

    var isEmpty: Bool { self == LeftOut() }

    /// The part of a file that has to be read to know that an admission still leaves all of it out.
    enum Question { case nothing, header, whole }

    func question(of principal: PrincipalID, _ admission: FolderAdmission, _ digests: @autoclosure () -> [Bytes32])
        -> Question
    {
        if holdsBlobs, admission.linked.contains(principal) { return .whole }
        if events.keys.contains(where: admission.linked.contains) { return .whole }
        if origins.contains(where: { admission.persons[$0] != nil }) { return .whole }
        if under.isEmpty { return .nothing }
        let digests = digests()
        if under == digests { return .nothing }
        return under[0] == digests[0] ? .header : .whole
    }
}

extension BundleContents.LinkEvent {
    /// Whether it may be a link of that person: its author is that person, or it stands in the stream of the two.
    fileprivate func mayLink(_ own: PrincipalID) -> Bool {
        // Bytes that are no envelope link no persons.
        guard let view = try? EnvelopeView(event.envelope.span.bytes) else { return false }
        return view.actor == own || view.stream == LinkConsent.stream(own, view.actor)
    }
}

// MARK: - Bytes

extension LeftOut {
    func write(_ writer: inout CBORWriter) {
        if isEmpty { return writer.null() }
        writer.array(count: 8)
        writer.array(count: events.count * 2)
        for (person, count) in events.sorted(by: { $0.key < $1.key }) {
            writer.data(person.words)
            writer.unsigned(count)
        }
        writer.unsigned(UInt64(furtherPersons))
        writer.unsigned(furtherEvents)
        writer.array(count: origins.count)
        for origin in origins.sorted() { writer.data(origin.words) }
        writer.unsigned(waiting)
        writer.unsigned((hasForeignHead ? 1 : 0) | (lacksCertificate ? 2 : 0) | (holdsBlobs ? 4 : 0))
        writer.array(count: links.count)
        for link in links {
            writer.array(count: 2)
            writer.data(HeadFields(link.head).encoded)
            link.event.write(&writer)
        }
        writer.array(count: under.count)
        for digest in under { writer.data(digest) }
    }

    init(_ reader: inout CBORReader) throws {
        if reader.nextIsNull() {
            try reader.null()
            return
        }
        try LeftOut.array(8, &reader)
        for _ in 0..<(try reader.array()) / 2 { events[PrincipalID(try reader.bytes16())] = try reader.unsigned() }
        furtherPersons = Int(clamping: try reader.unsigned())
        furtherEvents = try reader.unsigned()
        for _ in 0..<(try reader.array()) { origins.insert(OriginID(try reader.bytes16())) }
        waiting = try reader.unsigned()
        let flags = try reader.unsigned()
        (hasForeignHead, lacksCertificate, holdsBlobs) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
        for _ in 0..<(try reader.array()) {
            try LeftOut.array(2, &reader)
            let head = try SignedHead(try HeadFields(try reader.data()))
            links.append(Link(head: head, event: try BundleContents.LinkEvent(&reader)))
        }
        for _ in 0..<(try reader.array()) { under.append(try reader.bytes32()) }
        guard under.isEmpty || under.count == 2 else { throw CBORError(.fieldValue, at: reader.offset) }
    }

    private static func array(_ count: Int, _ reader: inout CBORReader) throws {
        guard try reader.array() == count else { throw CBORError(.fieldMissing, at: reader.offset) }
    }
}
