/// Which of the streams fall to one of several readers of one state of the store: neighbours by turns, so that each of them reads all over
/// the table and has about as much to do.
package struct StreamShare: Hashable, Sendable {
    package let number: Int
    package let count: Int

    package static let whole = StreamShare(number: 0, of: 1)

    package init(number: Int, of count: Int) {
        precondition((0..<count).contains(number))
        self.number = number
        self.count = count
    }

    private static let neighbours = 64

    /// Whether the row that stands so far behind the first is its own.
    func holds(_ row: Int) -> Bool { count == 1 || row / StreamShare.neighbours % count == number }
}
