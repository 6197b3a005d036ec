internal import CLMDB
internal import Glibc
internal import Synchronization

extension Environment {
    /// The size of the map in bytes: how large `data.mdb` may become before the map must grow.
    public var mapByteCount: Int {
        if isForked { return 0 }
        var information = MDB_envinfo()
        gate.enter(nested: threadDepth.value > 0)
        defer { gate.leave() }
        guard state.load(ordering: .acquiring) != .closed else { return 0 }
        let code = unsafe mdb_env_info(handle, &information)
        return code == 0 ? Int(information.me_mapsize) : 0
    }

    /// Grows the map to at least so many bytes, rounded up to whole pages; does nothing when it is as large already.
    ///
    /// Waits until no transaction is active in this process; new ones wait meanwhile. Not from inside a transaction of
    /// the same thread (a `precondition`). Other processes follow at their next transaction.
    /// - Throws: ``LMDBError``; `readingWaits` where a transaction waits for this one (``waitingInside(_:)``);
    ///   `mustReopen` from then on when the new map could not be made.
    @available(*, noasync)
    public func grow(toAtLeast byteCount: Int) throws(LMDBError) {
        try checkNotForked("grow")
        precondition(threadDepth.value == 0, "grow inside a transaction would wait for itself")
        try setMapSize("grow") { current in byteCount > current ? byteCount : nil }
    }

    /// Takes over the size another process has given the map.
    func adoptMapSize() throws(LMDBError) {
        try setMapSize("adopt map size") { current in
            if current >= wantedMapByteCount { return 0 }
            var status = stat()
            guard unsafe stat(path + "/data.mdb", &status) == 0 else { return 0 }
            return AddressSpace.mapByteCount(upTo: wantedMapByteCount, forFile: Int(status.st_size), inPlaceOf: current)
        }
    }

    private func setMapSize(_ operation: StaticString, _ choose: (_ current: Int) -> Int?) throws(LMDBError) {
        let done = gate.aloneUnlessWaitedFor { () -> Result<Void, LMDBError> in
            do throws(LMDBError) {
                try checkUsable(operation)
                var information = MDB_envinfo()
                var statistics = MDB_stat()
                _ = unsafe (mdb_env_info(handle, &information), mdb_env_stat(handle, &statistics))
                let current = Int(information.me_mapsize)
                guard let chosen = choose(current) else { return .success(()) }
                // LMDB gives the old map back before it asks for the new one, which must not fail then.
                guard AddressSpace.isFree(chosen - current) else { return .failure(error(ENOMEM, operation)) }
                let pageByteCount = Int(statistics.ms_psize)
                let code = mdb_env_set_mapsize(handle, (chosen + pageByteCount - 1) / pageByteCount * pageByteCount)
                guard code != 0 else { return .success(()) }
                let failure = error(code, operation)
                breakDown(failure)
                return .failure(failure)
            } catch { return .failure(error) }
        }
        guard let done else { throw LMDBError(.readingWaits, operation: operation, path: path) }
        try done.get()
    }

    /// Runs a body in which this thread, inside a transaction, waits for a write of another thread.
    ///
    /// That write cannot move the map then, because it would wait for this thread: it throws `readingWaits`.
    @available(*, noasync)
    public func waitingInside<Result>(_ body: () throws -> Result) rethrows -> Result { try gate.waitingInside(body) }
}
