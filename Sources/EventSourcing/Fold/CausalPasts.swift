/// The past of each event of a stream: the events that it builds on, directly or through others.
///
/// Events that each build on the one before form a *chain*. A new chain begins where an event builds on none, or on one
/// that another event already continues. An event that has seen one event of a chain has seen all before it. So a past
/// is one length for each chain. Events of a chain share one row of lengths until one of them builds on another chain.
/// Memory grows with the joins of chains, not with the square of the events.
@usableFromInline
struct CausalPasts: Sendable {
    /// How much of a chain a past holds.
    @usableFromInline struct Seen: Sendable {
        @usableFromInline let chain: Int32
        @usableFromInline let count: Int32
    }

    /// By position: its chain.
    @usableFromInline let chains: [Int32]
    /// By position: the events of its chain before it.
    @usableFromInline let places: [Int32]
    /// By position: the number of its row.
    @usableFromInline let rows: [Int32]
    /// By row: where its entries end; those of row 0, which is empty, end at 0.
    @usableFromInline let rowEnds: [Int]
    /// The entries of all rows, in each ascending by chain; a row says nothing of an event's own chain.
    @usableFromInline let entries: [Seen]

    /// Of a stream in which every event builds on the one before it: nothing is stored.
    @usableFromInline init() {
        (chains, places, rows, rowEnds, entries) = ([], [], [], [], [])
    }

    /// Of events by position, each with the positions that it builds on, which are all lower (a `precondition`).
    ///
    /// Cost: O(basis) an event that continues a chain; O(chains in its past) one that begins or joins chains.
    @usableFromInline init(bases: [[Int]]) {
        var builder = CausalPastsBuilder(count: bases.count)
        for (position, basis) in bases.enumerated() { builder.add(position, basis) }
        chains = builder.chains
        places = builder.places
        rows = builder.rows
        rowEnds = builder.rowEnds
        entries = builder.entries
    }

    /// Whether the event at `earlier` is in the past of the one at `later`. O(log chains).
    @inlinable func contains(_ earlier: Int, of later: Int) -> Bool {
        let chain = chains[earlier]
        if chain == chains[later] { return places[earlier] < places[later] }
        let row = Int(rows[later])
        var (low, high) = (row == 0 ? 0 : rowEnds[row - 1], rowEnds[row])
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].chain < chain { low = middle + 1 } else { high = middle }
        }
        return low < rowEnds[row] && entries[low].chain == chain && entries[low].count > places[earlier]
    }
}

/// Makes the chains and rows, event by event.
private struct CausalPastsBuilder {
    private(set) var chains: [Int32]
    private(set) var places: [Int32]
    private(set) var rows: [Int32]
    private(set) var rowEnds: [Int] = [0]
    private(set) var entries: [CausalPasts.Seen] = []
    /// By chain: its last event.
    private var ends: [Int] = []
    /// By position: the row of what begins a chain on it.
    private var rowsBehind: [Int: Int32] = [:]
    /// By chain, while a row is made: how much of it is seen; 0 where none is.
    private var counts: [Int32] = []
    private var touched: [Int32] = []

    init(count: Int) {
        precondition(count <= Int(Int32.max), "more events than a stream can hold")
        chains = []
        places = []
        rows = []
        chains.reserveCapacity(count)
        places.reserveCapacity(count)
        rows.reserveCapacity(count)
    }

    mutating func add(_ position: Int, _ basis: [Int]) {
        precondition(basis.allSatisfy { $0 >= 0 && $0 < position }, "the order extends causality")
        let continued = basis.first { ends[Int(chains[$0])] == $0 }
        let row = row(of: basis, continuing: continued)
        if let continued {
            chains.append(chains[continued])
            places.append(places[continued] + 1)
            ends[Int(chains[continued])] = position
        } else {
            chains.append(Int32(ends.count))
            places.append(0)
            ends.append(position)
            counts.append(0)
        }
        rows.append(row)
    }

    private mutating func row(of basis: [Int], continuing continued: Int?) -> Int32 {
        guard let first = basis.first else { return 0 }
        if basis.count > 1 { return makeRow(basis, own: continued.map { chains[$0] }) }
        if continued != nil { return rows[first] }
        if let known = rowsBehind[first] { return known }
        let row = makeRow(basis, own: nil)
        rowsBehind[first] = row
        return row
    }

    private mutating func makeRow(_ basis: [Int], own: Int32?) -> Int32 {
        var lastRow: Int32 = 0
        for position in basis {
            see(chains[position], places[position] + 1)
            let row = rows[position]
            // Neighbours in the basis often share their row.
            if row == 0 || row == lastRow { continue }
            lastRow = row
            for index in rowEnds[Int(row) - 1]..<rowEnds[Int(row)] { see(entries[index].chain, entries[index].count) }
        }
        for chain in touched.sorted() {
            if chain != own { entries.append(CausalPasts.Seen(chain: chain, count: counts[Int(chain)])) }
            counts[Int(chain)] = 0
        }
        touched.removeAll(keepingCapacity: true)
        rowEnds.append(entries.count)
        return Int32(rowEnds.count - 1)
    }

    private mutating func see(_ chain: Int32, _ count: Int32) {
        if counts[Int(chain)] == 0 { touched.append(chain) }
        counts[Int(chain)] = max(counts[Int(chain)], count)
    }
}
