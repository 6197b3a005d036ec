import DaybookKit

/// A limit on the values of a field, narrower than its type.
public enum FieldLimit: Hashable, Sendable {
    /// At most so many Unicode scalars.
    case text(Int)
    case range(ClosedRange<Int>)
    /// At most so many elements.
    case elements(Int)

    /// The kind under this limit; nil where the limit is of another type.
    func limiting(_ kind: FieldKind) -> FieldKind? {
        switch (self, kind) {
        case (.text(let maximum), .text) where (1...65_536).contains(maximum): .text(maximumScalars: maximum)
        case (.range(let range), .integer(let all))
        where all.contains(range.lowerBound) && all.contains(range.upperBound):
            .integer(range)
        case (.range(let range), .integers(let maximum, _)): .integers(maximum: maximum, range)
        case (.elements(let maximum), .texts(_, let scalars)) where (1...1_024).contains(maximum):
            .texts(maximum: maximum, maximumScalars: scalars)
        case (.text(let scalars), .texts(let maximum, _)) where (1...65_536).contains(scalars):
            .texts(maximum: maximum, maximumScalars: scalars)
        case (.elements(let maximum), .integers(_, let range)) where (1...1_024).contains(maximum):
            .integers(maximum: maximum, range)
        default: nil
        }
    }
}
