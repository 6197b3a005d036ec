import EventModel
import EventSourcing

/// Writes small histories by hand: events have numbers, and say what they had seen. The lower number is earlier by the
/// clock.
struct Chronicle {
    private(set) var events: [ToyEvent] = []

    static func id(_ number: Int) -> EventID {
        EventID(Bytes32(first: Bytes16(high: 0, low: 0), second: Bytes16(high: 0, low: UInt64(number))))
    }

    @discardableResult
    mutating func add(
        _ number: Int, _ role: EventRole, on basis: [Int] = [], _ values: [String: Int] = [:], key: String? = nil,
        by person: Int = 1, links: EngineLinks = EngineLinks(), understanding: Understanding = .understood,
        isCritical: Bool = false, at milliseconds: Int64? = nil
    ) -> Chronicle {
        events.append(
            ToyEvent(
                id: Self.id(number), basis: basis.map(Self.id),
                recordedMilliseconds: milliseconds ?? Int64(number) * 1000, actor: actor(person), role: role,
                key: key, understanding: understanding, isCritical: isCritical, links: links,
                payload: ToyPayload(values)))
        return self
    }

    mutating func edit(_ number: Int, on basis: [Int], _ values: [String: Int], key: String? = nil) {
        add(number, .edit, on: basis, values, key: key)
    }
    mutating func lock(_ number: Int, on basis: [Int], covers: [Int], _ content: ToyState, form: UInt64 = 1) {
        add(
            number, .lock, on: basis,
            links: EngineLinks(
                covers: covers.map(Self.id), content: ToyRules().content(content, form: form), form: form))
    }
    mutating func unlock(_ number: Int, on basis: [Int], voids: [Int], keeps: [Int]) {
        add(number, .unlock, on: basis, links: EngineLinks(voids: voids.map(Self.id), keeps: keeps.map(Self.id)))
    }
    mutating func settle(_ number: Int, on basis: [Int], keeps: [Int]) {
        add(number, .settle, on: basis, links: EngineLinks(keeps: keeps.map(Self.id)))
    }
    mutating func restore(_ number: Int, on basis: [Int], undoes: [Int]) {
        add(number, .restore, on: basis, links: EngineLinks(undoes: undoes.map(Self.id)))
    }

    /// Both ways of folding, which must agree.
    var view: FoldView {
        let view = realFold(events)
        precondition(view == wholeFold(events))
        return view
    }

    /// `effective`, `shadowed void.dropped 4`, …: what became of the event with that number.
    func outcome(_ number: Int) -> String {
        guard let outcome = view.outcomes[Self.id(number)] else { return "none" }
        return
            ([
                outcome.status == .effective ? "effective" : "\(outcome.status)", outcome.reason,
                outcome.because.map { "\($0.words.second.low)" },
            ] as [String?])
            .compactMap { $0 }.joined(separator: " ")
    }

    var outcomes: [String] { events.map { "\($0.id.words.second.low) " + outcome(Int($0.id.words.second.low)) } }
    var state: ToyState? { view.state }
    var standing: [Int] { view.standing.map { Int($0.words.second.low) } }
}
