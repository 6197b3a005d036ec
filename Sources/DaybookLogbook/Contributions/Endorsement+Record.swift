public import Daybook
public import Logbook

/// The endorsements of the typed library. Their rules and signatures are those of `GivenKind`.
extension Endorsement: Record {
    public static let schema = RecordSchema<Endorsement>(
        kind: "endorsement", created: "endorsement.given", removed: "endorsement.withdrawn",
        limits: [.cfiNumber: .text(64), .makeModel: .text(128), .remarks: .text(4_096)], validTime: .date)
}

extension Endorsement.Kind: RecordChoice {}

/// The reviews of the typed library, without those that flights state.
extension PassedReview: Record {
    public static let schema = RecordSchema<PassedReview>(
        kind: "review", created: "review.passed", limits: [.cfiNumber: .text(64), .remarks: .text(4_096)],
        validTime: .date)
}

extension PassedReview.Kind: RecordChoice {}
