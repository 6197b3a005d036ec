import DaybookKit
import Engine
import EventCodec
import EventModel
import SyncProtocol
import TransparencyLog

/// The bundles of a shared folder as a ledger reads them: what is new or changed wholly, the others from what it keeps.
///
/// Logs that no link admits are left out before anything is compared.
struct FolderReading {
    /// A file that is no whole bundle.
    struct Unreadable {
        let name: String
        let stamp: FileStamp
        let failure: BundleFailure
    }

    /// A bundle whose log is not yet known to be taken.
    private struct Item {
        let name: String
        let stamp: FileStamp
        var seen: SeenBundles.Seen
        /// The first events of logs, by tail, of a bundle that was read now.
        var firsts: [Int: StoredEvent]?
        var contents: BundleContents
    }

    /// A file that was read now and is no whole bundle.
    private struct Failed {
        let name: String
        let stamp: FileStamp
        let reason: String
        /// The heads that its header lists; nil where none can be read.
        var heads: [SignedHead]?
        var firsts: [OriginID: StoredEvent] = [:]
    }

    private let files: FolderFiles
    private let ledger: Ledger
    private let asking: LedgerReplica
    private var progress: (Int) -> Void
    private var checked = 0
    private var items: [Item] = []
    private var failed: [Failed] = []
    private(set) var seen: SeenBundles
    private(set) var admission: FolderAdmission
    private(set) var bundles: [FolderBundle] = []
    private(set) var unreadable: [Unreadable] = []
    private(set) var notes: [SyncNote] = []

    /// - Parameters:
    ///   - readsAgain: Whether some of the bundles that were read long ago are read once more.
    ///   - progress: Gets the number of events that were checked, from time to time.
    init(
        _ files: FolderFiles, _ ledger: Ledger, _ seen: SeenBundles, readsAgain: Bool,
        _ progress: @escaping (Int) -> Void = { _ in }
    ) throws {
        (self.files, self.ledger, self.seen, self.progress) = (files, ledger, seen, progress)
        asking = try LedgerReplica(ledger)
        admission = FolderAdmission(own: asking.principal, linked: [], ended: [], persons: [:])
        if try files.holdsStrayStore() { notes.append(.strayStore) }
        var known: [Unreadable] = []
        for name in try files.names() {
            guard let stamp = try files.stamp(name) else {
                notes.append(.unreadable(name, FolderFiles.noFile.message))
                continue
            }
            if let seen = self.seen.seen(name, stamp) {
                if let contents = seen.contents {
                    items.append(Item(name: name, stamp: stamp, seen: seen, firsts: nil, contents: contents))
                } else if let failure = seen.failure {
                    known.append(Unreadable(name: name, stamp: stamp, failure: failure))
                }
            } else if let item = try read(name, stamp) {
                items.append(item)
            }
        }
        try answerClaims(readsAgain: readsAgain)
        try admit(&known)
        finish(known)
        // The caller's function does not outlive this call.
        self.progress = { _ in }
    }

    /// Reads a file wholly; nil where it is no whole bundle.
    private mutating func read(_ name: String, _ stamp: FileStamp) throws -> Item? {
        var (header, firsts, count): (BundleHeader?, [Int: StoredEvent], Int) = (nil, [:], checked)
        let progress = progress
        defer { checked = count }
        do {
            let contents = try files.withFile(name) { source in
                try BundleContents.read(source, asking, eachHeader: { header = $0 }) { event, tail in
                    if event.envelope.sequence.value == 0 { firsts[tail] = event.stored }
                    count += 1
                    if count.isMultiple(of: 8_192) { progress(count) }
                }.contents
            }
            return Item(
                name: name, stamp: stamp, seen: .init(stamp: stamp, contents: nil), firsts: firsts, contents: contents)
        } catch let fault as Fault where fault.kind == .unreadable {
            let heads = header?.list.tails.map(\.head)
            let begun = firsts.compactMap { tail, event in heads.map { ($0[tail].head.origin, event) } }
            failed.append(
                Failed(
                    name: name, stamp: stamp, reason: fault.message, heads: heads,
                    firsts: Dictionary(begun) { first, _ in first }))
        } catch let fault as Fault {
            // It may have gone, or its disk does not give it: the next exchange asks again.
            notes.append(.unreadable(name, fault.message))
        }
        return nil
    }

    // MARK: - Reading again

    /// Bundles are read again in each exchange until so many bytes, and this part of all, were read: at least one.
    private static let bytesAgain: Int64 = 1 << 20
    private static let partAgain: Int64 = 100

    /// Reads again what another ledger could not read, once for each state of the file, and those that were read
    /// longest ago, up to a small part of all.
    private mutating func answerClaims(readsAgain: Bool) throws {
        let claimed = try files.claimed()
        let held = items.indices.filter { items[$0].firsts == nil && !items[$0].contents.isEmpty }
        let all = held.reduce(0) { $0 + items[$1].stamp.byteCount }
        let most = max(FolderReading.bytesAgain, all / FolderReading.partAgain)
        let next = (held.map { items[$0].seen.reading }.max() ?? 0) + 1
        var (bytes, sound, gone): (Int64, Set<String>, [Int]) = (0, [], [])
        let ordered = held.map { (isClaimed: claimed.contains(items[$0].name), index: $0) }.sorted {
            let (left, right) = (items[$0.index], items[$1.index])
            return ($0.isClaimed ? 0 : 1, left.seen.reading, left.name)
                < ($1.isClaimed ? 0 : 1, right.seen.reading, right.name)
        }
        for (isClaimed, index) in ordered {
            let isNew = isClaimed && !items[index].seen.isAnswered
            guard isNew || readsAgain && bytes < most else { continue }
            bytes += items[index].stamp.byteCount
            // The whole reading says why it cannot be read.
            guard (try? files.isWhole(items[index].name, items[index].contents.digest)) ?? false else {
                gone.append(index)
                continue
            }
            if all > most { items[index].seen.reading = next }
            items[index].seen.isAnswered = items[index].seen.isAnswered || isClaimed
            sound.insert(items[index].name)
            seen.keep(items[index].seen, items[index].name)
        }
        for item in remove(gone) {
            seen.lose(item.name)
            if let item = try read(item.name, item.stamp) { items.append(item) }
        }
        sound.formUnion(items.filter { $0.firsts != nil }.map(\.name))
        let answered = try claimed.filter { try sound.contains($0) || files.stamp($0) == nil }
        if !answered.isEmpty { try files.remove(answered.compactMap(FolderFiles.claim(of:))) }
    }

    /// Takes items out.
    private mutating func remove(_ numbers: [Int]) -> [Item] {
        if numbers.isEmpty { return [] }
        let (removed, chosen) = (numbers.map { items[$0] }, Set(numbers))
        items = items.indices.filter { !chosen.contains($0) }.map { items[$0] }
        return removed
    }

    // MARK: - Whose logs are taken

    private mutating func admit(_ known: inout [Unreadable]) throws {
        let held = asking.persons
        var certified: [OriginID: PrincipalID] = [:]
        while true {
            let links = try ledger.admission(with: items.flatMap(\.contents.linkTails))
            var persons = held
            func begin(_ origin: OriginID, _ author: PrincipalID?, _ first: StoredEvent?) {
                guard persons[origin] == nil, let author, links.linked.contains(author) else { return }
                if let first, certified[origin] == nil {
                    guard ledger.engine.person(certifying: first, of: origin) == author else { return }
                    certified[origin] = author
                }
                persons[origin] = author
            }
            for item in items {
                for (tail, entry) in item.contents.header.list.tails.enumerated() where entry.start == 0 {
                    // A log that is kept was certified when it was read.
                    begin(entry.head.head.origin, item.contents.parts[tail].author, item.firsts?[tail])
                }
            }
            for failed in failed {
                for (origin, first) in failed.firsts { begin(origin, FolderReading.author(of: first), first) }
            }
            admission = FolderAdmission(
                own: asking.principal, linked: links.linked, ended: links.ended, persons: persons)
            if try !readWhatMayBeTaken(&known) { return }
        }
    }

    private static func author(of event: StoredEvent) -> PrincipalID? {
        try? EnvelopeView(event.envelope.span.bytes).actor  // Bytes that are no envelope name no person.
    }

    /// Reads bundles again of which something was left out that may be taken now; returns whether any was.
    private mutating func readWhatMayBeTaken(_ known: inout [Unreadable]) throws -> Bool {
        let digests = admission.digests
        var again: [Int] = []
        for index in items.indices where items[index].firsts == nil {
            let contents = items[index].contents
            switch contents.leftOut.question(of: contents.header.principal, admission, digests) {
            case .nothing: continue
            case .header:
                let marks = Set(contents.header.list.tails.map(\.mark))
                let heads = header(of: items[index].name)?.list.tails ?? []
                if heads.contains(where: { admission.admits($0.head) && !marks.contains($0.mark) }) {
                    again.append(index)
                } else {
                    items[index].contents.leftOut.under = digests
                }
            case .whole: again.append(index)
            }
        }
        for item in remove(again) { if let item = try read(item.name, item.stamp) { items.append(item) } }
        let changed = known.filter { $0.failure.under != digests }
        known.removeAll { $0.failure.under != digests }
        for file in changed {
            let heads = header(of: file.name)?.list.tails.map(\.head) ?? file.failure.heads
            // Where all that was not taken was known to be of strangers, the rest still is.
            let strangers = file.failure.mayHoldMore ? [] : Set(heads.map(\.head.origin))
            let failure = BundleFailure(file.failure.reason, heads: heads, strangers: strangers, admission)
            known.append(Unreadable(name: file.name, stamp: file.stamp, failure: failure))
            seen.keep(.init(stamp: file.stamp, contents: nil, failure: failure), file.name)
        }
        return !again.isEmpty
    }

    /// The header of a file alone; nil where it has none.
    private func header(of name: String) -> BundleHeader? {
        try? files.withFile(name) { source in  // One that cannot be read has none.
            var reader = BundleReader(source)
            return try reader.readList(checksHeads: false)
        }
    }

    // MARK: - The result

    private mutating func finish(_ known: [Unreadable]) {
        var places: [Bytes32: Int] = [:]
        for item in items.sorted(by: { $0.name < $1.name }) {
            var item = item
            if item.firsts != nil {
                let contents = item.contents.admitted(by: admission)
                do { for tail in contents.header.list.tails { try tail.head.checkSignature() } } catch {
                    failed.append(
                        Failed(name: item.name, stamp: item.stamp, reason: (error as? Fault)?.message ?? "\(error)"))
                    continue
                }
                item.contents = contents
            }
            if item.seen.contents != item.contents {
                item.seen = .init(
                    stamp: item.stamp, contents: item.contents, reading: item.seen.reading,
                    isAnswered: item.seen.isAnswered)
                seen.keep(item.seen, item.name)
            }
            add(FolderBundle(item.name, item.contents, in: files), &places)
        }
        unreadable = known
        for file in failed {
            let strangers = Set(file.firsts.keys.filter { admission.persons[$0] == nil })
            // A file whose header rotted announces what it did when it was read last.
            let heads = file.heads ?? seen.former(file.name, file.stamp)?.contents.header.list.tails.map(\.head) ?? []
            let failure = BundleFailure(file.reason, heads: heads, strangers: strangers, admission)
            unreadable.append(Unreadable(name: file.name, stamp: file.stamp, failure: failure))
            seen.lose(file.name)
            seen.keep(.init(stamp: file.stamp, contents: nil, failure: failure), file.name)
        }
        unreadable.sort { $0.name < $1.name }
        notes += unreadable.map { .unreadable($0.name, $0.failure.reason) } + leftOutNotes
    }

    /// A bundle that proves itself is taken under any name, once.
    private mutating func add(_ bundle: FolderBundle, _ places: inout [Bytes32: Int]) {
        guard let held = places[bundle.digest] else {
            places[bundle.digest] = bundles.count
            return bundles.append(bundle)
        }
        let isOwnName = FolderBundle.name(bundle.digest) == bundle.name
        notes.append(
            .copy(isOwnName ? bundles[held].name : bundle.name, of: isOwnName ? bundle.name : bundles[held].name))
        if isOwnName { bundles[held] = bundle }
    }

    /// One note for each person whose events are left out, and one for each bundle that forges something.
    private var leftOutNotes: [SyncNote] {
        var (notes, events, further): ([SyncNote], [PrincipalID: UInt64], (Int, UInt64)) = ([], [:], (0, 0))
        for bundle in bundles {
            let left = bundle.contents.leftOut
            events.merge(left.events) { $0 &+ $1 }
            further = (further.0 + left.furtherPersons, further.1 &+ left.furtherEvents)
            if left.hasForeignHead { notes.append(.foreignHead(bundle.name)) }
            if left.lacksCertificate { notes.append(.noCertificate(bundle.name)) }
        }
        notes += events.sorted { $0.key < $1.key }.map { .stranger(String($0.hex.prefix(12)), $1) }
        if further.0 > 0 { notes.append(.furtherStrangers(further.0, further.1)) }
        return notes
    }
}
