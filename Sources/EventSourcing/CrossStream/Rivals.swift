/// Finds, of records that replace others, those that replace one record without knowing of each other.
///
/// Two such records reach a record that several creates name, or replace each other in a circle. Records that reach
/// neither have no rivals: in a chain, in a tree, no set of records has to be built.
struct Rivals {
    /// The number of each record that may have rivals or be what they share; those that replace others first, in their
    /// order.
    private var numbers: [Int: Int] = [:]
    private var indices: [Int] = []
    /// Of each numbered record those that it replaces, and those that replace it, a bit for each number.
    private var below = BitRows()
    private var above = BitRows()
    private var accepted: [UInt64] = []

    /// - Parameter order: The records that replace others, in the order in which they are accepted.
    init(_ graph: SupersessionGraph, _ order: [Int]) {
        var open = graph.circular.union(graph.replacing.indices.filter { graph.replacing[$0].count > 1 }).sorted()
        var relevant: Set<Int> = []
        while let index = open.popLast() { if relevant.insert(index).inserted { open += graph.replacing[index] } }
        if relevant.isEmpty { return }
        indices = order.filter(relevant.contains)
        indices += relevant.subtracting(indices).sorted()
        for (number, index) in indices.enumerated() { numbers[index] = number }
        below = reached(along: graph.replaced, in: graph.ordered, graph.circular)
        above = reached(along: graph.replacing, in: graph.ordered.reversed(), graph.circular)
        accepted = [UInt64](repeating: 0, count: below.words)
    }

    /// Accepts a record, unless one that was accepted before is its rival: then the first of these.
    mutating func accept(_ index: Int) -> Int? {
        guard let number = numbers[index] else { return nil }
        for word in accepted.indices {
            // Of two records of which one alone replaces the other, neither is the other's rival.
            let (isBelow, isAbove) = (below[number, word], above[number, word])
            var open = accepted[word] & ~(isBelow ^ isAbove)
            while open != 0 {
                let bit = open.trailingZeroBitCount
                open &= open - 1
                if isBelow >> UInt64(bit) & 1 == 1 || below.meet(number, word << 6 | bit) {
                    return indices[word << 6 | bit]
                }
            }
        }
        accepted[number >> 6] |= 1 << UInt64(number & 63)
        return nil
    }

    /// The records that each reaches along edges; `order` has each after those along its edges, those in circles
    /// anywhere between.
    private func reached(along edges: [[Int]], in order: some Sequence<Int>, _ circular: Set<Int>) -> BitRows {
        var rows = BitRows(count: indices.count)
        for index in order {
            guard let number = numbers[index] else { continue }
            if circular.contains(index) {
                walk(from: index, along: edges) { rows.insert($0, into: number) }
                continue
            }
            for target in edges[index] {
                guard let other = numbers[target] else { continue }
                _ = rows.insert(other, into: number)
                rows.formUnion(other, into: number)
            }
        }
        return rows
    }

    /// Calls with the number of each record that one in a circle reaches, itself left out, until `enters` refuses one.
    private func walk(from index: Int, along edges: [[Int]], _ enters: (Int) -> Bool) {
        var open = edges[index]
        while let next = open.popLast() {
            guard next != index, let number = numbers[next] else { continue }
            if enters(number) { open += edges[next] }
        }
    }
}

/// Rows of bits, all of one length.
private struct BitRows {
    let words: Int
    private var bits: [UInt64]

    init(count: Int = 0) {
        words = (count + 63) / 64
        bits = [UInt64](repeating: 0, count: count * words)
    }

    subscript(row: Int, word: Int) -> UInt64 { bits[row * words + word] }

    /// Sets a bit; false where it was set.
    mutating func insert(_ bit: Int, into row: Int) -> Bool {
        let (place, mask) = (row * words + (bit >> 6), 1 << UInt64(bit & 63) as UInt64)
        defer { bits[place] |= mask }
        return bits[place] & mask == 0
    }

    mutating func formUnion(_ other: Int, into row: Int) {
        for word in 0..<words { bits[row * words + word] |= bits[other * words + word] }
    }

    /// Whether two rows have a bit in common.
    func meet(_ left: Int, _ right: Int) -> Bool {
        (0..<words).contains { bits[left * words + $0] & bits[right * words + $0] != 0 }
    }
}
