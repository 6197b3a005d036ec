import Engine
import EventModel
import LedgerTestSupport
import Testing

/// Keys that two devices used for other content: after they met, both events stand.
@Suite struct KeyTests {
    private let person = [UInt8](repeating: 7, count: 32)

    /// How often each of the two commands, said again, was called a conflict.
    private func conflicts(othersBetween count: Int) throws -> [Int] {
        let (here, there) = (try StoreLedger(seed: 1, person: person), try StoreLedger(seed: 2, person: person))
        let commands = [Draft.log("a", key: "k"), Draft.log("b", key: "k")]
        _ = try there.append(commands[1])
        _ = try here.append(Draft.log("z"))
        _ = try here.receive(try there.tails().map { ReceivedTail(head: $0.head, start: 0, events: $0.events) })
        let other = try StoreLedger(seed: 3, person: person)
        _ = try other.append(commands[0])
        _ = try here.receive(try other.tails())
        var conflicts = [0, 0]
        for number in 0..<count {
            for (index, command) in commands.enumerated() {
                do {
                    #expect(try here.append(command).duplicates == 1)
                } catch { conflicts[index] += Refused(error).code == "key.conflict" ? 1 : 100 }
            }
            _ = try here.append(Draft.log("f\(number)", key: "key-\(number)"))
        }
        return conflicts
    }

    @Test(
        "a command that was taken once is a duplicate for ever, also where another device used its key for other content"
    )
    func takenOnce() throws {
        let found = try conflicts(othersBetween: 20)
        #expect(found == [0, 0])
    }
}
