package import Engine
import EventCodec
import EventModel
package import EventStore

extension Ledger {
    /// Writes what is whole of a ledger as JSON Lines, however damaged its file is: each log up to its first lost
    /// event, under a signed head, the whole events behind it apart, and the attachments that these name.
    ///
    /// The file is read page by page and never mapped. `write` gets whole lines with their ends.
    /// - Throws: What `write` throws, `Fault` where there is no file to read. Cost: O(bytes of the file).
    package static func salvage(
        at path: String, environment: LedgerEnvironment = .init(), _ write: ([UInt8]) throws -> Void
    ) throws -> SalvageReport {
        try translated {
            let folder = LedgerFolder(path: path, allowsOthers: environment.allowsSharedFolder)
            return try reading(folder) {
                let ledger = try SalvagedLedger(folder)
                var writing = SalvageWriting(ledger, registry: try registry(of: environment))
                return try writing.run(write)
            }
        }
    }

    /// Reads a ledger's files while no program writes them or puts others in their place; those of another user as they
    /// are at one moment (``SalvagedStore``).
    package static func reading<Result>(_ folder: LedgerFolder, _ body: () throws -> Result) throws -> Result {
        switch try folder.inspect() {
        case .nothing, .folder: throw StoreError.noLedger(path: folder.path)
        case .file: throw StoreError.notAFolder(path: folder.path)
        case .ledger: break
        }
        let replacing = try folder.lockAgainstReplacing()
        let writing = folder.isOfOther ? nil : try FileLock(existing: folder.writerLock)
        try writing?.lock(.shared)
        defer { withExtendedLifetime((replacing, writing)) {} }
        return try body()
    }
}

extension SalvagedLedger {
    var logNames: [UInt32: LogName] {
        Dictionary(uniqueKeysWithValues: logs.map { ($0.number, LogName(origin: $0.origin, branch: $0.branch)) })
    }

    /// The lost events by runs of one log, with their streams.
    package func lostRuns() throws -> [SalvageReport.Lost] {
        let names = logNames
        let streams = try store.streams(holding: Set(missing))
        var (runs, last) = ([SalvageReport.Lost](), nil as EventPlace?)
        for place in missing {
            guard let name = names[place.log] else { continue }
            if let before = last, before.log == place.log, before.sequence + 1 == place.sequence {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(SalvageReport.Lost(log: name, first: place.sequence, count: 1, streams: []))
            }
            last = place
            let run = runs.count - 1
            if let stream = streams[place], !runs[run].streams.contains(stream) { runs[run].streams.append(stream) }
        }
        return runs
    }
}
