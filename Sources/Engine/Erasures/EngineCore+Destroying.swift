import EventCodec
package import EventModel
import EventSourcing
package import EventStore
import TransparencyLog

/// An erasure from elsewhere, and the events that it hides here.
package struct HiddenByErasure: Hashable, Sendable {
    package let erasure: EventID
    package let stream: StreamID
    /// The device that wrote it.
    package let origin: OriginID
    /// Whether it erases the whole stream, and no other person's events live on in that.
    package let isWhole: Bool
    /// Events whose bodies are hidden here.
    package var events: Int
    /// The instant from which the bytes go.
    package let due: Instant
}

extension EngineCore {
    /// The work about erasures from elsewhere for the commands that do owed work.
    package struct ErasureWork: Sendable {
        /// Erasures whose days are over.
        package var due: [WaitingErasure] = []
        /// Erasures whose days begin again: the clock contradicts where they began.
        package var doubtful: [WaitingErasure] = []
        package var isEmpty: Bool { due.isEmpty && doubtful.isEmpty }
    }

    /// O(erasures whose days run), and for each O(log commits) for each time that the clock was set back.
    package func erasureWork(at now: Instant, _ transaction: borrowing some StoreReading & ~Copyable) throws
        -> ErasureWork
    {
        var work = ErasureWork()
        let waiting = try transaction.waitingErasures()
        if waiting.isEmpty { return work }
        let runs = try clockRuns(transaction)
        for erasure in waiting {
            if try runs.isDoubtful(erasure, now: now, transaction) {
                work.doubtful.append(erasure)
            } else if erasure.due <= now {
                work.due.append(erasure)
            }
        }
        return work
    }

    private func clockRuns(_ transaction: borrowing some StoreReading & ~Copyable) throws -> ClockRuns {
        let last = try transaction.storeRecord().position
        if try keptIsCurrent(transaction), let steps = try transaction.clockSteps()?.positions {
            return ClockRuns(steps: steps, last: last)
        }
        var (steps, before) = ([Position](), nil as Instant?)
        try transaction.forEachCommit(from: Position(1)) { row, _ in
            if let before, row.stamp < before { steps.append(row.first) }
            before = row.stamp
            return true
        }
        return ClockRuns(steps: steps, last: last)
    }

    /// Destroys in one commit what erasures hide whose days are over, and lets the days of doubtful ones begin again.
    ///
    /// The bytes stay in free pages of the file until it is compacted, which the commit notes as owed.
    /// - Parameter all: Destroys what every erasure hides.
    /// - Returns: How many erasures were done, and how many of them begin again.
    @available(*, noasync) @discardableResult
    package func destroyErased(all: Bool = false) throws -> (done: Int, begunAgain: Int) {
        let now = configuration.clock()
        var work = try read { try erasureWork(at: now, $0) }
        if all { work = ErasureWork(due: try read { try $0.waitingErasures() }) }
        if work.isEmpty { return (0, 0) }
        let found = work
        _ = try queue.run(isExclusive: true, on: self) { group, transaction in
            let position = try transaction.storeRecord().position
            for erasure in found.doubtful {
                try transaction.put(WaitingErasure(place: erasure.place, since: now, position: position))
            }
            var streams: Set<StreamID> = []
            for erasure in found.due where try transaction.endWaiting(erasure.place) {
                streams.insert(try transaction.withEvent(at: erasure.place) { try $0.envelopeView().stream })
            }
            for stream in streams.sorted() {
                try group.settleBodies(of: try group.stream(stream, transaction), &transaction)
            }
            group.session.headChanged = true
            return AppendReceipt()
        }
        return (found.due.count, found.doubtful.count)
    }

    /// The erasures from elsewhere that hide bodies here, by the day on which these go; one that hides none is left
    /// out.
    ///
    /// O(erasures whose days run, and events of their streams).
    package func hiddenByErasures(_ transaction: borrowing StoreRead) throws -> [HiddenByErasure] {
        var waiting: [StreamID: [(erasure: WaitingErasure, origin: OriginID)]] = [:]
        for erasure in try transaction.waitingErasures() {
            let (stream, origin) = try transaction.withEvent(at: erasure.place) { row in
                let envelope = try row.envelopeView()
                return (envelope.stream, envelope.origin)
            }
            waiting[stream, default: []].append((erasure, origin))
        }
        var found: [HiddenByErasure] = []
        for (stream, erasures) in waiting {
            if let loaded = try transaction.load(stream, registry) {
                found += try loaded.hidden(by: erasures, transaction)
            }
        }
        return found.sorted { ($0.due, $0.stream, $0.erasure) < ($1.due, $1.stream, $1.erasure) }
    }
}

extension EngineCore {
    /// The origin that a log goes on from, as its certificate names it; nil for a first one. O(logs).
    package func replaced(by origin: OriginID, _ transaction: borrowing StoreRead) throws -> OriginID? {
        let logs = try transaction.logRecords(try transaction.storeRecord())
        guard let log = logs.first(where: { $0.origin == origin && $0.start == 0 && $0.size > 0 }) else { return nil }
        return try transaction.withEvent(at: EventPlace(log: log.number, sequence: 0)) { row in
            try OriginCertificate(body: row.body.array).replaced
        }
    }
}

extension LoadedStream {
    /// The erasures that hide bodies of this stream, each with those that go with it: the first due one counts.
    fileprivate func hidden(
        by erasures: [(erasure: WaitingErasure, origin: OriginID)], _ transaction: borrowing StoreRead
    ) throws -> [HiddenByErasure] {
        let indices = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1, $0) })
        let nothingLives = events.indices.allSatisfy { events[$0].links.isErasure || isErased($0) }
        var found = erasures.sorted { $0.erasure.due < $1.erasure.due }.compactMap { waiting -> HiddenByErasure? in
            guard let index = indices[waiting.erasure.place], events[index].understanding == .understood
            else { return nil }
            return HiddenByErasure(
                erasure: events[index].id, stream: stream, origin: waiting.origin,
                isWhole: nothingLives && events[index].links.erases, events: 0, due: waiting.erasure.due)
        }
        let reaching = found.compactMap { hidden in events.first { $0.id == hidden.erasure } }
        for (index, place) in places.enumerated() where isErased(index) {
            let event = events[index]
            let first = reaching.firstIndex { erasure in
                erasure.actor == event.actor
                    && (erasure.links.erases
                        || event.mayBeErasedAlone && erasure.links.erasesEvents.contains(event.id))
            }
            if let first, try transaction.heldBody(at: place) != nil { found[first].events += 1 }
        }
        return found.filter { $0.events > 0 }
    }
}
