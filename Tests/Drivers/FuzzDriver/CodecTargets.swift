import EventCodec
import EventModel
import LedgerTestSupport

/// Any bytes as CBOR: the reader accepts exactly what a second reading of the rules calls canonical.
struct CBORTarget: FuzzTarget {
    private let corpus: [[UInt8]]
    private let trees: [Tree]

    init(_ corpora: Corpora) throws {
        let bodies = corpora.events.flatMap { [$0.bytes("body"), $0.bytes("envelopeBytes")] }
        let refused = try corpora.cases("cbor-refused.json", "cases").map { $0.bytes("bytes") }
        corpus = try corpora.cases("cbor-accepted.json", "cases").map { $0.bytes("bytes") } + refused + bodies
        trees = corpus.compactMap { Tree($0) }
    }

    func input(_ random: inout SeededRandom) -> [UInt8] {
        switch random.below(8) {
        case 0: return TreeMutator.any(depth: 4 + random.below(6), &random).bytes(widening: nil)
        case 1: return TreeMutator.any(depth: 4, &random).canonical
        case 2, 3, 4:
            var tree = trees[random.below(trees.count)]
            for _ in 0...random.below(3) { tree = TreeMutator.change(tree, &random) }
            if random.oneIn(2) { return tree.canonical }
            return tree.bytes(widening: random.oneIn(3) ? random.below(tree.itemCount) : nil)
        default:
            return Mutator().change(
                corpus[random.below(corpus.count)], other: corpus[random.below(corpus.count)], &random)
        }
    }

    func run(_ input: [UInt8]) -> Verdict {
        let tree = Tree(input)
        let isCanonical = tree.map { $0.isAllowed() && $0.canonical == input } ?? false
        let bytes = input.span.bytes
        do throws(CBORError) {
            try CBORReader.validate(bytes)
            guard isCanonical else { return .violation("read, though it is not canonical") }
            _ = try BodyView.json(bytes)
            return .accepted
        } catch {
            if isCanonical { return .violation("refused, though it is canonical") }
            return error.offset <= input.count ? .refused : .violation("the fault stands beyond the bytes")
        }
    }
}

/// Bytes as an envelope: read exactly when a second reading of docs/format.md §2 allows them, and written again as they
/// were.
struct EnvelopeTarget: FuzzTarget {
    private let corpus: [[UInt8]]
    private let trees: [Tree]

    init(_ corpora: Corpora) {
        corpus = corpora.events.map { $0.bytes("envelopeBytes") }
        trees = corpus.compactMap { Tree($0) }
    }

    func input(_ random: inout SeededRandom) -> [UInt8] {
        if random.below(4) > 0 {
            var tree = trees[random.below(trees.count)]
            for _ in 0...random.below(2) { tree = TreeMutator.change(tree, &random) }
            return tree.bytes(widening: random.oneIn(16) ? random.below(tree.itemCount) : nil)
        }
        return Mutator().change(corpus[random.below(corpus.count)], other: corpus[random.below(corpus.count)], &random)
    }

    func run(_ input: [UInt8]) -> Verdict {
        let isAllowed =
            Tree(input).map { $0.isAllowed() && $0.canonical == input && $0.isEnvelope(byteCount: input.count) }
            ?? false
        let bytes = input.span.bytes
        let envelope: Envelope
        do throws(CBORError) {
            envelope = try EnvelopeView(bytes).envelope
        } catch {
            return isAllowed ? .violation("refused, though every rule is kept: \(error.reason)") : .refused
        }
        guard isAllowed else { return .violation("read, though a rule is broken") }
        guard StreamID(envelope.stream.text) == envelope.stream else {
            return .violation("read with a stream that is none")
        }
        var writer = CBORWriter()
        envelope.encode(into: &writer)
        return writer.bytes == input ? .accepted : .violation("written again it has other bytes")
    }
}

extension Tree {
    /// The rules of docs/format.md §2 for an envelope; ranges of times and numbers as the program's values have them.
    func isEnvelope(byteCount: Int) -> Bool {
        guard case .map(let pairs) = self, byteCount <= 4_096 else { return false }
        let keys = Set(
            pairs.compactMap { pair -> UInt64? in if case .unsigned(let key) = pair.key { key } else { nil } })
        let needed = Set<UInt64>(1...15).subtracting([12, 13])
        guard keys.count == pairs.count, keys.isSuperset(of: needed), keys.isSubset(of: 1...15) else { return false }
        return self[1] == .unsigned(1) && isData(2, 16) && isUnsigned(3, 0...(1 << 63 - 1)) && isUnsigned(4, 0...3)
            && streamIsAllowed
            && isText(6, 1...64) { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
            && isUnsigned(7, 1...65_535) && isData(8, 16)
            && validTimeIsAllowed && Tree.isInstant(self[10]) && basisIsAllowed && (self[12] == nil || isData(12, 32))
            && (self[13] == nil || isText(13, 0...64) { _ in true }) && self[14] == .unsigned(0) && isData(15, 32)
    }

    fileprivate func isData(_ key: UInt64, _ count: Int) -> Bool {
        if case .data(let data)? = self[key] { data.count == count } else { false }
    }

    private func isUnsigned(_ key: UInt64, _ range: ClosedRange<UInt64>) -> Bool {
        if case .unsigned(let value)? = self[key] { range.contains(value) } else { false }
    }

    private func isText(_ key: UInt64, _ count: ClosedRange<Int>, _ isAllowed: (UInt8) -> Bool) -> Bool {
        if case .text(let text)? = self[key] { count.contains(text.count) && text.allSatisfy(isAllowed) } else { false }
    }

    private var streamIsAllowed: Bool {
        guard case .text(let text)? = self[5], let slash = text.firstIndex(of: UInt8(ascii: "/")) else { return false }
        let (kind, id) = (text[..<slash], text[(slash + 1)...])
        return (1...32).contains(kind.count) && kind.allSatisfy { (0x61...0x7A).contains($0) }
            && (1...64).contains(id.count)
            && id.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || [0x2D, 0x2E, 0x5F].contains($0) }
    }

    private var validTimeIsAllowed: Bool {
        guard case .array(let parts)? = self[9] else {
            guard let day = Tree.integer(self[9]) else { return false }
            return (-719_162...2_932_896).contains(day)
        }
        guard parts.count == 3, Tree.isInstant(parts[0]), let offset = Tree.integer(parts[1]),
            (-86_399...86_399).contains(offset),
            case .text(let zone) = parts[2]
        else { return false }
        return (1...64).contains(zone.count)
    }

    private var basisIsAllowed: Bool {
        guard case .array(let ids)? = self[11], ids.count <= 64 else { return false }
        var previous: [UInt8] = []
        for id in ids {
            guard case .data(let bytes) = id, bytes.count == 32,
                previous.isEmpty || previous.lexicographicallyPrecedes(bytes)
            else { return false }
            previous = bytes
        }
        return true
    }

    /// Years 1 to 9999, in milliseconds.
    private static func isInstant(_ tree: Tree?) -> Bool {
        integer(tree).map { (-62_135_596_800_000...253_402_300_799_999).contains($0) } ?? false
    }

    private static func integer(_ tree: Tree?) -> Int64? {
        switch tree {
        case .unsigned(let value)? where value <= UInt64(Int64.max): Int64(value)
        case .negative(let value)? where value <= UInt64(Int64.max): -1 - Int64(value)
        default: nil
        }
    }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
    fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}

/// Bytes as a signed head: written again as they were.
struct HeadTarget: FuzzTarget {
    private let corpus: [[UInt8]]
    private let trees: [Tree]

    init(_ corpora: Corpora) {
        corpus = corpora.export.compactMap { line in
            guard case .head(let bytes)? = (try? ExportLine.read(line))?.line else { return nil }
            return bytes
        }
        precondition(!corpus.isEmpty, "the vectors hold signed heads")
        trees = corpus.compactMap { Tree($0) }
    }

    func input(_ random: inout SeededRandom) -> [UInt8] {
        if random.oneIn(2) {
            let tree = TreeMutator.change(trees[random.below(trees.count)], &random)
            return random.oneIn(2)
                ? tree.canonical : tree.bytes(widening: random.oneIn(4) ? random.below(tree.itemCount) : nil)
        }
        return Mutator().change(corpus[random.below(corpus.count)], other: corpus[random.below(corpus.count)], &random)
    }

    func run(_ input: [UInt8]) -> Verdict {
        let bytes = input.span.bytes
        do throws(CBORError) {
            return try HeadFields(bytes).encoded == input ? .accepted : .violation("written again it has other bytes")
        } catch {
            return Tree(input).map { $0.isHead && $0.isAllowed() && $0.canonical == input } == true
                ? .violation("refused, though every rule is kept") : .refused
        }
    }
}

extension Tree {
    fileprivate var isHead: Bool {
        guard case .map(let pairs) = self, pairs.count == 5, case .unsigned? = self[3] else { return false }
        return isData(1, 16) && isData(2, 32) && isData(4, 32) && isData(5, 64)
    }
}
