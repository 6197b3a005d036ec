import EventSourcing
import EventModel
import LedgerTestSupport
import Testing

/// A suite that passes says something only if a wrong fold fails it: each of these is the dumb fold with one thing
/// wrong, and the property that speaks of that thing must notice.
@Suite struct MutationTests {
    static let caught: [(Mutation, Property)] = [
        (.lockFirstOrder, .linearExtension),
        (.clockWithoutCausality, .linearExtension),
        (.rawClockOrder, .linearExtension),
        (.readyInOnePass, .arrivalOrder),
        (.tiesByArrival, .arrivalOrder),
        (.outcomeForgotten, .oneOutcome),
        (.voidLiftsEverything, .lockHolds),
        (.disputeUnseen, .lockHolds),
        (.editsApplyAfterLock, .lockHolds),
        (.uncoveredApplies, .lockHolds),
        (.keepsIgnored, .voidChangesOnlyTheLock),
        (.keptAskedAgain, .voidChangesOnlyTheLock),
        (.removedRecordLocked, .voidChangesOnlyTheLock),
        (.secondLockFreedByAnyVoid, .staticResultsStay),
        (.coversOfUnseen, .staticResultsStay),
        (.missingBasisNotTransitive, .forgeryChangesNothing),
        (.missingBasisIgnored, .forgeryChangesNothing),
        (.voidOfUnseenLock, .forgeryChangesNothing),
        (.voidOfUnseenKeeps, .forgeryChangesNothing),
        (.voidThatLiftsNothingDecides, .forgeryChangesNothing),
        (.settleOfUnseenKeeps, .forgeryChangesNothing),
        (.mismatchAccepted, .forgeryChangesNothing),
        (.mismatchedLockBlocks, .forgeryChangesNothing),
        (.forgedAccepted, .forgeryChangesNothing),
        (.forgedLockBlocks, .agreesWithOracle),
        (.secondLockLocks, .forgeryChangesNothing),
        (.pendingLockStands, .forgeryChangesNothing),
        (.unknownBreaksTheChain, .agreesWithOracle),
        (.unknownIsAHead, .agreesWithOracle),
        (.lastLockGoverns, .agreesWithOracle),
        (.admitUnderLock, .agreesWithOracle),
        (.lockedSettleEffective, .agreesWithOracle),
        (.keepsByAll, .agreesWithOracle),
        (.olderDeciderDecides, .agreesWithOracle),
        (.admitSkipped, .agreesWithOracle),
        (.lastCreateWins, .agreesWithOracle),
        (.duplicateCreatePending, .agreesWithOracle),
        (.removeIsAStep, .agreesWithOracle),
        (.restoreUndoesAll, .agreesWithOracle),
        (.removedEditsEffective, .agreesWithOracle),
        (.registersByFirst, .agreesWithOracle),
        (.overwrittenUnnoticed, .agreesWithOracle),
        (.doubleKeyCounts, .agreesWithOracle),
        (.doubleKeyAcrossActors, .agreesWithOracle),
    ]

    @Test("Every mutant has its property")
    func complete() {
        #expect(
            Set(Self.caught.map(\.0))
                == Set(Mutation.allCases).subtracting([.none]).subtracting(Mutation.ofErasures)
                .subtracting(Mutation.ofLeavingOut))
        #expect(Self.caught.count == 44)
    }

    @Test("A mutant is caught", arguments: MutationTests.caught)
    func isCaught(mutation: Mutation, property: Property) {
        let seeds: Range<UInt64> = 0..<5000
        let found = firstViolation(of: property, seeds: seeds) { { oracleFold($0, mutation: mutation) } }
        #expect(found != nil, "\(mutation) passes \(property) on seeds \(seeds)")
    }

    @Test("A fold that remembers what it once set aside is caught by P2")
    func stickySetAsideList() {
        let found = firstViolation(of: .arrivalOrder, seeds: 0..<5000) {
            var setAside: Set<EventID> = []
            return { events in
                var view = realFold(events)
                for (id, outcome) in view.outcomes where outcome.reason == OutcomeReason.basisMissing {
                    setAside.insert(id)
                }
                for id in setAside {
                    view.outcomes[id] = EventOutcome(.quarantined, reason: OutcomeReason.basisMissing)
                }
                return view
            }
        }
        #expect(found != nil)
    }
}
