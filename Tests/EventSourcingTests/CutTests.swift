import EventCodec
import EventModel
import EventSourcing
import Testing

@Suite struct CutTests {
    private let one = OriginID(Bytes16(high: 0, low: 1))
    private let two = OriginID(Bytes16(high: 0, low: 2))

    private func path(_ origin: OriginID, _ forks: (UInt64, Int)...) -> LogPath {
        LogPath(origin: origin, forks: forks.map { .init(sequence: $0.0, leaf: Chronicle.id($0.1)) })
    }

    private func entry(_ origin: OriginID, _ branch: Int? = nil, _ size: UInt64) -> CutEntry {
        CutEntry(log: LogName(origin: origin, branch: branch.map(Chronicle.id)), size: size)
    }

    @Test("an event is before the cut exactly when its sequence is below the size of its log")
    func sizes() {
        let cut = Cut([entry(two, nil, 0), entry(one, nil, 5)])
        let paths = [path(one), path(two)]
        #expect(
            (0...6).map { cut.isBefore(paths[0], $0, among: paths) } == [true, true, true, true, true, false, false])
        #expect(!cut.isBefore(paths[1], 0, among: paths))
        #expect(!Cut([]).isBefore(paths[0], 0, among: paths))
        #expect(cut.entries.map(\.log.origin) == [one, two])
    }

    @Test("of a log that forked since, what all paths have lies before; what only one of them has does not")
    func forkedSince() {
        let cut = Cut([entry(one, nil, 5)])
        let paths = [path(one, (3, 31)), path(one, (3, 32))]
        for path in paths {
            #expect((0...5).map { cut.isBefore(path, $0, among: paths) } == [true, true, true, false, false, false])
        }
    }

    @Test("a branch is meant by its name, and by the name it had before it forked again")
    func branches() {
        let paths = [path(one, (3, 31)), path(one, (3, 32), (6, 61)), path(one, (3, 32), (6, 62))]
        let cut = Cut([entry(one, 32, 8)])
        #expect(
            (0...8).map { cut.isBefore(paths[0], $0, among: paths) } == [
                true, true, true, false, false, false, false, false, false,
            ])
        #expect(
            (0...8).map { cut.isBefore(paths[1], $0, among: paths) } == [
                true, true, true, true, true, true, false, false, false,
            ])
        let deeper = Cut([entry(one, 61, 8)])
        #expect((5...8).map { deeper.isBefore(paths[1], $0, among: paths) } == [true, true, true, false])
        #expect((5...8).map { deeper.isBefore(paths[2], $0, among: paths) } == [true, false, false, false])
    }

    @Test("a branch that is not held means nothing")
    func unknownBranch() {
        #expect(!Cut([entry(one, 99, 5)]).isBefore(path(one), 0, among: [path(one)]))
    }
}
