import EventModel
import EventSourcing
import Testing

/// The table of an event against a signature L (event 10, over create 1 and edit 2), cell by cell; its void is event
/// 20.
@Suite struct SignatureTableTests {
    static let signed = ToyState(x: 3)

    /// Create 1, edit 2, L = 10 over both.
    static func chronicle(seenByLock extra: [Int] = [], _ before: (inout Chronicle) -> Void = { _ in }) -> Chronicle {
        var chronicle = Chronicle()
        chronicle.add(1, .create, ["x": 2])
        chronicle.edit(2, on: [1], ["x": 3])
        before(&chronicle)
        chronicle.lock(10, on: [2] + extra, covers: [1, 2], signed)
        return chronicle
    }

    // MARK: amend

    @Test func amendBeforeCovered() {
        let chronicle = Self.chronicle()
        #expect(chronicle.outcomes == ["1 effective", "2 effective", "10 effective"])
        #expect(chronicle.state == Self.signed)
        #expect(chronicle.standing == [10])
    }

    @Test func amendBeforeNotCovered() {
        let chronicle = Self.chronicle(seenByLock: [3]) { $0.edit(3, on: [1], ["z": 1]) }
        #expect(chronicle.outcome(3) == "shadowed signature.uncovered 10")
        #expect(chronicle.state == Self.signed)
    }

    @Test func amendConcurrentAndLater() {
        var chronicle = Self.chronicle()
        chronicle.edit(11, on: [2], ["z": 1])
        chronicle.edit(12, on: [10], ["z": 2])
        #expect(chronicle.outcome(11) == "pending signature.locked 10")
        #expect(chronicle.outcome(12) == "pending signature.locked 10")
        #expect(chronicle.state == Self.signed)
    }

    @Test func amendConcurrentThenVoided() {
        var chronicle = Self.chronicle()
        chronicle.edit(11, on: [2], ["z": 1])
        chronicle.unlock(20, on: [10], voids: [10], keeps: [1, 2])
        #expect(chronicle.outcome(11) == "effective")
        #expect(chronicle.state == ToyState(x: 3, z: 1))
        #expect(chronicle.standing == [])
    }

    @Test func amendConcurrentSeenByTheVoidAndNotKept() {
        var chronicle = Self.chronicle()
        chronicle.edit(11, on: [2], ["z": 1])
        chronicle.unlock(20, on: [10, 11], voids: [10], keeps: [1, 2])
        #expect(chronicle.outcome(11) == "shadowed void.dropped 20")
        #expect(chronicle.state == Self.signed)
    }

    @Test func amendAfterTheVoid() {
        var chronicle = Self.chronicle()
        chronicle.unlock(20, on: [10], voids: [10], keeps: [1, 2])
        chronicle.edit(21, on: [20], ["z": 1])
        #expect(chronicle.outcomes == ["1 effective", "2 effective", "10 effective", "20 effective", "21 effective"])
        #expect(chronicle.state == ToyState(x: 3, z: 1))
    }

    // MARK: remove

    @Test func removeBefore() {
        let chronicle = Self.chronicle(seenByLock: [3]) { $0.add(3, .remove, on: [2]) }
        #expect(chronicle.outcome(3) == "shadowed signature.uncovered 10")
        #expect(chronicle.standing == [10])
        #expect(!chronicle.view.isRemoved)
    }

    @Test func removeConcurrentAndLater() {
        var chronicle = Self.chronicle()
        chronicle.add(11, .remove, on: [2])
        chronicle.add(12, .remove, on: [10])
        #expect(chronicle.outcome(11) == "pending signature.locked 10")
        #expect(chronicle.outcome(12) == "pending signature.locked 10")
        #expect(!chronicle.view.isRemoved)
    }

    @Test func removeConcurrentThenVoided() {
        var chronicle = Self.chronicle()
        chronicle.add(11, .remove, on: [2])
        chronicle.unlock(20, on: [10], voids: [10], keeps: [1, 2])
        #expect(chronicle.outcome(11) == "effective")
        #expect(chronicle.view.isRemoved)
        #expect(chronicle.state == Self.signed)
    }

    // MARK: sign

    @Test func signatureVoidedBefore() {
        var chronicle = Chronicle()
        chronicle.add(1, .create, ["x": 2])
        chronicle.lock(2, on: [1], covers: [1], ToyState(x: 2))
        chronicle.unlock(3, on: [2], voids: [2], keeps: [1])
        chronicle.lock(10, on: [3], covers: [1], ToyState(x: 2))
        #expect(chronicle.outcomes == ["1 effective", "2 effective", "3 effective", "10 effective"])
        #expect(chronicle.standing == [10])
    }

    @Test func signatureStandingBefore() {
        var chronicle = Self.chronicle()
        chronicle.lock(11, on: [10], covers: [1, 2], Self.signed)
        #expect(chronicle.outcome(11) == "pending signature.locked 10")
        #expect(chronicle.standing == [10])
        // It locks nothing after the first is voided either: its static result stays.
        chronicle.unlock(20, on: [11], voids: [10], keeps: [1, 2])
        #expect(chronicle.outcome(11) == "pending signature.locked 10")
        #expect(chronicle.standing == [])
        // And keeps no later one from standing.
        chronicle.lock(21, on: [20], covers: [1, 2], Self.signed)
        #expect(chronicle.standing == [21])
    }

    @Test func signatureConcurrentOverTheSame() {
        var chronicle = Self.chronicle()
        chronicle.lock(11, on: [2], covers: [1, 2], Self.signed)
        #expect(chronicle.outcomes == ["1 effective", "2 effective", "10 effective", "11 effective"])
        #expect(chronicle.standing == [10, 11])
        // Each needs its own void.
        chronicle.unlock(20, on: [10, 11], voids: [10], keeps: [1, 2])
        #expect(chronicle.standing == [11])
        chronicle.unlock(21, on: [20], voids: [11], keeps: [1, 2])
        #expect(chronicle.standing == [])
        #expect(chronicle.state == Self.signed)
    }

    @Test func signatureConcurrentOverOther() {
        var chronicle = Self.chronicle()
        chronicle.edit(3, on: [2], ["z": 1])
        chronicle.lock(11, on: [3], covers: [1, 2, 3], ToyState(x: 3, z: 1))
        #expect(chronicle.outcome(10) == "disputed signature.disputed 10")
        #expect(chronicle.outcome(11) == "disputed signature.disputed 10")
        #expect(chronicle.outcome(3) == "disputed signature.disputed 10")
        #expect(chronicle.outcome(2) == "effective")
        #expect(chronicle.view.isDisputed)
        #expect(chronicle.state == Self.signed)
        // The void of one leaves the other standing alone.
        chronicle.unlock(20, on: [10, 11], voids: [10], keeps: [1, 2])
        #expect(chronicle.standing == [11])
        #expect(!chronicle.view.isDisputed)
        #expect(chronicle.state == ToyState(x: 3, z: 1))
    }

    @Test func signatureConcurrentWithLVoided() {
        var chronicle = Self.chronicle()
        chronicle.lock(11, on: [2], covers: [1, 2], Self.signed)
        chronicle.unlock(20, on: [10], voids: [10], keeps: [1, 2])
        #expect(chronicle.standing == [11])
        #expect(chronicle.outcome(10) == "effective")
    }

    // MARK: void

    @Test func voidNeverLiftsWhatItHadNotSeen() {
        var chronicle = Self.chronicle()
        chronicle.unlock(11, on: [2], voids: [10], keeps: [1, 2])
        #expect(chronicle.outcome(11) == "quarantined void.unseen")
        #expect(chronicle.standing == [10])
    }

    @Test func voidAfterTheVoid() {
        var chronicle = Self.chronicle()
        chronicle.unlock(20, on: [10], voids: [10], keeps: [1, 2])
        chronicle.unlock(21, on: [20], voids: [10], keeps: [])
        #expect(chronicle.outcome(21) == "effective")
        #expect(chronicle.state == Self.signed)
    }

    @Test func concurrentVoidsKeepWhatAnyKeeps() {
        var chronicle = Self.chronicle()
        chronicle.unlock(20, on: [10], voids: [10], keeps: [1, 2])
        chronicle.unlock(21, on: [10], voids: [10], keeps: [1])
        #expect(chronicle.outcome(2) == "effective")
        #expect(chronicle.state == Self.signed)
    }

    // MARK: settle

    @Test func settles() {
        var chronicle = Self.chronicle(seenByLock: [4]) { chronicle in
            chronicle.edit(3, on: [1], ["z": 1])
            chronicle.settle(4, on: [2, 3], keeps: [1, 2])
        }
        #expect(chronicle.outcome(4) == "effective")
        #expect(chronicle.outcome(3) == "shadowed signature.uncovered 10")
        chronicle.settle(11, on: [2], keeps: [1])
        chronicle.settle(12, on: [10], keeps: [1])
        #expect(chronicle.outcome(11) == "pending signature.locked 10")
        #expect(chronicle.outcome(12) == "pending signature.locked 10")
        chronicle.unlock(20, on: [10], voids: [10], keeps: [1, 2])
        #expect(chronicle.outcome(11) == "effective")
        #expect(chronicle.outcome(12) == "effective")
        // Both keep only the create, the void keeps 2 as well.
        #expect(chronicle.state == Self.signed)
    }
}
