public import DaybookKit
import Engine
import EventModel
import SyncProtocol
import TransparencyLog

/// The events that a shared folder announces and does not give, because a bundle cannot be read
/// (docs/decisions/0099-bundles-that-cannot-be-read.md).
extension FolderPeer {
    /// Events that the folder announces and that are not here, and the files that would have some of them.
    struct Lack {
        var events = 0
        var files: [String] = []
    }

    /// Removes unreadable bundles whose events were written anew, and says of the others that this ledger needs them.
    mutating func settle() throws -> Lack {
        var lack = Lack()
        if reading.unreadable.isEmpty, reading.bundles.allSatisfy({ $0.contents.leftOut.waiting == 0 }),
            everything.folderPaths.waiting.isEmpty, everything.folderPaths.otherEvents.isEmpty
        {
            return lack
        }
        let ours = try LedgerReplica(ledger)
        let claimed = try files.claimed()
        let now = bytesWritten > 0 ? try again() : self
        let (sound, isOfThisUserAlone) = (Set(now.bundles.map(\.name)), files.isOfThisUserAlone)
        var remedied: [SyncNote: SyncNote] = [:]
        for file in reading.unreadable {
            if try now.isWrittenAnew(file, isClaimed: claimed.contains(file.name)) {
                try files.remove([file.name] + [FolderFiles.claim(of: file.name)].compactMap(\.self))
                notes.append(
                    SyncNote("bundle.renewed", "\(file.name) was removed: what it held was written anew."))
                continue
            }
            // The same events under the same name.
            if sound.contains(file.name) {
                if claimed.contains(file.name) {
                    try files.remove([FolderFiles.claim(of: file.name)].compactMap(\.self))
                }
                continue
            }
            // Whatever a person puts here who is not linked, it is not that the folder claims to fill a lack.
            let isOpen = file.failure.mayHoldMore && isOfThisUserAlone && FolderFiles.claim(of: file.name) != nil
            let events = try lacking(file.failure.heads, ours)
            if events == 0, !isOpen { continue }
            lack.events += max(events, 1)
            lack.files.append(file.name)
            files.claim(file.name)
            remedied[.unreadable(file.name, file.failure.reason)] =
                .unreadable(file.name, file.failure.reason, isLacked: true)
        }
        if !remedied.isEmpty { notes = notes.map { remedied[$0] ?? $0 } }
        // The ledger that holds the events gives them anew, as the folder does not have them.
        for link in everything.folderPaths.otherEvents {
            let bundle = bundles[link.file]
            let events = try lacking([bundle.header.list.tails[link.tail].head], ours)
            if events == 0 { continue }
            lack.events += events
            if lack.files.last != bundle.name { lack.files.append(bundle.name) }
        }
        for bundle in reading.bundles where bundle.contents.leftOut.waiting > 0 {
            // Who wrote them is only what they say.
            if isOfThisUserAlone { lack.events += Int(clamping: bundle.contents.leftOut.waiting) }
            notes.append(.waiting(bundle.name, bundle.contents.leftOut.waiting))
        }
        for link in everything.folderPaths.waiting {
            let entry = bundles[link.file].header.list.tails[link.tail]
            if try ours.holds(entry.head.head) { continue }
            lack.events += Int(clamping: entry.count)
            notes.append(.waiting(bundles[link.file].name, entry.count))
        }
        return lack
    }

    /// Whether all that an unreadable bundle of this person held lies in other bundles now. Only one that rotted, or
    /// that another ledger cannot read, is looked at: any other may still be on its way here.
    private func isWrittenAnew(_ file: FolderReading.Unreadable, isClaimed: Bool) throws -> Bool {
        guard let former = reading.seen.former(file.name, file.stamp), former.isRotten || isClaimed,
            former.contents.header.principal == reading.admission.own, former.contents.leftOut.isEmpty,
            try files.stamp(file.name) == file.stamp,
            Set(everything.blobs).isSuperset(of: former.contents.blobs.keys)
        else { return false }
        return try former.contents.header.list.tails.allSatisfy { try everything.holds($0.head.head) }
    }

    /// The events up to signed heads that are not here. With a person whose link was ended nothing is exchanged.
    private func lacking(_ heads: [SignedHead], _ ours: LedgerReplica) throws -> Int {
        if heads.isEmpty { return 0 }
        var events: [OriginID: UInt64] = [:]
        let sizes = Dictionary(ours.paths.map { ($0.origin, $0.size) }, uniquingKeysWith: max)
        for head in heads.map(\.head) {
            let isEnded = reading.admission.persons[head.origin].map(ended.contains) ?? false
            if try isEnded || ours.holds(head) { continue }
            let held = sizes[head.origin] ?? 0
            events[head.origin] = max(events[head.origin] ?? 1, head.size > held ? head.size - held : 1)
        }
        return events.values.reduce(0) { $0 + Int(clamping: $1) }
    }
}

extension ReplicaReading {
    /// Whether a path goes through a place.
    fileprivate func holds(_ head: Head) throws -> Bool {
        try paths.contains {
            try $0.origin == head.origin && $0.size >= head.size
                && ($0.size == head.size ? $0.root : roots(of: $0, at: [head.size])[head.size]) == head.root
        }
    }
}

extension SyncOutcome {
    /// The fault of an exchange after which the folder still announces what it does not give; nil where there is none.
    public func lackFault(of folder: String) -> Fault? {
        guard let first = unreadable.first else { return nil }
        let others = unreadable.count == 1 ? "" : " and \(unreadable.count - 1) more"
        return Fault(
            .unreadable, code: "bundle.unreadable",
            message: "\(folder)/\(first)\(others) cannot be read, and events that it announces are not here.",
            hint: "Run \"daybook sync\" there with a ledger that holds them: it writes them anew. "
                + "Where none is left, remove the file.")
    }
}
