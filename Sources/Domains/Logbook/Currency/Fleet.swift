/// The aircraft that a ledger describes, by the registrations that entries name.
public struct Fleet: Hashable, Sendable {
    private var kinds: [String: AircraftKind] = [:]
    private var descriptions: [String: AircraftDescription] = [:]
    /// Simulators and training devices, which are no aircraft (61.1).
    private var devices: [String: PilotTimeRow] = [:]

    /// Of several descriptions of one aircraft the last counts. Kinds are as the authority compares them.
    public init(_ described: [AircraftDescription] = [], under authority: Authority = .faa) {
        for each in described {
            let name = Designator.folded(each.id)
            devices[name] = PilotTimeRow(device: each)
            kinds[name] = AircraftKind(each, under: authority)
            descriptions[name] = each
        }
    }

    /// One kind for each category, class and type that is described, without a kind for what nothing describes.
    var classes: [AircraftKind] {
        var found: [AircraftKind] = []
        for kind in kinds.values where !found.contains(where: { $0.isSameClass(as: kind) }) {
            found.append(kind)
        }
        return found
    }

    /// Whether it has aircraft of several categories in which instrument currency is kept apart.
    public var hasInstrumentCategories: Bool {
        let aircraft = kinds.filter { devices[$0.key] == nil }.values
        return Set(aircraft.compactMap { InstrumentCategory($0) }).count > 1
    }

    public var isEmpty: Bool { kinds.isEmpty }
    public var hasDevices: Bool { !devices.isEmpty }
    public var hasTailwheels: Bool { kinds.contains { $0.value.hasTailwheel == true && devices[$0.key] == nil } }

    public func isDevice(_ aircraft: String?) -> Bool {
        device(aircraft) != nil
    }

    /// The kind of a training device; nil for an aircraft.
    public func device(_ aircraft: String?) -> PilotTimeRow? {
        devices.isEmpty ? nil : aircraft.flatMap { devices[Designator.folded($0)] }
    }

    /// The kind of an aircraft; `unknown` for one that nothing describes.
    public func kind(of aircraft: String?) -> AircraftKind {
        kinds.isEmpty ? .unknown : aircraft.flatMap { kinds[Designator.folded($0)] } ?? .unknown
    }

    /// The description of an aircraft or a device; nil where there is none.
    func description(of aircraft: String?) -> AircraftDescription? {
        aircraft.flatMap { descriptions[Designator.folded($0)] }
    }

    public func describes(_ aircraft: String) -> Bool { kinds[Designator.folded(aircraft)] != nil }
}
