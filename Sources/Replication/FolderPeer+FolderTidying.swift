import EventCodec
import EventModel
import GuardedFiles
import SyncProtocol
import TransparencyLog

/// Removes bundles of this person's ledgers whose every event and attachment is in other bundles
/// (docs/decisions/0045-long-logs-in-pieces.md).
extension FolderPeer {
    /// More bundles than these are written as one.
    private static let manyCount = 16

    /// Removes what is covered, and writes one bundle for many; returns what was done, in sentences.
    ///
    /// A bundle is removed where others that are read once more now hold all of it, and each of them and it was written
    /// more than a day before `now`. One of another person, one that states the end of a link, and one with a body that
    /// the others hold erased stay.
    mutating func tidy(now: Instant) throws -> [String] {
        var notes: [String] = []
        let paths = everything.paths
        let cover = FolderCover(bundles)
        let links = paths.map { cover.links(to: $0) }
        let needed = Set(links.joined().map(\.file))
        var kept = needed
        // A path that cannot be followed: everything stays.
        if links.contains(where: \.isEmpty) { return notes }
        let old = Set(try bundles.indices.filter { try isOld(bundles[$0].name, now) })
        var blobs = Set(kept.intersection(old).flatMap { bundles[$0].blobs.keys })
        for file in bundles.indices.sorted(by: { bundles[$0].digest < bundles[$1].digest }) where !kept.contains(file) {
            let isCovered = try old.contains(file) && mayBeRemoved(bundles[file], paths, links, old)
            if isCovered, bundles[file].blobs.keys.allSatisfy(blobs.contains) { continue }
            kept.insert(file)
            if old.contains(file) { blobs.formUnion(bundles[file].blobs.keys) }
        }
        let removed = try provenCovered(Set(bundles.indices).subtracting(kept), by: kept.intersection(old))
        if !removed.isEmpty, try coversAll(without: removed) {
            let names = try remove(try removed.map { bundles[$0].name }.filter { try isOld($0, now) })
            if !names.isEmpty { notes.append(FolderPeer.removed(names.count)) }
        }
        let own = needed.filter { bundles[$0].header.principal == replica.principal }
        if own.count > FolderPeer.manyCount, try writeWhole() { notes.append(FolderPeer.wroteWhole(own.count)) }
        return notes
    }

    static func removed(_ count: Int) -> String {
        count == 1
            ? "1 bundle was removed: others that are older than a day hold all its events and attachments."
            : "\(count) bundles were removed: others that are older than a day hold all their events and attachments."
    }

    static func wroteWhole(_ count: Int) -> String {
        "One bundle was written for \(count). After a day, \"daybook sync DIR --tidy\" removes those that it covers."
    }

    private func isOld(_ name: String, _ now: Instant) throws -> Bool {
        guard let stamp = try stamp(name) else { return false }
        return stamp.isOlder(than: 86_400, at: now)
    }

    /// Whether a bundle is one of this person, ends no link, and lies wholly in tails of old bundles.
    private func mayBeRemoved(
        _ bundle: FolderBundle, _ paths: [HeldPath], _ links: [[FolderCover.Link]], _ old: Set<Int>
    ) throws -> Bool {
        guard bundle.header.principal == replica.principal else { return false }
        for (entry, part) in zip(bundle.header.list.tails, bundle.parts) where entry.count > 0 {
            if part.end != nil { return false }
            let head = entry.head.head
            let isCovered = try zip(paths, links).contains { path, links in
                guard path.origin == head.origin, path.size >= head.size else { return false }
                let within = links.filter { $0.end > entry.start && $0.start < head.size }
                guard within.allSatisfy({ old.contains($0.file) }) else { return false }
                return try everything.roots(of: path, at: [head.size])[head.size] == head.root
            }
            if !isCovered { return false }
        }
        return true
    }

    /// Those of the bundles of which every body is in the others too. All are read again.
    private func provenCovered(_ candidates: Set<Int>, by others: Set<Int>) throws -> Set<Int> {
        if candidates.isEmpty { return [] }
        let asking = try LedgerReplica(ledger)
        var erased: Set<Bytes32> = []
        for file in others {
            let bundle = bundles[file]
            guard try readAgain(bundle.name, asking) == bundle.contents else { return [] }
            for tail in bundle.parts.indices {
                try bundle.forEachEvent(ofTail: tail) { event, leaf in if event.isErased { erased.insert(leaf) } }
            }
        }
        if erased.isEmpty { return candidates }
        return try candidates.filter { file in
            var isCovered = true
            for tail in bundles[file].parts.indices {
                try bundles[file].forEachEvent(ofTail: tail) { event, leaf in
                    if !event.isErased, erased.contains(leaf) { isCovered = false }
                }
            }
            return isCovered
        }
    }

    /// Whether the folder without those bundles holds every path and every attachment that it holds with them.
    private func coversAll(without removed: Set<Int>) throws -> Bool {
        let rest = bundles.indices.filter { !removed.contains($0) }.map { bundles[$0] }
        let replica = try FolderReplica(rest, of: replica.principal) { _, _ in true }
        return Set(replica.paths.map(\.mark)).isSuperset(of: everything.paths.map(\.mark))
            && replica.blobs == everything.blobs
    }

    /// Writes one bundle of all paths that are held here and in the folder, with the attachments there.
    private mutating func writeWhole() throws -> Bool {
        let ours = try LedgerReplica(ledger)
        let theirs = Set(replica.paths.map(\.mark))
        let giving = ours.paths.filter { theirs.contains($0.mark) }.map { OriginComparison.Giving(path: $0, start: 0) }
        let blobs = Set(replica.blobs).intersection(try ours.namedBlobs).sorted()
        if giving.isEmpty { return false }
        return try write(of: ours) { try BundleWriter(ours).write(giving, blobs: blobs, to: $0) } == nil
    }
}
