/// The aircraft that a ledger describes, by the registrations that entries name.
public struct Fleet: Hashable, Sendable {
    private var kinds: [String: AircraftKind] = [:]
    /// Simulators and training devices, which are no aircraft (61.1).
    private var devices: Set<String> = []

    /// Of several descriptions of one aircraft the last counts.
    public init(_ described: [AircraftDescription] = []) {
        for each in described {
            let name = Designator.folded(each.id)
            devices.remove(name)
            kinds[name] = AircraftKind(each)
            if each.isTrainingDevice { devices.insert(name) }
        }
    }

    public var isEmpty: Bool { kinds.isEmpty }
    public var hasDevices: Bool { !devices.isEmpty }
    public var hasTailwheels: Bool { kinds.contains { $0.value.hasTailwheel == true && !devices.contains($0.key) } }

    public func isDevice(_ aircraft: String?) -> Bool {
        !devices.isEmpty && aircraft.map { devices.contains(Designator.folded($0)) } ?? false
    }

    /// The kind of an aircraft; `unknown` for one that nothing describes.
    public func kind(of aircraft: String?) -> AircraftKind {
        kinds.isEmpty ? .unknown : aircraft.flatMap { kinds[Designator.folded($0)] } ?? .unknown
    }

    public func describes(_ aircraft: String) -> Bool { kinds[Designator.folded(aircraft)] != nil }
}
