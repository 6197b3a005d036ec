/// The numbers of the attempts at one test.
///
/// An author chooses the number of an attempt, and a linked person may choose one that no next number follows.
enum AttemptNumbers {
    /// More attempts at one test than these never stand between two that are known.
    static let gapMaximum = 100

    /// The greatest number that is reached from 0 without a larger gap; 0 without attempts. O(n log n).
    static func latest(_ numbers: [Int]) -> Int {
        var latest = 0
        for number in Set(numbers).sorted() {
            if number - latest > gapMaximum { break }
            latest = number
        }
        return latest
    }
}
