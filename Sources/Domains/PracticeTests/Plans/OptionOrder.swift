/// Which options of a question change places: one that refers to others stays where its words stay true.
public struct OptionOrder: Hashable, Sendable {
    /// Places, from 0, whose options are shuffled among themselves; ascending. Places of no group keep their option.
    public let groups: [[Int]]
    /// The references of the four options.
    public let references: [OptionReference?]

    /// O(length of the texts).
    public init(_ question: Question) {
        references = OptionReference.all(of: question.options)
        let stay = references.enumerated().contains { place, reference in
            // "Both of the above" is about two options: only in the third place those are all that stand above.
            reference == .places || reference == .doubtful || reference == .twoAbove && place != 2
        }
        if stay || OptionReference.isNamed(in: question.explanation) {
            groups = []
            return
        }
        var groups: [[Int]] = [[]]
        for (place, reference) in references.enumerated() {
            switch reference {
            case nil: groups[groups.count - 1].append(place)
            case .others, .places, .doubtful: break
            // Options above or below it stay there.
            case .above, .twoAbove, .below: groups.append([])
            }
        }
        self.groups = groups.filter { $0.count > 1 }
    }

    /// An order of the four places: each group shuffled in turn, ascending, by one generator.
    func places(_ order: inout Shuffle) -> [Int] {
        var places = [0, 1, 2, 3]
        for group in groups {
            var moved = group
            order.shuffle(&moved)
            for (place, option) in zip(group, moved) { places[place] = option }
        }
        return places
    }
}
