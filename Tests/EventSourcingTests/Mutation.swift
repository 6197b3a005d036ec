/// Ways in which a fold can be wrong; the suite must notice each.
enum Mutation: String, CaseIterable {
    case none
    case lockFirstOrder, clockWithoutCausality, rawClockOrder, tiesByArrival
    case readyInOnePass, missingBasisNotTransitive, missingBasisIgnored
    case unknownBreaksTheChain, unknownIsAHead
    case voidLiftsEverything, voidOfUnseenLock, voidOfUnseenKeeps, voidThatLiftsNothingDecides
    case settleOfUnseenKeeps
    case mismatchAccepted, coversOfUnseen, removedRecordLocked
    case forgedAccepted, forgedLockBlocks
    case secondLockLocks, secondLockFreedByAnyVoid, mismatchedLockBlocks, pendingLockStands
    case disputeUnseen, lastLockGoverns, editsApplyAfterLock, uncoveredApplies, admitUnderLock, lockedSettleEffective
    case keepsIgnored, keepsByAll, olderDeciderDecides, keptAskedAgain, admitSkipped
    case lastCreateWins, duplicateCreatePending
    case removeIsAStep, restoreUndoesAll, removedEditsEffective
    case registersByFirst, overwrittenUnnoticed, doubleKeyCounts, doubleKeyAcrossActors
    case outcomeForgotten
    case erasureReachesOthers, erasureReachesThePastOnly, erasureOfNotReadyIgnored, erasureNeverWaits,
        singleErasureReachesAll
    case erasedDecisionsAct, lockOverErasedStands, editsOfErasedRecordWait, erasedRecordHasState,
        voidOfErasedLockUnseen, erasedIsAHead
    case erasedErasure, erasedUnknownFreezes
    case leftOutBreaksTheChain, leftOutIsNotErased, leftOutCreateCounts, leftOutLocksStay, leftOutUnknownFreezes,
        ownEditTakesOn, takenOnWhole, settleOfLeftOutStays, timesOverAll, basisOfAllHeads, coveredInOrderOfPart,
        erasureWaitsForLeftOut

    static let ofErasures: Set<Mutation> = [
        .erasureReachesOthers, .erasureReachesThePastOnly, .erasureOfNotReadyIgnored, .erasureNeverWaits,
        .singleErasureReachesAll,
        .erasedDecisionsAct, .lockOverErasedStands, .editsOfErasedRecordWait, .erasedRecordHasState,
        .voidOfErasedLockUnseen, .erasedIsAHead,
        .erasedErasure, .erasedUnknownFreezes,
    ]

    static let ofLeavingOut: Set<Mutation> = [
        .leftOutBreaksTheChain, .leftOutIsNotErased, .leftOutCreateCounts, .leftOutLocksStay, .leftOutUnknownFreezes,
        .ownEditTakesOn, .takenOnWhole, .settleOfLeftOutStays, .timesOverAll, .basisOfAllHeads, .coveredInOrderOfPart,
        .erasureWaitsForLeftOut,
    ]
}
