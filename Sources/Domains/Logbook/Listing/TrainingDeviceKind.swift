/// The kinds of training device, by the words of ForeFlight's aircraft table.
public enum TrainingDeviceKind: String, CaseIterable, Sendable {
    case ffs, ftd, aatd, batd

    public var title: String {
        switch self {
        case .ffs: "full flight simulator"
        case .ftd: "flight training device"
        case .aatd: "advanced aviation training device"
        case .batd: "basic aviation training device"
        }
    }

    /// Its row of FAA Form 8710-1.
    public var row: PilotTimeRow {
        switch self {
        case .ffs: .fullFlightSimulator
        case .ftd: .flightTrainingDevice
        case .aatd, .batd: .aviationTrainingDevice
        }
    }
}
