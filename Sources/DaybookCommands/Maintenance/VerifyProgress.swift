/// How far a verification is, as a line that another process of this program reads.
struct VerifyProgress: Equatable {
    let checked: UInt64
    let all: UInt64

    init(checked: UInt64, of all: UInt64) { (self.checked, self.all) = (checked, all) }

    var line: String { "\(VerifyProgress.word)\(checked) \(all)" }

    private static let word = "progress "

    /// The newest line of progress, and the text without all of them.
    static func read(_ text: String) -> (newest: VerifyProgress?, rest: String) {
        var newest: VerifyProgress?
        var rest: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let found = VerifyProgress(line) else {
                rest.append(line)
                continue
            }
            newest = found
        }
        return (newest, rest.joined(separator: "\n"))
    }

    private init?(_ line: Substring) {
        guard line.hasPrefix(VerifyProgress.word) else { return nil }
        let numbers = line.dropFirst(VerifyProgress.word.count).split(separator: " ").compactMap { UInt64($0) }
        guard numbers.count == 2 else { return nil }
        self.init(checked: numbers[0], of: numbers[1])
    }
}
