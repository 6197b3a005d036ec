import EventCodec
import EventModel
import EventStore
import Glibc
import GuardedFiles

/// The findings about a ledger and the machine under it.
package struct HealthReport: Hashable, Sendable {
    /// Nil where the ledger could not be opened.
    package let events: UInt64?
    package let findings: [HealthFinding]
    /// The other processes that have the ledger open, with their programs.
    package let openIn: [Holder]

    package struct Holder: Hashable, Sendable {
        package let process: Int32
        package let program: String
    }

    package var isDamaged: Bool { findings.contains(where: \.isDamage) }

    package init(events: UInt64?, findings: [HealthFinding], openIn: [Holder]) {
        (self.events, self.findings, self.openIn) = (events, findings, openIn)
    }

    package var json: JSONValue {
        .object(pairs: [
            "ok": .bool(findings.isEmpty), "events": events.map { .integer($0) } ?? .null,
            "findings": .array(findings.map(\.json)),
            "openIn": .array(
                openIn.map { .object(pairs: ["process": .integer(Int($0.process)), "program": .string($0.program)]) }),
        ])
    }
}

extension Ledger {
    /// The findings of `verify`, the work owed, the keys, and what this machine lacks for the ledger, each with the
    /// command that mends it. Reads everything; changes nothing.
    package func health() throws -> HealthReport {
        let verified = try verifyEvents()
        let isWhole = verified.damage.allSatisfy(\.isOfCheckpoint)
        let losesNothing = !isWhole && hasAllEvents
        var findings = verified.damage.map { damage in
            if damage.isOfCheckpoint, let setBack = setBack(isWhole: isWhole) { return setBack }
            let text = Ledger.sentence(damage.place(after: damage.reason))
            // A repair builds projections anew, whatever copy it is given. A salvage writes one even where pages are
            // broken.
            return HealthFinding(
                "store.damaged", losesNothing ? text + " No event is lost." : text,
                command: losesNothing
                    ? "daybook export --salvage FILE && daybook repair --from FILE" : "daybook repair --from FILE",
                isDamage: true)
        }
        findings += severalNames + looseLockFiles + leftovers.findings
        findings += verified.mendable
        if let zone = try unknownZone() { findings.append(zone) }
        if let age = ZoneDatabase.system.ageText(on: today) {
            findings.append(HealthFinding("zone.oldFiles", age, command: nil))
        }
        if verified.isSound {
            findings += verified.findings.map { found in
                HealthFinding(found.code, found.text, command: found.event.map { "daybook show \($0.short)" })
            }
            findings += try keyFindings
            let owed = try owedWork.map { HealthFinding("work.owed", $0.text, command: "daybook compact") }
            findings += [owed].compactMap(\.self)
            // No command: the one that ends the waiting destroys what waits.
            findings += try hiddenRecords().map { HealthFinding("erasure.waiting", $0.text, command: nil) }
        }
        if let room = roomFinding() { findings.append(room) }
        return HealthReport(events: verified.events, findings: findings, openIn: Ledger.holders(at: path))
    }

    /// The health of a ledger that cannot be opened, which the fault states.
    package static func health(at path: String, _ fault: Fault) -> HealthReport {
        let isDamage = fault.kind == .damaged
        // A file that is gone has nothing to repair: the hint states what to do.
        let isGone = fault.code == "store.missing"
        let command = isDamage && !isGone ? "daybook repair --from FILE" : nil
        let text = isGone ? [fault.message, fault.hint].compactMap(\.self).joined(separator: " ") : fault.message
        let finding = HealthFinding(fault.code, text, command: command, isDamage: isDamage)
        return HealthReport(events: nil, findings: [finding], openIn: holders(at: path))
    }

    /// A store behind its checkpoint file: the first way is a copy of what is lost. One with another history cannot get
    /// it back in place; where rows are damaged, too, it cannot go on as it is.
    private func setBack(isWhole: Bool) -> HealthFinding? {
        do { try engine.store.checkAgainstCheckpoint() } catch let error as StoreError {
            let fault = error.fault
            return HealthFinding(
                fault.code, [fault.message, fault.hint].compactMap(\.self).joined(separator: " "),
                command: "daybook repair --from FILE", isDamage: true)
        } catch {
            // A row that cannot be read is named as damage.
            return nil
        }
        return HealthFinding(
            "store.contradictsCheckpoint", StoreError.contradictsCheckpoint.fault.message,
            command: isWhole ? "daybook repair --as-is" : "daybook repair --from FILE", isDamage: true)
    }

    private static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
    }

    /// Whether every event is whole; false as well where that cannot be read.
    private var hasAllEvents: Bool {
        // Damage that hides events is named as damage.
        (try? engine.read { try engine.lostEvents($0) })?.isEmpty ?? false
    }

    /// Files that no write may change, because they have several names, as after `cp -al`.
    private var severalNames: [HealthFinding] {
        engine.store.folder.filesOfSeveralNames.map { file in
            HealthFinding(
                "file.hardLink",
                "\(file) is one of several hard links to a file, as after cp -al: nothing can be written to this "
                    + "ledger. A missing file of that name is made anew.",
                command: "rm \(ShellWord.quoted(file))")
        }
    }

    /// A user who can open a file can lock it.
    private var looseLockFiles: [HealthFinding] {
        engine.store.folder.looseLockFiles().map { file in
            HealthFinding(
                "locks.loose",
                "\(file.path) is open to other users (mode \(String(file.mode, radix: 8))): they can lock it, and keep "
                    + "every program waiting. The next write closes it, too.",
                command: "daybook keys fix")
        }
    }

    private static func holders(at path: String) -> [HealthReport.Holder] {
        LedgerFolder(path: path).lockHolders().map { .init(process: $0.process, program: $0.program) }
    }

    /// A zone that this machine does not know is taken for UTC, and "today" may be another day.
    private func unknownZone() throws -> HealthFinding? {
        let name = try translated { try engine.read { try $0.storeRecord().zone } }
        if environment.zone != nil || SystemZone(name) != nil { return nil }
        return HealthFinding(
            "zone.unknown",
            "This machine does not know the ledger's zone \(name): \"today\" is that of UTC. "
                + "Install the tz database, or name a zone.",
            command: "export DAYBOOK_ZONE=UTC")
    }

    /// A compaction writes a second file beside the first.
    private func roomFinding() -> HealthFinding? {
        var medium = statvfs()
        guard statvfs(path, &medium) == 0 else { return nil }
        let (free, needed) = (UInt64(medium.f_bavail) * UInt64(medium.f_frsize), engine.store.folder.storeBytes)
        if free >= needed { return nil }
        return HealthFinding(
            "disk.short",
            "The disk has \(free) bytes free, and the ledger takes \(needed): it cannot be compacted here.",
            command: "daybook backup DIR")
    }
}
