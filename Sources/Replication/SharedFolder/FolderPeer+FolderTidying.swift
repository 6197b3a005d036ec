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

    /// Removes what is covered, and writes one bundle for many; returns what was done.
    ///
    /// A bundle is removed where others that are read once more now hold all of it, and each of them and it was written
    /// more than a day ago, by the clock that stamps the folder's files. One of another person, one that states the end
    /// of a link, and one with a body that the others hold erased stay.
    mutating func tidy() throws -> [SyncNote] {
        var notes: [SyncNote] = []
        let now = try files.stampNow()
        // A path that cannot be followed: everything stays.
        guard let links = FolderCover(bundles).links(to: everything.paths) else { return notes }
        let needed = Set(links.map(\.file))
        var kept = needed
        let old = Set(try bundles.indices.filter { try isOld(bundles[$0].name, now) })
        var blobs = Set(kept.intersection(old).flatMap { bundles[$0].blobs.keys })
        let covered = try coveredPlaces(links.filter { !old.contains($0.file) })
        for file in bundles.indices.sorted(by: { bundles[$0].digest < bundles[$1].digest }) where !kept.contains(file) {
            let isCovered = old.contains(file) && mayBeRemoved(bundles[file], covered)
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

    static func removed(_ count: Int) -> SyncNote {
        SyncNote(
            "folder.tidied",
            count == 1
                ? "1 bundle was removed: others that are older than a day hold all its events and attachments."
                : "\(count) bundles were removed: others that are older than a day hold all their events and "
                    + "attachments.")
    }

    static func wroteWhole(_ count: Int) -> SyncNote {
        SyncNote(
            "folder.tidied",
            "One bundle was written for \(count). "
                + "After a day, \"daybook sync DIR --tidy\" removes those that it covers."
        )
    }

    private func isOld(_ name: String, _ now: FileStamp) throws -> Bool {
        guard let stamp = try files.stamp(name) else { return false }
        return stamp.isOlder(than: now, bySeconds: 86_400)
    }

    /// The places at which tails end that lie wholly in tails of old bundles.
    ///
    /// - Parameter young: Tails of the cover that are not old.
    private func coveredPlaces(_ young: [FolderCover.Link]) throws -> (PathMark, UInt64) -> Bool {
        let entries = bundles.flatMap(\.header.list.tails).filter { $0.count > 0 }
        var places: Set<PathMark> = []
        for (origin, entries) in Dictionary(grouping: entries, by: { $0.mark.origin }) {
            let sizes = Set(entries.map(\.mark.size)).sorted()
            for place in try everything.folderPaths.places(of: origin, at: sizes) {
                places.insert(PathMark(origin: origin, size: place.size, root: place.root))
            }
        }
        let young = Dictionary(grouping: young, by: \.origin)
        return { end, start in
            places.contains(end) && !(young[end.origin] ?? []).contains { $0.end > start && $0.start < end.size }
        }
    }

    /// Whether a bundle is one of this person, ends no link, and lies wholly in tails of old bundles.
    private func mayBeRemoved(_ bundle: FolderBundle, _ isCovered: (PathMark, UInt64) -> Bool) -> Bool {
        guard bundle.header.principal == replica.principal, bundle.contents.leftOut.isEmpty else { return false }
        return zip(bundle.header.list.tails, bundle.parts).allSatisfy { entry, part in
            entry.count == 0 || part.end == nil && isCovered(entry.mark, entry.start)
        }
    }

    /// Those of the bundles of which every body is in the others too. All are read again.
    private func provenCovered(_ candidates: Set<Int>, by others: Set<Int>) throws -> Set<Int> {
        if candidates.isEmpty { return [] }
        var erased: Set<Bytes32> = []
        for file in others {
            let bundle = bundles[file]
            // One that cannot be read covers nothing.
            guard (try? files.isWhole(bundle.name, bundle.digest)) ?? false else { return [] }
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
        let replica = try FolderReplica(rest, of: replica.principal)
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
